import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addresses } from '../../addresses.ts'
import { answersFor, type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someLiveVehicle, someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someCurrentService, someStopAhead } from '../services.factory.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(() => import('../../app/shell/Shell.tsx'), 60_000)
// The simulated browser has no layout, and only visible tiles and rows are rendered.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

const fleetNow = () => [
  someLiveVehicle({ vehicleNumber: '104', status: 'active' }),
  someLiveVehicle({ vehicleNumber: '118', status: 'occupied', speedKmh: 42 }),
]

/** Vehicle 118 with twelve services of a plan. */
const withRoute: FakeAnswers = {
  'GET /services-current': { body: { items: [someCurrentService({ vehicleId: 'v118' })] } },
  'GET /plans/ahead': {
    body: { items: [{ vehicleId: 'v118', services: 12, currentServiceId: 's1' }] },
  },
  'GET /vehicles/v118/route': {
    body: {
      now: '2026-11-25T13:50:00.000Z',
      plans: [{ id: 'p1', name: 'Lunes', date: '2026-11-25' }],
      stops: [
        someStopAhead({ predictedArrival: '2026-11-25T14:12:00.000Z', lateSeconds: 720, isEstimate: true }),
        someStopAhead({
          serviceId: 's2',
          stopId: 'stop2',
          serviceNumber: 20432,
          plannedArrival: '2026-11-25T15:00:00.000Z',
          predictedArrival: null,
          obstacle: 'no_position',
          stopType: 'drop',
          address: 'Alameda',
        }),
      ],
    },
  },
}

it.each([
  {
    language: 'es',
    row: /118.*20431 · Elena Torres.*y 11 servicios más por hacer/,
    more: 'y 11 más',
    button: 'Ruta: 12 servicios por hacer',
    plan: 'Plan «Lunes» del 25/11/2026',
    stops: 'Paradas por hacer de la unidad 118',
    first: /08:00 Recogida · Paseo de la Reforma 222.*Se espera a las 08:12, 12 min tarde · estimado/,
    second: /09:00 Destino · Alameda.*Sin predicción · Unidad sin posición/,
    heading: 'Mapa',
  },
  {
    language: 'en',
    row: /118.*20431 · Elena Torres.*and 11 more services to come/,
    more: '+11 more',
    button: 'Route: 12 services to come',
    plan: 'Plan “Lunes” of 25/11/2026',
    stops: 'Stops to come of vehicle 118',
    first: /08:00 Pickup · Paseo de la Reforma 222.*Expected at 08:12, 12 min late · estimate/,
    second: /09:00 .*Alameda.*No prediction · Vehicle without a position/,
    heading: 'Map',
  },
] as const)(
  'counts the other services of a route, and lists its stops once asked, in $language',
  async (one) => {
    const { user, client, asked } = renderApp('/map', withRoute, { language: one.language })
    await screen.findByRole('heading', { level: 1, name: one.heading })
    act(() => client.live.store.applySnapshot('f1', fleetNow()))
    const row = await screen.findByRole('button', { name: one.row })
    within(row).getByText(one.more)
    await user.click(row)
    const card = within(await screen.findByRole('region', { name: /118/ }))
    const button = await card.findByRole('button', { name: one.button })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(asked.some(({ call }) => call === 'GET /vehicles/v118/route')).toBe(false)
    await user.click(button)
    const stops = within(await card.findByRole('list', { name: one.stops })).getAllByRole('listitem')
    expect(stops.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(one.first),
      expect.stringMatching(one.second),
    ])
    expect(card.getByRole('link', { name: one.plan }).getAttribute('href')).toContain(
      'plan=p1&date=2026-11-25&vehicle=v118',
    )
    expect(card.getByRole('link', { name: '20432 · Elena Torres' }).getAttribute('href')).toContain(
      'service=s2',
    )
  },
)

