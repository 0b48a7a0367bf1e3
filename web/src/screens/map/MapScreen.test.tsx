import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import {
  answersFor,
  type FakeAnswer,
  type FakeAnswers,
  refusal,
  renderApp,
  twoOfEach,
  usualAnswers,
} from '../../app/testing.tsx'
import { someEvent } from '../../events/events.factory.ts'
import { someFleet } from '../../organisation/organisation.factory.ts'
import { somePlace } from '../../places/places.factory.ts'
import { someCurrentService } from '../../services/services.factory.ts'
import { someLiveVehicle, someVehicle } from '../../vehicles/vehicles.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    import('./MapScreen.tsx'),
    import('../../live-map/MapCard.tsx'),
    import('../../events/DismissAlarmDialog.tsx'),
  ])
}, 60_000)

/** A recent report: one older than a minute would show no speed. */
const fleetNow = () => [
  someLiveVehicle({ vehicleNumber: '104', status: 'active' }),
  someLiveVehicle({ vehicleNumber: '110', status: 'alarmed', make: 'Toyota' }),
  someLiveVehicle({ vehicleNumber: '118', status: 'occupied', speedKmh: 42 }),
]

async function openMap(path = '/map', some: FakeAnswers = {}) {
  const view = renderApp(path, some)
  await screen.findByRole('heading', { level: 1, name: 'Mapa' })
  act(() => view.client.live.store.applySnapshot('f1', fleetNow()))
  const list = await screen.findByRole('list', { name: 'Lista de unidades en el mapa' })
  const numbers = () =>
    within(screen.getByRole('list', { name: 'Lista de unidades en el mapa' }))
      .getAllByRole('button')
      .map((row) => /\d+/.exec(row.textContent ?? '')?.[0])
  return { ...view, list, numbers }
}

it('lists the fleet beside a map that cannot be drawn here, and explains why', async () => {
  const { numbers } = await openMap()
  expect(numbers()).toEqual(['110', '118', '104'])
  screen.getByText('Este navegador no puede dibujar el mapa')
  screen.getByRole('heading', { name: 'Unidades 3 de 3' })
})

it('filters by status, keeps alarmed vehicles with a note, and keeps the filter in the address', async () => {
  const { user, numbers, at } = await openMap()
  await user.click(screen.getByRole('button', { name: /^Ocupada\s?1$/ }))
  await waitFor(() => expect(numbers()).toEqual(['110', '118']))
  expect(at()).toContain('status=occupied')
  await screen.findByText('1 en alarma, mostrada pese al filtro')
  await user.click(screen.getByRole('button', { name: 'Quitar todos los filtros' }))
  await waitFor(() => expect(numbers()).toEqual(['110', '118', '104']))
  await user.click(screen.getByRole('button', { name: 'Elegir todos los filtros' }))
  await waitFor(() => expect(at().match(/status=/g)).toHaveLength(9))
})

it('keeps the note on alarmed vehicles dismissed during a search, until there is a new alarm', async () => {
  const { user, numbers, client } = await openMap('/map?status=occupied')
  const words = '1 en alarma, mostrada pese al filtro'
  await screen.findByText(words)
  await user.click(screen.getByRole('button', { name: 'Ocultar aviso' }))
  const field = screen.getByRole('searchbox', { name: 'Número, placa, marca o modelo' })
  await user.type(field, '118')
  await waitFor(() => expect(numbers()).toEqual(['118']))
  await user.clear(field)
  await waitFor(() => expect(numbers()).toEqual(['110', '118']))
  expect(screen.queryByText(words)).toBeNull()

  act(() => client.live.store.applyChanges('f1', [{ id: 'v110', status: 'active' }], []))
  await waitFor(() => expect(numbers()).toEqual(['118']))
  act(() => client.live.store.applyChanges('f1', [{ id: 'v110', status: 'alarmed' }], []))
  await screen.findByText(words)
})

it('searches, and offers to clear the filters that hide everything', async () => {
  const { user, numbers } = await openMap()
  await user.keyboard('/')
  await user.keyboard('toyota')
  await waitFor(() => expect(numbers()).toEqual(['110']))
  await user.keyboard('x')
  await user.click(await screen.findByRole('button', { name: 'Quitar filtros y búsqueda' }))
  await waitFor(() => expect(numbers()).toEqual(['110', '118', '104']))
})

