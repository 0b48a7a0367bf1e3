import type { InspectedFenceFile } from '@rumbo/contract/geofences.files.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, renderApp } from '../../app/testing.tsx'
import { someFence } from '../geofences.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.geofences.load(),
    import('./FenceImportDialog.tsx'),
  ])
}, 60_000)

const fileId = '01930000-0000-7000-8000-000000000001'
const sentNames: string[] = []
class FakeUpload {
  status = 201
  responseText = JSON.stringify({ id: fileId, name: 'zonas.kml', bytes: 300 })
  upload: { onprogress: ((event: unknown) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  open(_method: string, address: string) {
    sentNames.push(decodeURIComponent(address.split('name=')[1] ?? '').replaceAll('+', ' '))
  }
  setRequestHeader() {}
  abort() {}
  send() {
    setTimeout(() => this.onload?.())
  }
}
beforeEach(() => {
  sentNames.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})
afterEach(() => vi.unstubAllGlobals())

const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const inspected = (some: Partial<InspectedFenceFile> = {}): InspectedFenceFile => ({
  items: [{ index: 1, name: 'Centro', colour: '#ff0000', shape: someFence().shape }],
  total: 1,
  refused: [{ index: 2, line: 14, what: 'Moño', reason: 'self_intersection' }],
  refusedTotal: 1,
  ...some,
})
const work: Work = {
  id: '01930000-0000-7000-8000-000000000002',
  kind: 'geofences.import',
  status: 'done',
  done: 1,
  total: 1,
  result: {
    fileId: null,
    fileName: null,
    added: 1,
    updated: 0,
    skipped: 0,
    bad: [{ row: 2, field: null, code: 'self_intersection', value: 'Moño' }],
    isDryRun: false,
  },
  error: null,
  createdAt: '2026-03-02T15:00:00.000Z',
  endedAt: '2026-03-02T15:00:01.000Z',
}
const inspectCall = 'POST /geofences/imports/inspect'

async function openDialog(some: Parameters<typeof renderApp>[1] = {}) {
  const view = renderApp('/geofences', {
    ...lead,
    'GET /geofences': listOf(),
    'GET /zones': listOf(),
    'GET /vehicles': listOf(),
    [inspectCall]: { body: inspected() },
    'POST /geofences/imports': { status: 202, body: { workId: work.id } },
    [`GET /work/${work.id}`]: { body: work },
    ...some,
  })
  await screen.findByText('Esta flotilla no tiene geocercas')
  await view.user.click(screen.getByRole('button', { name: 'Importar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar geocercas' }))
  return { ...view, dialog }
}

it('shows what a file holds and why shapes are refused, and creates the others', async () => {
  const { user, dialog, asked } = await openDialog()
  await user.upload(
    dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
    new File(['<kml/>'], 'zonas.kml'),
  )
  await dialog.findByText('1 geocerca lista para importar de «zonas.kml».')
  expect(sentNames).toEqual(['zonas.kml'])
  const refused = within(dialog.getByRole('list', { name: '1 no se puede importar' }))
  expect(refused.getByRole('listitem').textContent).toBe(
    'Forma 2 · Moño · línea 14Sus lados se cruzan o se tocan.',
  )
  within(dialog.getByRole('list', { name: 'Geocercas del archivo' })).getByText('Centro')
  await user.type(dialog.getByRole('combobox', { name: 'Etiquetas para todas' }), 'importadas{Enter}')
  await user.click(dialog.getByRole('switch', { name: 'Activas desde ahora' }))
  await user.click(dialog.getByRole('button', { name: 'Importar 1 geocerca' }))
  await dialog.findByText('1 geocerca creada, sin avisos todavía.')
  dialog.getByText('Sus lados se cruzan o se tocan.')
  expect(asked.find(({ call }) => call === 'POST /geofences/imports')?.body).toEqual({
    fleetId: 'f1',
    fileId,
    language: 'es',
    tags: ['importadas'],
    isActive: false,
    latitudeFirst: false,
    pointRadiusMetres: null,
  })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('reads pasted text, and reads it again with a radius for points', async () => {
  const asked: unknown[] = []
  const { user, dialog } = await openDialog({
    [inspectCall]: (body) => {
      asked.push(body)
      const hasRadius = (body as { pointRadiusMetres: number | null }).pointRadiusMetres !== null
      return {
        body: hasRadius
          ? inspected({ refused: [], refusedTotal: 0 })
          : inspected({
              items: [],
              total: 0,
              refused: [{ index: 1, line: 1, what: 'POINT', reason: 'no_radius' }],
            }),
      }
    },
  })
  await user.type(dialog.getByRole('textbox', { name: 'O pega aquí el contenido' }), 'POINT (-99 19)')
  await user.click(dialog.getByRole('button', { name: 'Leer el texto' }))
  await dialog.findByText(/Es un punto sin radio/)
  expect(dialog.getByRole('button', { name: 'Importar 0 geocercas' })).toHaveProperty('disabled', true)
  const radius = dialog.getByRole('textbox', { name: 'Radio de los puntos' })
  await user.clear(radius)
  await user.type(radius, '150')
  await user.click(dialog.getByRole('button', { name: 'Leer de nuevo' }))
  await dialog.findByRole('button', { name: 'Importar 1 geocerca' })
  expect(asked.at(-1)).toMatchObject({ pointRadiusMetres: 150, latitudeFirst: false })
})

it('says why a whole file is refused, and takes another one', async () => {
  const { user, dialog } = await openDialog({
    [inspectCall]: {
      body: inspected({
        items: [],
        total: 0,
        refused: [{ index: 0, line: null, what: '', reason: 'document_type' }],
      }),
    },
  })
  await user.upload(
    dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
    new File(['<!DOCTYPE x>'], 'x.kml'),
  )
  await dialog.findByText(/declara entidades/)
  dialog.getByText('Todo el archivo')
  await user.click(dialog.getByRole('button', { name: 'Otro archivo' }))
  dialog.getByRole('button', { name: 'Elegir archivo' })
})

it('asks before it is left while a file is read, and forgets the file then', async () => {
  const { user, dialog } = await openDialog({ [inspectCall]: () => new Promise(() => {}) })
  await user.upload(
    dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
    new File(['<kml/>'], 'zonas.kml'),
  )
  await dialog.findByRole('status')
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
  const question = within(await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' }))
  await user.click(question.getByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps the former reading where another one fails, and no other file is taken meanwhile', async () => {
  let answer = (_: { status: number; body: unknown }) => {}
  const second = new Promise<{ status: number; body: unknown }>((resolve) => {
    answer = resolve
  })
  const swapped = { index: 1, line: 1, what: 'A', reason: 'swapped_coordinates' } as const
  const { user, dialog } = await openDialog({
    [inspectCall]: (body) =>
      (body as { latitudeFirst: boolean }).latitudeFirst
        ? second
        : { body: inspected({ refused: [swapped] }) },
  })
  await user.upload(
    dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
    new File(['<kml/>'], 'zonas.kml'),
  )
  const other = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Otro archivo' })
  const latitudeFirst = dialog.getByRole<HTMLInputElement>('switch', { name: /latitud/i })
  await user.click(latitudeFirst)
  expect(other.disabled).toBe(true)
  answer({ status: 404, body: {} })
  await waitFor(() => expect(other.disabled).toBe(false))
  expect(latitudeFirst.checked).toBe(false)
})

it('refuses an empty file without sending it', async () => {
  const { user, dialog } = await openDialog()
  await user.upload(dialog.getByLabelText('Elegir archivo', { selector: 'input' }), new File([], 'x.kml'))
  await dialog.findByText('El archivo está vacío.')
  expect(sentNames).toEqual([])
})
