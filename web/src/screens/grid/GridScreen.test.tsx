import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answersFor, type FakeAnswers, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someFleet } from '../../organisation/organisation.factory.ts'
import { someCurrentService } from '../../services/services.factory.ts'
import { someLiveVehicle } from '../../vehicles/vehicles.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./GridScreen.tsx')])
}, 60_000)

// jsdom has no layout, and only visible tiles are rendered.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

const fleetAt = (now: number) => [
  someLiveVehicle({ vehicleNumber: '104', status: 'active', at: now }),
  someLiveVehicle({ vehicleNumber: '110', status: 'maintenance', at: now - 3_600_000 }),
  someLiveVehicle({ vehicleNumber: '118', status: 'occupied', speedKmh: 42, at: now - 1000 }),
]

async function openGrid(path = '/grid', some: FakeAnswers = {}) {
  const view = renderApp(path, some)
  await screen.findByRole('heading', { level: 1, name: 'Cuadrícula' })
  const fleet = fleetAt(Date.now())
  act(() => view.client.live.store.applySnapshot('f1', fleet))
  await screen.findByText(/de 3$/)
  return { ...view, fleet }
}
const tiles = () => within(screen.getByRole('list', { name: 'Tablero de unidades' })).getAllByRole('button')
const numbers = () => tiles().map((tile) => /\d+/.exec(tile.textContent ?? '')?.[0])