it('keeps the search in the address, without a history entry per key', async () => {
  const { user, numbers, at, steps } = await openMap('/map?search=toyota')
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Número, placa, marca o modelo' })
  expect([numbers(), field.value]).toEqual([['110'], 'toyota'])
  await user.clear(field)
  await waitFor(() => expect(at()).not.toContain('search='))
  await user.type(field, '118')
  await waitFor(() => expect(numbers()).toEqual(['118']))
  expect(at()).toContain('search=118')
  expect(steps()).toBe(1)
})

it('explains why an alarmed vehicle of another type is shown, also while the list is collapsed', async () => {
  const { user, client } = await openMap('/map?type=bus')
  const words = '1 en alarma, mostrada pese al filtro'
  await screen.findByText(words)
  await user.click(screen.getByRole('button', { name: 'Plegar lista' }))
  expect(screen.queryByRole('list', { name: 'Lista de unidades en el mapa' })).toBeNull()
  screen.getByText(words)
  await user.click(screen.getByRole('button', { name: 'Ocultar aviso' }))
  expect(screen.queryByText(words)).toBeNull()
  const alarmed = (id: string, status: 'active' | 'alarmed') =>
    act(() => client.live.store.applyChanges('f1', [{ id, status }], []))
  alarmed('v110', 'alarmed')
  expect(screen.queryByText(words)).toBeNull()
  act(() =>
    client.live.store.applyChanges(
      'f1',
      [
        { id: 'v110', status: 'active' },
        { id: 'v118', status: 'alarmed' },
      ],
      [],
    ),
  )
  await screen.findByText(words)
})

it('asks before the alarms of a vehicle are dismissed, and names them', async () => {
  const { user, count } = await openMap('/map', {
    'GET /events': {
      body: {
        items: [someEvent({ title: null, kind: 'sos', type: 'gps_alarm' })],
        total: 1,
        page: 1,
        size: 5,
      },
    },
    'POST /vehicles/v110/dismiss-alarm': { body: someVehicle({ id: 'v110', vehicleNumber: '110' }) },
  })
  await user.click(screen.getByRole('button', { name: /^110/ }))
  await user.click(await screen.findByRole('button', { name: 'Más acciones de la unidad 110' }))
  await user.click(await screen.findByRole('menuitem', { name: /Descartar alarma/ }))
  const ask = within(
    await screen.findByRole('alertdialog', { name: '¿Descartar las alarmas de la unidad 110?' }),
  )
  await ask.findByText('Botón de pánico')
  expect(count('POST /vehicles/v110/dismiss-alarm')).toBe(0)
  await user.click(ask.getByRole('button', { name: 'Descartar alarma' }))
  await screen.findByText('Unidad 110. Alarmas cerradas: Botón de pánico')
  expect(count('POST /vehicles/v110/dismiss-alarm')).toBe(1)
})

it('shows a chosen vehicle with its telemetry and closes it by Escape', async () => {
  const { user, at } = await openMap()
  await user.click(screen.getByRole('button', { name: /^118/ }))
  const card = await screen.findByRole('region', { name: 'Unidad 118' })
  for (const words of ['42', '62', '88', 'km/h']) expect(card.textContent).toContain(words)
  expect(card.textContent).toContain('19.43261, -99.13321')
  expect(at()).toContain('unit=v118')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unidad 118' })).toBeNull())
})

it('freezes the list while auto-refresh is off, and counts the changes', async () => {
  const { user, client } = await openMap()
  const report = (speedKmh: number) =>
    act(() => client.live.store.applyChanges('f1', [{ id: 'v118', speedKmh }], []))
  report(50)
  await screen.findByRole('button', { name: /^118.*50/ })
  await user.click(screen.getByRole('button', { name: /Actualización automática/ }))
  report(61)
  await screen.findByText('1 unidad con cambios en espera')
  screen.getByRole('button', { name: /^118.*50/ })
  await user.click(screen.getByRole('button', { name: /Actualización automática/ }))
  await screen.findByRole('button', { name: /^118.*61/ })
})