it('asks for no routes on behalf of a driver, who may not read plans', async () => {
  const { count, client } = renderApp('/map', {
    ...withRoute,
    ...answersFor({
      level: 'user',
      access_scopes: [{ scope: 'c1,f1,*', type: 'read' }],
      driven_fleets: ['f1'],
    }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Mapa' })
  act(() => client.live.store.applySnapshot('f1', fleetNow()))
  await waitFor(() => expect(count('GET /services-current')).toBeGreaterThan(0))
  expect(count('GET /plans/ahead')).toBe(0)
})

async function openGrid(path: string, some: FakeAnswers = {}) {
  const view = renderApp(path, { ...withRoute, ...some })
  await screen.findByRole('heading', { level: 1, name: 'Cuadrícula' })
  act(() => view.client.live.store.applySnapshot('f1', fleetNow()))
  return view
}

it.each(['/grid', '/grid?density=compact', '/grid?density=dense'])(
  'counts the other services of a route on the tile at %s, and in its card',
  async (path) => {
    const { user } = await openGrid(path)
    const tile = await screen.findByRole('button', { name: /118.*20431.*y 11 servicios más por hacer/ })
    within(tile).getByText('y 11 más')
    await user.click(tile)
    const card = within(await screen.findByRole('dialog', { name: 'Unidad 118' }))
    card.getByText('y 11 más')
    card.getByRole('button', { name: 'Ruta: 12 servicios por hacer' })
  },
)

it('counts them in the table, also of a route that has not begun', async () => {
  await openGrid('/grid?show=table', {
    'GET /plans/ahead': {
      body: {
        items: [
          { vehicleId: 'v104', services: 3, currentServiceId: null },
          { vehicleId: 'v118', services: 12, currentServiceId: 's1' },
        ],
      },
    },
  })
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  await (await row(/^118 /)).findByRole('cell', {
    name: /20431 · Elena Torres.*y 11 servicios más por hacer/,
  })
  await (await row(/^104 /)).findByRole('cell', { name: '3 servicios por hacer' })
})

const notBegun: FakeAnswers = {
  'GET /services-current': { body: { items: [] } },
  'GET /plans/ahead': { body: { items: [{ vehicleId: 'v104', services: 3, currentServiceId: null }] } },
}

it.each(['/grid', '/grid?density=compact', '/grid?density=dense'])(
  'counts the services of a route that has not begun on the tile at %s',
  async (path) => {
    await openGrid(path, notBegun)
    await screen.findByRole('button', { name: /104.*3 servicios por hacer/ })
    expect(screen.getByRole('button', { name: /118/ }).textContent).not.toMatch(/por hacer/)
  },
)

it.each([
  ['es', 'Mapa', '3 servicios por hacer'],
  ['en', 'Map', '3 services to come'],
] as const)('counts them in the row of the map in %s', async (language, heading, words) => {
  const { client } = renderApp('/map', notBegun, { language })
  await screen.findByRole('heading', { level: 1, name: heading })
  act(() => client.live.store.applySnapshot('f1', fleetNow()))
  const row = await screen.findByRole('button', { name: new RegExp(`104.*${words}`) })
  within(row).getByText(words)
  expect(screen.getByRole('button', { name: /^.*118/ }).textContent).not.toContain(words)
})

it('lists what is left on the page of the vehicle, and nothing without a route', async () => {
  const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104' })
  const ahead = { vehicleId: vehicle.id, services: 1, currentServiceId: null }
  const { client, answers } = renderApp(addresses.vehicleDetails(vehicle.id), {
    [`GET /vehicles/${vehicle.id}`]: { body: vehicle },
    'GET /plans/ahead': { body: { items: [ahead] } },
    [`GET /vehicles/${vehicle.id}/route`]: {
      body: {
        now: '2026-11-25T13:50:00.000Z',
        plans: [{ id: 'p1', name: 'Lunes', date: '2026-11-25' }],
        stops: [someStopAhead()],
      },
    },
  })
  const card = within(await screen.findByRole('region', { name: /Ruta del día/ }))
  await card.findByRole('link', { name: 'Plan «Lunes» del 25/11/2026' })
  card.getByText('1 servicio por hacer')
  card.getByText('Se espera a las 08:00')
  answers['GET /plans/ahead'] = { body: { items: [] } }
  client.data.evict(['planning'])
  await waitFor(() => expect(screen.queryByRole('region', { name: /Ruta del día/ })).toBeNull())
})
