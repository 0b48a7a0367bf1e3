import type { ExpectedDevice } from '@rumbo/contract/telemetry.expected.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someUnknownDevice } from '../devices/devices.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.unknownDevices.load()])
}, 60_000)

const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const noUnknown = { 'GET /unknown-devices': { body: { items: [], total: 0, page: 1, size: 25 } } }
const device = (some: Partial<ExpectedDevice>): ExpectedDevice => ({
  identifier: '866551234567890',
  state: 'silent',
  lastSeenAt: null,
  vehicle: null,
  addedAt: '2026-03-01T15:00:00.000Z',
  addedByName: 'Mariana Ríos',
  ...some,
})
const listed = (items: ExpectedDevice[]) => {
  const count = (state: string) => items.filter((one) => one.state === state).length
  return {
    body: {
      ...{ items, total: items.length, page: 1, size: 25 },
      counts: {
        silent: count('silent'),
        unknown: count('unknown'),
        assigned: count('assigned'),
        elsewhere: count('elsewhere'),
      },
    },
  }
}
const table = () => screen.findByRole('table', { name: 'Identificadores esperados' })

describe('expected identifiers', () => {
  it('are listed with their state and filtered by it; a reporting one is attached from there', async () => {
    const asked: (string | null)[] = []
    const { user, at } = renderApp('/unknown-devices?tab=expected', {
      ...admin,
      ...noUnknown,
      'GET /expected-devices': (_body, query) => {
        asked.push(`${query.get('companyId')} ${query.get('state')}`)
        return listed([
          device({}),
          device({ identifier: '2', state: 'unknown', lastSeenAt: '2026-03-02T14:00:00.000Z' }),
          device({ identifier: '3', state: 'assigned', vehicle: { id: 'v104', vehicleNumber: '104' } }),
          device({ identifier: '4', state: 'elsewhere' }),
        ])
      },
    })
    const rows = within(await table())
    for (const text of ['Sin reportes', 'Reporta sin unidad', 'En la unidad 104', 'En otra empresa'])
      rows.getByText(text)
    screen.getByText('4 de 10,000')
    await user.click(screen.getByRole('button', { name: 'Reporta sin unidad 1' }))
    expect(at()).toContain('state=unknown')
    await waitFor(() => expect(asked.at(-1)).toBe('c1 unknown'))
    const actions = (name: string) =>
      rows.getByRole('button', { name: new RegExp(`^(?=.*cciones).*\\b${name}$`) })
    await user.click(actions('2'))
    await user.click(await screen.findByRole('menuitem', { name: 'Poner en una unidad' }))
    await screen.findByRole('dialog', { name: 'Poner 2 en una unidad' })
  })

  it('are added from pasted text; what is refused is named with its line', async () => {
    const sent: unknown[] = []
    const { user } = renderApp('/unknown-devices?tab=expected', {
      ...admin,
      ...noUnknown,
      'GET /expected-devices': listed([]),
      'POST /expected-devices': (body) => {
        sent.push(body)
        return {
          body: {
            ...{ added: 1, listed: 1, invalid: 1, taken: 1 },
            refused: [
              { line: 2, text: '86 12', reason: 'characters' },
              { line: 3, text: '866551234567891', reason: 'taken' },
            ],
          },
        }
      },
    })
    await screen.findByText('La lista está vacía')
    await user.click(screen.getByRole('button', { name: 'Agregar identificadores' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar identificadores' }))
    await user.click(dialog.getByRole('button', { name: 'Agregar' }))
    dialog.getByText('Escribe o pega al menos un identificador')
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('textbox', { name: 'Identificadores' }))
    await user.paste('866551234567890\n86 12\n866551234567891')
    await dialog.findByText(/Se leyeron 2 identificadores\. 1 texto no es un identificador\./)
    await user.click(dialog.getByRole('button', { name: 'Agregar' }))
    const result = within(await screen.findByRole('dialog', { name: 'Identificadores que no se agregaron' }))
    result.getByText('Se agregó 1 identificador. 1 ya estaba en la lista. 2 no se agregaron.')
    result.getByText(/^Línea 2: solo se admiten letras/)
    result.getByText(/^Línea 3: está o estuvo en uso en otra empresa/)
    expect(sent).toEqual([{ companyId: 'c1', identifiers: '866551234567890\n86 12\n866551234567891' }])
  })

  it('are read from a file, if it is a text; a full list is refused in words', async () => {
    const { user } = renderApp('/unknown-devices?tab=expected', {
      ...admin,
      ...noUnknown,
      'GET /expected-devices': listed([]),
      'POST /expected-devices': refusal(409, 'expected_limit'),
    })
    await user.click(await screen.findByRole('button', { name: 'Agregar identificadores' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar identificadores' }))
    const input = dialog.getByLabelText('Elegir archivo CSV', { selector: 'input' })
    await user.upload(input, new File(['PK\u0003\u0004\u0000'], 'equipos.csv', { type: 'text/csv' }))
    await dialog.findByText(/El archivo no es un CSV/)
    await user.upload(input, new File(['IMEI\n866551234567890\n'], 'equipos.csv', { type: 'text/csv' }))
    await dialog.findByText('Se leyó 1 identificador.')
    await user.click(dialog.getByRole('button', { name: 'Agregar' }))
    await dialog.findByText(/La lista admite hasta 10,000 identificadores por empresa/)
  })

  it('are removed where they are selected, which can be undone, and all of them only after asking', async () => {
    const sent: unknown[] = []
    const { user } = renderApp('/unknown-devices?tab=expected', {
      ...admin,
      ...noUnknown,
      'GET /expected-devices': listed([device({}), device({ identifier: 'telefono-1' })]),
      'POST /expected-devices/remove': (body) => {
        sent.push(body)
        const { identifiers } = body as { identifiers: string[] | null }
        return { body: { removed: identifiers ?? ['866551234567890', 'telefono-1'] } }
      },
      'POST /expected-devices': (body) => {
        sent.push(body)
        return { body: { added: 0, listed: 0, invalid: 0, taken: 0, refused: [] } }
      },
    })
    const rows = within(await table())
    await user.click(rows.getByRole('checkbox', { name: /telefono-1/ }))
    await user.click(screen.getByRole('button', { name: 'Quitar de la lista' }))
    await screen.findByText('Se quitó 1 identificador de la lista.')
    await user.click(screen.getByRole('button', { name: 'Deshacer' }))
    await screen.findByText(/1 identificador no se pudo recuperar/)
    await user.click(screen.getByRole('button', { name: 'Quitar todos' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText(/La lista tiene 2 identificadores/)
    await user.click(dialog.getByRole('button', { name: 'Quitar todos' }))
    await screen.findByText('Se quitaron 2 identificadores de la lista.')
    expect(sent).toEqual([
      { companyId: 'c1', identifiers: ['telefono-1'] },
      { companyId: 'c1', identifiers: ['telefono-1'] },
      { companyId: 'c1', identifiers: null },
    ])
  })
})

describe('selected identifiers', () => {
  it('are those that are shown: not removed ones, and none of another filter or page', async () => {
    const sent: unknown[] = []
    let all = ['1', '2', '3'].map((digit) => device({ identifier: `telefono-${digit}` }))
    const { user } = renderApp('/unknown-devices?tab=expected', {
      ...admin,
      ...noUnknown,
      'GET /expected-devices': (_body, query) =>
        listed(all.filter(({ state }) => !query.get('state') || query.get('state') === state)),
      'POST /expected-devices/remove': (body) => {
        sent.push(body)
        const { identifiers } = body as { identifiers: string[] }
        all = all.filter(({ identifier }) => !identifiers.includes(identifier))
        return { body: { removed: identifiers } }
      },
    })
    const rows = within(await table())
    const box = (name: string) => rows.getByRole('checkbox', { name: new RegExp(name) })
    for (const name of ['telefono-1', 'telefono-2']) await user.click(box(name))
    await screen.findByText('2 seleccionados', { ignore: '[role=status]' })
    await user.click(rows.getByRole('button', { name: /^(?=.*cciones).*telefono-1$/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Quitar de la lista' }))
    await screen.findByText('1 seleccionado', { ignore: '[role=status]' })
    await user.click(screen.getByRole('button', { name: 'Quitar de la lista' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ companyId: 'c1', identifiers: ['telefono-2'] })

    await waitFor(() => expect(rows.queryByText('telefono-2')).toBeNull())
    await user.click(box('telefono-3'))
    await screen.findByText('1 seleccionado', { ignore: '[role=status]' })
    await user.click(screen.getByRole('button', { name: 'En una unidad 0' }))
    await screen.findByText('Ningún identificador coincide con los filtros.')
    expect(screen.queryByText('1 seleccionado')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'En una unidad 0' }))
    expect(await screen.findByRole('checkbox', { name: /telefono-3/ })).toHaveProperty('checked', false)
  })
})

describe('the screen of an admin', () => {
  it('shows unknown devices of the company’s list, and no gateway', async () => {
    const asked: (string | null)[] = []
    const { user, at } = renderApp(
      '/unknown-devices',
      {
        ...admin,
        'GET /expected-devices': listed([]),
        'GET /unknown-devices': (_body, query) => {
          asked.push(query.get('companyId'))
          return { body: { items: [], total: 0, page: 1, size: 25 } }
        },
      },
      { language: 'en' },
    )
    await screen.findByText('No expected device is without a vehicle')
    expect(new Set(asked)).toEqual(new Set(['c1']))
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Without a vehicle',
      'Expected identifiers',
      'Rejected reports',
    ])
    await user.click(screen.getByRole('button', { name: 'Show the list' }))
    expect(at()).toBe('/unknown-devices?tab=expected')
    await screen.findByText('The list is empty')
  })

  it('names the company that expects a device only to super admins', async () => {
    const expectedBy = { id: 'c2', name: 'Veloz Tapatía' }
    const items = [someUnknownDevice({ expectedBy })]
    renderApp('/unknown-devices', {
      ...answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] }),
      'GET /unknown-devices': { body: { items, total: 1, page: 1, size: 25 } },
    })
    await screen.findByRole('cell', { name: 'Veloz Tapatía' })
    screen.getByRole('columnheader', { name: 'Lo espera' })
  })

  it('is no manager’s', async () => {
    renderApp('/unknown-devices', {
      ...answersFor({ level: 'manager', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
      ...noUnknown,
    })
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull())
    expect(screen.queryByRole('link', { name: /Equipos desconocidos/ })).toBeNull()
  })
})
