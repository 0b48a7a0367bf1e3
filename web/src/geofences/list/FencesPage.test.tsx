import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someFence, someListedFence } from '../geofences.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.geofences.load(),
    import('./BulkFencesDialog.tsx'),
    import('../editor/FenceEditor.tsx'),
  ])
}, 60_000)

const ids = {
  north: '0198c0de-0000-7000-8000-000000000001',
  south: '0198c0de-0000-7000-8000-000000000002',
}
const north = someFence({ id: ids.north, description: 'Patio de noche', scope: { kind: 'fleet' } })
const listed = [
  someListedFence({ id: ids.north }),
  someListedFence({
    id: ids.south,
    name: 'Ruta Sur',
    kind: 'route',
    isActive: false,
    tags: ['rutas'],
    triggers: [],
    version: 4,
  }),
]
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const reader = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })
const shape = {
  shapeVersion: 1,
  kind: 'circle',
  createdAt: '2026-03-02T15:00:00.000Z',
  createdByName: 'Ana Ruiz',
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const answers = (some: Parameters<typeof renderApp>[1] = {}) => ({
  ...lead,
  'GET /geofences': listOf(...listed),
  'GET /geofences/inside': {
    body: {
      items: [
        { fenceId: ids.north, vehicles: [{ vehicleId: 'v104', vehicleNumber: '104', since: minutesAgo(5) }] },
      ],
      isComplete: true,
    },
  },
  'GET /geofences/today': {
    body: { day: '2026-03-02', items: [{ fenceId: ids.north, entries: 4, exits: 3 }] },
  },
  'GET /zones': listOf(),
  'GET /vehicles': listOf(),
  [`GET /geofences/${ids.north}`]: { body: north },
  [`GET /geofences/${ids.north}/used-by`]: { body: { items: ['Ruta Sur'] } },
  [`GET /geofences/${ids.north}/shapes`]: { body: { items: [shape] } },
  ...some,
})
const table = async () => within(await screen.findByRole('table', { name: 'Geocercas' }))

describe('the list of geofences', () => {
  it('is searched, filtered and sorted by the address', async () => {
    const asked: URLSearchParams[] = []
    const { user, at } = renderApp(
      '/geofences',
      answers({
        'GET /geofences': (_body, query) => {
          asked.push(query)
          return listOf(...listed)
        },
      }),
    )
    const rows = (await table()).getAllByRole('row').map((row) => row.textContent)
    expect(rows[1]).toContain('Base Norte')
    await screen.findByText('4 / 3')
    expect(rows[2]).toContain('Desactivada')
    const last = () => Object.fromEntries(asked.at(-1) ?? [])
    expect(last()).toMatchObject({ sort: 'name', order: 'asc', fleetId: 'f1', page: '1' })
    await user.click(screen.getByRole('button', { name: 'Ruta' }))
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    await user.click(screen.getByRole('combobox', { name: 'Estado de la geocerca' }))
    await user.click(await screen.findByRole('option', { name: 'Activa' }))
    await user.click(screen.getByRole('combobox', { name: 'Unidades' }))
    await user.click(await screen.findByRole('option', { name: 'Toda la flotilla' }))
    await user.type(screen.getByRole('combobox', { name: 'Etiqueta' }), 'rutas{Enter}')
    await waitFor(() =>
      expect(last()).toMatchObject({ kind: 'route', isActive: 'true', scope: 'fleet', tag: 'rutas' }),
    )
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
    await waitFor(() => expect(at()).toBe('/geofences'))
  })

  it('opens a geofence by keyboard with its facts, and closes it with Escape', async () => {
    const { user, at } = renderApp('/geofences', answers())
    ;(await table()).getByRole('button', { name: 'Círculo Base Norte' }).focus()
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    expect(at()).toBe(`/geofences?fence=${ids.north}`)
    const details = within(await screen.findByRole('region', { name: 'Base Norte' }))
    details.getByText('Patio de noche')
    expect(details.getByRole('link', { name: '104' }).getAttribute('href')).toBe('/vehicle-details/v104')
    details.getByText('hace 5 min')
    details.getByText('Entradas hoy: 4 · Salidas hoy: 3')
    details.getByText('Círculo de 250 m de radio')
    await details.findByText('Ruta Sur')
    details.getByText(/2 posiciones, o dos en 30 s/)
    await details.findByText(/Ana Ruiz/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(at()).toBe('/geofences'))
  })

  it('opens a geofence by a click on its row, and closes it with Escape', async () => {
    const { user, at } = renderApp('/geofences', answers())
    const rows = (await table()).getAllByRole('row')
    await user.click(within(rows[1] as HTMLElement).getByText('Base Norte'))
    await screen.findByRole('region', { name: 'Base Norte' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(at()).toBe('/geofences'))
  })

  it('offers readers everything except changes', async () => {
    const { user } = renderApp(`/geofences?fence=${ids.north}`, answers(reader), { language: 'en' })
    const details = within(await screen.findByRole('region', { name: 'Base Norte' }))
    await details.findByText('Entry')
    expect(screen.queryByRole('button', { name: 'New geofence' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: /Ruta Sur/ }))
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    screen.getByRole('button', { name: 'Export selected' })
  })

  it('offers three to begin with where there is none, and opens the editor with the chosen one', async () => {
    const { user, at } = renderApp('/geofences', answers({ 'GET /geofences': listOf() }))
    await screen.findByText('Esta flotilla no tiene geocercas')
    await user.click(screen.getByRole('button', { name: /Zona de servicio/ }))
    expect(at()).toBe('/geofences?edit=new&template=zone')
    const name = await screen.findByRole('textbox', { name: /^Nombre/ })
    expect(name).toHaveProperty('value', 'Zona de servicio')
    await screen.findByRole('group', { name: '1. Salida' })
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(at()).toBe('/geofences'))
  })

  it('shows one fleet, chosen on the page where all are shown', async () => {
    const asked: (string | null)[] = []
    const { user, client } = renderApp(
      '/geofences',
      answers({
        ...twoOfEach,
        'GET /geofences': (_body, query) => {
          asked.push(query.get('fleetId'))
          return listOf(...listed)
        },
      }),
    )
    await table()
    await waitFor(() => expect(client.workspace.state().fleets).toHaveLength(2))
    expect(new Set(asked)).toEqual(new Set(['f1']))
    void user
  })
})

describe('a geofence', () => {
  it('is switched off from its menu, and a refusal says why', async () => {
    const sent: unknown[] = []
    const { user } = renderApp(
      '/geofences',
      answers({
        'POST /geofences/bulk': (body) => {
          sent.push(body)
          const problem = sent.length === 1 ? 'stale_version' : null
          return {
            body: { items: [{ id: ids.north, name: 'Base Norte', problem, usedBy: [], version: 2 }] },
          }
        },
      }),
    )
    const turnOff = async () => {
      await user.click(await screen.findByRole('button', { name: 'Acciones de Base Norte' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Desactivar' }))
    }
    await table()
    await turnOff()
    await screen.findByText(/Alguien cambió este registro/)
    await turnOff()
    await screen.findByText('Geocerca «Base Norte» desactivada')
    expect(sent[0]).toEqual({ fences: [{ id: ids.north, version: 1 }], change: { action: 'deactivate' } })
  })

  it('that a route needs is not deleted, and the routes are named', async () => {
    const { user } = renderApp(
      '/geofences',
      answers({
        [`DELETE /geofences/${ids.north}`]: {
          status: 409,
          body: { ...(refusal(409, 'fence_in_use').body as object), words: { usedBy: 'Ruta Sur' } },
        },
      }),
    )
    await table()
    await user.click(screen.getByRole('button', { name: 'Acciones de Base Norte' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
    const title = '¿Eliminar la geocerca «Base Norte»?'
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    await user.click(question.getByRole('button', { name: 'Eliminar' }))
    await question.findByText('Es punto de control de: Ruta Sur. Primero quítala de ahí.')
    expect(question.getByRole('button', { name: 'Eliminar' })).toHaveProperty('disabled', true)
    await user.click(question.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('is edited in the editor, which the browser’s Back leaves', async () => {
    const { user, at, history } = renderApp('/geofences', answers(), { hasBrowserHistory: true })
    await table()
    await user.click(screen.getByRole('button', { name: 'Acciones de Base Norte' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }))
    expect(await screen.findByRole('textbox', { name: /^Nombre/ })).toHaveProperty('value', 'Base Norte')
    expect(at()).toBe(`/geofences?edit=${ids.north}`)
    expect(document.activeElement?.textContent).toBe('Editar la geocerca «Base Norte»')
    history.back()
    await table()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Geocercas' }))
  })
})

describe('selected geofences', () => {
  const both = async (user: ReturnType<typeof renderApp>['user']) => {
    await table()
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }))
  }
  it('are tagged together, with a result for each', async () => {
    const sent: { fences: unknown; change: unknown }[] = []
    const { user } = renderApp(
      '/geofences',
      answers({
        'POST /geofences/bulk': (body) => {
          sent.push(body as (typeof sent)[number])
          return {
            body: {
              items: [
                { id: ids.north, name: 'Base Norte', problem: null, usedBy: [], version: 2 },
                { id: ids.south, name: 'Ruta Sur', problem: 'fence_tags_full', usedBy: [], version: 4 },
              ],
            },
          }
        },
      }),
    )
    await both(user)
    await user.click(screen.getByRole('button', { name: 'Etiquetar' }))
    const form = within(await screen.findByRole('dialog', { name: 'Etiquetar 2 geocercas' }))
    await user.click(form.getByRole('button', { name: 'Etiquetar' }))
    await form.findByText('Escribe las etiquetas que quieres agregar o quitar.')
    await user.type(form.getByRole('combobox', { name: 'Agregar etiquetas' }), 'norte{Enter}')
    await user.click(form.getByRole('button', { name: 'Etiquetar' }))
    const result = within(await screen.findByRole('dialog', { name: 'Resultado' }))
    expect(result.getByRole('status').textContent).toBe('Listo en 1 de 2')
    result.getByText('Una geocerca tiene a lo sumo 20 etiquetas.')
    expect(sent).toEqual([
      {
        fences: [
          { id: ids.north, version: 1 },
          { id: ids.south, version: 4 },
        ],
        change: { action: 'tag', add: ['norte'], remove: [] },
      },
    ])
  })

  it('are deleted with the routes first, whose checkpoints the others may be', async () => {
    const sent: unknown[] = []
    const { user } = renderApp(
      '/geofences',
      answers({
        'POST /geofences/bulk': (body) => {
          sent.push(body)
          const done = { problem: null, usedBy: [], version: null }
          return {
            body: {
              items: [
                { id: ids.south, name: 'Ruta Sur', ...done },
                { id: ids.north, name: 'Base Norte', ...done },
              ],
            },
          }
        },
      }),
    )
    await both(user)
    await user.click(screen.getByRole('button', { name: 'Eliminar' }))
    const form = within(await screen.findByRole('dialog', { name: /^Eliminar 2 geocercas/ }))
    form.getByText(/^Dejan de avisar y ya no se ven en el mapa/)
    await user.click(form.getByRole('button', { name: 'Eliminar' }))
    const result = within(await screen.findByRole('dialog', { name: 'Resultado' }))
    expect(result.getByRole('status').textContent).toBe('Listo en 2 de 2')
    expect(sent).toEqual([
      {
        fences: [
          { id: ids.south, version: 4 },
          { id: ids.north, version: 1 },
        ],
        change: { action: 'delete' },
      },
    ])
    // The bar with the button that asked is gone.
    await user.click(result.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('are exported in a chosen format', async () => {
    const { user, asked } = renderApp(
      '/geofences',
      answers({
        'POST /geofences/exports': refusal(503, 'unavailable'),
      }),
    )
    await both(user)
    await user.click(screen.getByRole('button', { name: 'Exportar elegidas' }))
    await user.click(await screen.findByRole('menuitem', { name: 'KML (Google Earth)' }))
    await screen.findByText(/no está disponible/)
    expect(asked.find(({ call }) => call === 'POST /geofences/exports')?.body).toEqual({
      fleetId: 'f1',
      ids: [ids.north, ids.south],
      format: 'kml',
      language: 'es',
    })
  })
})
