import type { Region } from '@rumbo/contract/places.regions.contract'
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./RegionsScreen.tsx')])
}, 60_000)

const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const porto: Region = {
  ...{ name: 'porto', title: 'Oporto', version: '65e57290216f654d', sourceName: 'porto.osm.pbf' },
  ...{ addedAt: '2026-03-02T15:00:00.000Z', dataAt: '2015-06-06T00:23:02.000Z' },
  ...{ sourceBytes: 3_170_430, bytes: 3_222_513, isApproximate: false },
  attribution: '© OpenStreetMap contributors',
  bounds: { west: -8.778, south: 40.981, east: -8.358, north: 41.399 },
  counts: { nodes: 347_944, ways: 51_419, streets: 43_217, addresses: 65, tiles: 605 },
  parts: [{ name: 'tiles', bytes: 3_222_513 }],
  exactRoadsMissing: null,
}
const list = (items: Region[]) => ({ body: { items, uploadLimitBytes: 2e9 } })
const fileId = '0190a000-0000-7000-8000-0000000000f1'
const workId = '0190a000-0000-7000-8000-0000000000f2'
const work = (some: object) => ({
  ...{ id: workId, kind: 'regions.add', done: 0, total: 100, result: null, error: null },
  ...{ createdAt: '2026-03-02T15:00:00.000Z', endedAt: null },
  ...some,
})

describe('the regions', () => {
  it('are listed with their contents, and removed after a confirmation', async () => {
    const { user, answers, count } = renderApp('/regions', {
      ...root,
      'GET /regions': list([porto]),
      'DELETE /regions/porto': { body: { name: 'porto' } },
    })
    const table = await screen.findByRole('table')
    for (const text of ['Oporto', '43,217', '3.2 MB', '35 × 46 km', '© OpenStreetMap contributors'])
      within(table).getByText(text)
    await user.click(within(table).getByRole('button', { name: /Oporto/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Quitar' }))
    const question = await screen.findByRole('alertdialog', { name: '¿Quitar Oporto?' })
    answers['GET /regions'] = list([])
    await user.click(within(question).getByRole('button', { name: 'Quitar' }))
    await screen.findByText('Aún no hay regiones')
    expect(count('DELETE /regions/porto')).toBe(1)
  })

  it('explain why one works without the exact roads engine', async () => {
    const fiji: Region = { ...porto, name: 'fiji', title: 'Fiyi', exactRoadsMissing: 'date_line' }
    renderApp('/regions', { ...root, 'GET /regions': list([fiji, porto]) })
    const table = await screen.findByRole('table')
    const row = (name: string) => within(table).getByText(name).closest('tr')?.textContent
    expect(row('Fiyi')).toContain('la región cruza el meridiano de 180°')
    expect(row('Oporto')).not.toContain('motor')
  })

  it('are uploaded in parts with a retry of a lost one; a refused build shows its reason', async () => {
    let tries = 0
    const { user, asked } = renderApp('/regions', {
      ...root,
      'GET /regions': list([]),
      'POST /regions/uploads': { status: 201, body: { fileId, partBytes: 8 } },
      [`POST /regions/uploads/${fileId}/parts`]: () => {
        tries += 1
        return tries === 2 ? refusal(413, 'payload_too_large') : { body: { received: 8 } }
      },
      'POST /regions': { status: 202, body: { workId } },
      [`GET /work/${workId}`]: { body: work({ status: 'failed', error: 'region_truncated' }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Agregar región' }))
    const dialog = await screen.findByRole('dialog', { name: 'Agregar región' })
    const send = () => user.click(within(dialog).getByRole('button', { name: 'Agregar' }))
    await send()
    await within(dialog).findByText('Elige un archivo.')
    const file = new File([new Uint8Array(20)], 'porto-latest.osm.pbf')
    await user.upload(within(dialog).getByLabelText('Elegir archivo', { selector: 'input' }), file)
    expect(within(dialog).getByLabelText<HTMLInputElement>(/Clave/).value).toBe('porto')
    await send()
    expect((await within(dialog).findByRole('alert')).textContent).not.toBe('')
    await send()
    await within(dialog).findByText(/se cortó al descargarse/)
    expect(asked.filter(({ call }) => call === 'POST /regions').map(({ body }) => body)).toEqual([
      { fileId, name: 'porto', title: 'Porto' },
    ])
    expect(tries).toBe(5)
  })
})