it('sorts by status, by number, or by age of the last report', async () => {
  const { user } = await openGrid()
  expect(numbers()).toEqual(['118', '104', '110'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Ordenar' }), 'number')
  await waitFor(() => expect(numbers()).toEqual(['104', '110', '118']))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Ordenar' }), 'silent')
  await waitFor(() => expect(numbers()).toEqual(['110', '118', '104']))
})

it('shows the free vehicles of each zone in the order in which they became free', async () => {
  const now = Date.now()
  const zone = {
    id: 'z1',
    companyId: 'c1',
    fleetId: 'f1',
    name: 'Sitio Centro',
    corners: [
      [-99.14, 19.42],
      [-99.12, 19.42],
      [-99.12, 19.44],
      [-99.14, 19.44],
    ],
    version: 1,
  }
  const { user, client } = await openGrid('/grid', {
    'GET /zones': { body: { items: [zone], total: 1, page: 1, size: 100 } },
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Ver como' }), 'zones')
  act(() =>
    client.live.store.applySnapshot('f1', [
      someLiveVehicle({ vehicleNumber: '104', statusSince: now - 60_000 }),
      someLiveVehicle({ vehicleNumber: '105', statusSince: now - 900_000 }),
      someLiveVehicle({ vehicleNumber: '118', status: 'occupied' }),
    ]),
  )
  const queue = await screen.findByRole('list', { name: 'Fila de Sitio Centro' })
  await waitFor(() => expect(within(queue).getAllByRole('button')).toHaveLength(2))
  expect(
    within(queue)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual([expect.stringMatching(/^1.*105.*15 min/), expect.stringMatching(/^2.*104.*1 min/)])
  within(screen.getByRole('region', { name: 'Sitio Centro' })).getByText('1 no disponible')
  await user.click(within(queue).getByRole('button', { name: /105/ }))
  await screen.findByRole('dialog', { name: 'Unidad 105' })
})

it('names each filter that hides all vehicles, with the number it hides, and removes just that one', async () => {
  const { user, at } = await openGrid('/grid?status=maintenance')
  expect(numbers()).toEqual(['110'])
  await user.type(screen.getByRole('searchbox', { name: 'Número, placa, marca o modelo' }), '118')
  await screen.findByText('Ninguna unidad cumple con todo lo elegido.')
  screen.getByRole('button', { name: 'Quitar la búsqueda «118» · 1 unidad' })
  await user.click(screen.getByRole('button', { name: 'Quitar el filtro de 1 estado · 1 unidad' }))
  await waitFor(() => expect(numbers()).toEqual(['118']))
  expect(at()).not.toContain('status=')
  await user.click(screen.getByRole('button', { name: 'Solo las que necesitan atención' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Número, placa, marca o modelo' }))
  await screen.findByText('Ninguna unidad necesita atención en este momento.')
  await user.click(screen.getByRole('button', { name: /^Ver también las que no necesitan atención · 3/ }))
  await waitFor(() => expect(numbers()).toHaveLength(3))
})

it('shows the frozen state on a card, not newer values', async () => {
  const { user, client, fleet } = await openGrid()
  await user.click(screen.getByRole('button', { name: /^Actualización automática/ }))
  act(() =>
    client.live.store.applySnapshot(
      'f1',
      fleet.map((vehicle) => (vehicle.vehicleNumber === '118' ? { ...vehicle, speedKmh: 77 } : vehicle)),
    ),
  )
  await user.click(screen.getByRole('button', { name: /^118/ }))
  const card = await screen.findByRole('dialog', { name: 'Unidad 118' })
  expect(card.textContent).toContain('42')
  expect(card.textContent).not.toContain('77')
})

it('shows another fleet although it is paused, and shows no empty state before its vehicles have arrived', async () => {
  const view = renderApp('/grid', twoOfEach)
  await screen.findByRole('heading', { level: 1, name: 'Cuadrícula' })
  act(() => view.client.live.store.applySnapshot('f1', fleetAt(Date.now())))
  await screen.findByText(/de 3$/)
  await view.user.click(screen.getByRole('button', { name: /^Actualización automática/ }))
  await act(() => view.client.workspace.chooseFleet('f2'))
  expect(screen.queryByText(/Todavía no hay unidades/)).toBeNull()
  act(() => view.client.live.store.applySnapshot('f2', [someLiveVehicle({ vehicleNumber: '205' })]))
  await screen.findByText('1 de 1')
  expect(numbers()).toEqual(['205'])
  expect(screen.getByRole('button', { name: /^Actualización automática/ }).textContent).toContain('En pausa')
})

it('shows all fleets as one, names them, and omits one whose grid is off', async () => {
  sessionStorage.setItem('activeFleetId', 'all')
  const fleets = ['f1', 'f2', 'f3'].map((id) =>
    someFleet({
      id,
      name: `Flotilla ${id}`,
      features: id === 'f3' ? ['fleet', 'map'] : ['fleet', 'map', 'grid'],
    }),
  )
  const view = renderApp('/grid?show=table', {
    ...twoOfEach,
    'GET /fleets/': { body: { items: fleets, total: 3, page: 1, size: 100 } },
  })
  await screen.findByRole('button', { name: /^Flotilla: Todas mis flotillas\. / })
  await screen.findByRole('heading', { level: 1, name: 'Cuadrícula' })
  act(() => {
    for (const { id } of fleets)
      view.client.live.store.applySnapshot(id, [
        someLiveVehicle({ id: `v-${id}`, fleetId: id, vehicleNumber: `20${id.slice(1)}` }),
      ])
  })
  await screen.findByText('2 de 2')
  within(screen.getByRole('row', { name: /^201 / })).getByText('Flotilla f1')
  within(screen.getByRole('row', { name: /^202 / })).getByText('Flotilla f2')
  expect(screen.queryByRole('row', { name: /^203 / })).toBeNull()
})

it('goes live again as a wall, and shows there what the filter hides', async () => {
  const { user, client } = await openGrid('/grid?status=maintenance')
  await user.click(screen.getByRole('button', { name: /^Actualización automática/ }))
  await screen.findByRole('button', { name: /^Actualización automática/, pressed: false })
  await user.keyboard('w')
  await screen.findByText('Filtradas: 1 de 3')
  act(() => client.live.store.applyChanges('f1', [{ id: 'v104', status: 'alarmed' }], []))
  await screen.findByText('Filtradas: 2 de 3')
  screen.getByText('1 en alarma, mostrada pese al filtro')
  const header = screen.getByRole('banner')
  expect(header.inert).toBe(true)
  expect(screen.queryByRole('searchbox', { name: 'Número, placa, marca o modelo' })).toBeNull()
  await user.keyboard('{Escape}')
  await screen.findByRole('button', { name: /^Actualización automática/, pressed: true })
  expect(header.inert).toBe(false)
})

it('leaves full screen together with the wall when another screen is opened', async () => {
  const { user } = await openGrid()
  const exit = vi.fn(async () => {})
  Object.assign(document, { exitFullscreen: exit })
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: document.body })
  try {
    await user.keyboard('w')
    await waitFor(() => expect(screen.getByRole('banner').inert).toBe(true))
    expect(exit).not.toHaveBeenCalled()
    await user.keyboard('gm')
    await screen.findByRole('heading', { level: 1, name: 'Mapa' })
    expect(exit).toHaveBeenCalled()
  } finally {
    for (const name of ['exitFullscreen', 'fullscreenElement']) Reflect.deleteProperty(document, name)
  }
})

it('selects every status and clears every filter by buttons that keep the focus', async () => {
  const { user, at } = await openGrid()
  const chips = within(screen.getByRole('group', { name: 'Filtrar por estado' })).getAllByRole('button')
  const pressed = () => chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').length
  const all = screen.getByRole('button', { name: 'Elegir todos los filtros' })
  const none = screen.getByRole('button', { name: 'Quitar todos los filtros' })
  const isOff = (sign: HTMLElement) => sign.getAttribute('aria-disabled') === 'true'
  expect([isOff(all), isOff(none)]).toEqual([false, true])
  act(() => all.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(pressed()).toBe(9))
  expect([isOff(all), isOff(none)]).toEqual([true, false])
  expect(document.activeElement).toBe(all)

  const field = screen.getByRole('searchbox', { name: 'Número, placa, marca o modelo' })
  await user.type(field, '110')
  await user.click(screen.getByRole('button', { name: 'Solo las que necesitan atención' }))
  await waitFor(() => expect(at()).toContain('only=problems'))
  act(() => none.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(pressed()).toBe(0)
  expect(field).toHaveProperty('value', '')
  expect(at()).toBe('/grid')
  expect(isOff(none)).toBe(true)
  expect(document.activeElement).toBe(none)
})

it('shows what a vehicle does on its tile', async () => {
  await openGrid('/grid', {
    'GET /services-current': {
      body: { items: [someCurrentService({ vehicleId: 'v118', status: 'in_progress', driverName: null })] },
    },
  })
  const tile = await screen.findByRole('button', { name: /118.*20431 · Elena Torres.*A bordo · ≈ 7 min/ })
  expect(tile.textContent).not.toContain('A-118-KJM')
})

it.each([
  ['compact', /118.*20431 · ≈ 7 min · Rosa Íñiguez/],
  ['dense', /118.*20431 · ≈ 7 min/],
])('shows it on a %s tile too', async (density, words) => {
  await openGrid(`/grid?density=${density}`, {
    'GET /services-current': {
      body: { items: [someCurrentService({ vehicleId: 'v118', driverName: 'Rosa Íñiguez' })] },
    },
  })
  await screen.findByRole('button', { name: words })
})

it('has a column for it in the table', async () => {
  const service = someCurrentService({ vehicleId: 'v118', status: 'in_progress', driverName: 'Rosa Íñiguez' })
  await openGrid('/grid?show=table', { 'GET /services-current': { body: { items: [service] } } })
  await screen.findByRole('columnheader', { name: 'Servicio actual' })
  screen.getByRole('cell', { name: '20431 · Elena Torres A bordo · ≈ 7 min · Rosa Íñiguez' })
})

it('has no such column in a fleet without services', async () => {
  await openGrid('/grid?show=table', {
    'GET /fleets/f1': { body: someFleet({ features: ['fleet', 'grid'] }) },
  })
  await screen.findByRole('columnheader', { name: 'Placa' })
  expect(screen.queryByRole('columnheader', { name: 'Servicio actual' })).toBeNull()
})

it('leads from a fleet without vehicles to the form', async () => {
  const scope = { scope: 'c1,*,*', type: 'manage' } as const
  const view = renderApp('/grid', answersFor({ level: 'admin', access_scopes: [scope] }))
  await screen.findByRole('heading', { level: 1, name: 'Cuadrícula' })
  act(() => view.client.live.store.applySnapshot('f1', []))
  const link = await screen.findByRole('link', { name: 'Agregar unidad' })
  expect(link.getAttribute('href')).toBe('/fleet?add=1')
})