it('moves the focus to the card and back to the row it came from', async () => {
  const { user } = await openMap()
  const row = screen.getByRole('button', { name: /^118/ })
  row.focus()
  await user.keyboard('{Enter}')
  const card = await screen.findByRole('region', { name: 'Unidad 118' })
  await waitFor(() => expect(document.activeElement).toBe(card))
  expect(within(card).queryByRole('button', { name: 'Seguir' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(row))
})

it('shows when an old position was reported', async () => {
  const { user, client } = await openMap()
  const at = Date.UTC(2025, 2, 4, 20, 15)
  act(() => client.live.store.applyChanges('f1', [{ id: 'v118', at }], []))
  await user.click(screen.getByRole('button', { name: /^118/ }))
  const card = await screen.findByRole('region', { name: 'Unidad 118' })
  expect(card.textContent).toMatch(/Último reporte: 04\/03\/2025/)
  within(card).getByText('sin dato')
})

it('opens a link in the fleet it was copied from', async () => {
  const { client, at } = renderApp('/map?fleet=f2&unit=v205&view=19.43,-99.13,14', twoOfEach)
  await waitFor(() => expect(client.workspace.state().fleet?.id).toBe('f2'))
  act(() => client.live.store.applySnapshot('f2', [someLiveVehicle({ vehicleNumber: '205', fleetId: 'f2' })]))
  await screen.findByRole('region', { name: 'Unidad 205' })
  expect(at()).toContain('view=19.43')
})

it('shows a message when the fleet of a link may not be read', async () => {
  const { client, at } = renderApp('/map?fleet=f9&unit=v205', twoOfEach)
  await screen.findByText(/No puedes ver la flotilla de este enlace/)
  expect(client.workspace.state().fleet?.id).toBe('f1')
  await waitFor(() => expect(at()).toBe('/map'))
})

it('keeps a link whose fleet could not be loaded, and retries', async () => {
  let isDown = true
  const { user, client, at } = renderApp('/map?fleet=f2&unit=v205', {
    ...twoOfEach,
    'GET /fleets/f2': () =>
      isDown ? refusal(400, 'something_new') : (usualAnswers['GET /fleets/f2'] as FakeAnswer),
  })
  await screen.findByText('No se pudo abrir la flotilla de este enlace.')
  expect(screen.queryByText(/No puedes ver la flotilla/)).toBeNull()
  expect(at()).toContain('fleet=f2')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(client.workspace.state().fleet?.id).toBe('f2'))
})

it('does not open a fleet that is inactive', async () => {
  const { client, at } = renderApp('/map?fleet=f2&unit=v205', {
    ...twoOfEach,
    'GET /fleets/f2': { body: someFleet({ id: 'f2', is_active: false }) },
  })
  await screen.findByText(/No puedes ver la flotilla de este enlace/)
  expect(client.workspace.state().fleet?.id).toBe('f1')
  await waitFor(() => expect(at()).toBe('/map'))
})

it('reports that the street lookup failed, not that there is none', async () => {
  const { user } = await openMap()
  await user.click(screen.getByRole('button', { name: /^118/ }))
  await screen.findByText('No se pudo consultar la calle. Usa las coordenadas.')
})

it('notes that a place was found without the address service', async () => {
  const { user } = await openMap('/map', {
    'GET /places/reverse': { body: { place: somePlace({ name: 'A 12 km de Toluca' }), isDegraded: true } },
  })
  await user.click(screen.getByRole('button', { name: /^118/ }))
  await screen.findByText(/A 12 km de Toluca/)
  screen.getByText(/El servicio de direcciones no responde/)
})

it('shows the service of a vehicle in the list and in its card, with customer, state, arrival and driver', async () => {
  const { user, list } = await openMap('/map', {
    'GET /services-current': { body: { items: [someCurrentService({ vehicleId: 'v118' })] } },
  })
  const row = await within(list).findByRole('button', { name: /118.*20431 · Elena Torres/ })
  within(row).getByText('En camino a recoger · ≈ 7 min · Rosa Ibarra')
  await user.click(row)
  const card = within(await screen.findByRole('region', { name: /118/ }))
  expect((await card.findByRole('link', { name: '20431 · Elena Torres' })).getAttribute('href')).toContain(
    'service=s1',
  )
  card.getByText('En camino a recoger · Llegada: ≈ 7 min · Rosa Ibarra')
})

it('asks for no services on behalf of somebody who may not see them', async () => {
  const { count } = await openMap('/map', answersFor({ level: 'guest' }))
  expect(count('GET /services-current')).toBe(0)
})
