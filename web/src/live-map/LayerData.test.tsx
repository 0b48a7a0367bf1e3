import type { Bounds } from '@rumbo/contract/lists'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, usualAnswers } from '../app/testing.tsx'
import { silentSocket, someLiveVehicle } from '../live/live.factory.ts'
import { somePlannedStop, someService } from '../services/services.factory.ts'
import { TestProviders } from '../ui/testing.tsx'
import { LayerData } from './LayerData.tsx'
import type { MapLayer } from './layers.ts'

vi.setConfig({ testTimeout: 60_000 })

const city = { west: -99.2, south: 19.4, east: -99.1, north: 19.5 }
const fiji = { west: 177, south: -20, east: -178, north: -15 }
const torres = someService({ id: 's1', serviceNumber: 20431 })
const lagos = someService({ id: 's2', serviceNumber: 20440 })
const counts = {
  created: 30,
  on_dispatch: 8,
  vehicle_assigned: 2,
  in_progress: 0,
  completed: 99,
  cancelled_by_client: 0,
  cancelled_by_driver: 0,
  cancelled_by_central: 0,
}

/** The layer over a map that the test controls; `answer` returns the server's response by path and query. */
function renderLayer(
  answer: (path: string, query: URLSearchParams) => unknown,
  {
    serviceId = null,
    isAwaited = false,
    canCount = true,
    layers = ['services'],
  }: {
    serviceId?: string | null
    isAwaited?: boolean
    canCount?: boolean
    layers?: readonly MapLayer[]
  } = {},
) {
  const asked: string[] = []
  const read: string[] = []
  const fetch = fakeFetch(async (call, _body, given) => {
    const path = call.slice('GET '.length)
    if (path === '/services')
      asked.push(['west', 'south', 'east', 'north', 'page'].map((name) => given.get(name)).join(' '))
    if (path.startsWith('/services/')) read.push(path)
    const usual = usualAnswers[call] as FakeAnswer | undefined
    if (path === '/services-counts' && !canCount) throw new TypeError('no network')
    return { body: await (usual?.body ?? (path === '/services-counts' ? { counts } : answer(path, given))) }
  })
  const client = createClient({
    fetch,
    connect: silentSocket,
    tabs: { post: () => {}, listen: () => {} },
  })
  const { fleetId } = torres
  const fleets = { id: fleetId, isAll: false, fleetIds: [fleetId], query: { fleetId } }
  const onContents = vi.fn()
  const goTo = vi.fn()
  const onMissing = vi.fn()
  const view = () => ({ latitude: 0, longitude: 0, zoom: 9 })
  render(
    <TestProviders>
      <ClientProvider client={client}>
        <LayerData
          map={{
            current: { goTo, view, zoomIn: goTo, zoomOut: goTo, fit: goTo, moveMark: goTo, vehicleAt: goTo },
          }}
          canDraw
          fleets={fleets}
          chosen={undefined}
          layers={layers}
          onContents={onContents}
          serviceId={serviceId}
          isAwaited={isAwaited}
          onMissing={onMissing}
          isFollowing={false}
          onService={() => {}}
          isNarrow={false}
          topPixels={0}
        />
      </ClientProvider>
    </TestProviders>,
  )
  const drawn = () => onContents.mock.lastCall?.[0].drawn
  return {
    asked,
    read,
    client,
    goTo,
    onMissing,
    evict: () => act(() => client.data.evict(['services'])),
    show: (bounds: Bounds) => act(() => drawn().onBounds(bounds)),
    pin: (wanted: string) => drawn().pins.find(({ id }: { id: string }) => id === wanted),
    choosePins: async (...ids: string[]) => {
      await waitFor(() => expect(drawn().pins.map(({ id }: { id: string }) => id)).toEqual(ids))
      act(() => drawn().onChoosePins(ids, { x: 0, y: 0 }))
    },
    areas: () => drawn().areas.map(({ id }: { id: string }) => id),
    pins: () => drawn().pins.map(({ id }: { id: string }) => id),
  }
}
const pageOf = (...items: unknown[]) => ({ items, total: items.length, page: 1, size: 100 })

it('requests the visible area once the map rests, keeps the previous pins meanwhile, and counts both', async () => {
  let answerFiji: (body: unknown) => void = () => {}
  const later = new Promise((resolve) => {
    answerFiji = resolve
  })
  const { asked, show, pins } = renderLayer((_, query) =>
    query.get('west') === '177' ? later : pageOf(torres, lagos),
  )
  screen.getByRole('button', { name: 'Cargando servicios' })
  // A moving map is requested only where it comes to rest.
  show({ ...city, west: -99.201 })
  show(city)
  await screen.findByRole('button', { name: '2 a la vista · 40 abiertos en la flotilla' })
  expect(asked).toEqual(['-99.2 19.4 -99.1 19.5 1'])
  expect(pins()).toEqual(['s1', 's2'])

  show(fiji)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toBe('177 -20 -178 -15 1')
  expect(pins()).toEqual(['s1', 's2'])
  answerFiji(pageOf())
  await screen.findByRole('button', { name: 'Ninguno a la vista · 40 abiertos en la flotilla' })
  expect(pins()).toEqual([])
})

it('shows the total where the visible area alone exceeds the limit', async () => {
  const page = Array.from({ length: 100 }, (_, at) => at)
  const { asked, show } = renderLayer((_, query) => ({
    items: page.map((at) => someService({ id: `s${query.get('page')}-${at}` })),
    total: 812,
    page: Number(query.get('page') ?? 1),
    size: 100,
  }))
  show(city)
  await screen.findByRole('button', { name: '500 de 812 a la vista · 812 abiertos en la flotilla' })
  expect(asked).toHaveLength(5)
})

it('shows no count of the fleet while only the visible area could be counted', async () => {
  const { show } = renderLayer(
    (_, query) => (query.get('west') === '177' ? pageOf() : pageOf(torres, lagos)),
    {
      canCount: false,
    },
  )
  show(city)
  await screen.findByRole('button', { name: '2 servicios abiertos a la vista' })
  show(fiji)
  await screen.findByRole('button', { name: 'Ningún servicio abierto a la vista' })
})

it('announces loading and a limited result, not each count', async () => {
  const { show } = renderLayer((_, query) =>
    query.get('west') === '177' ? { ...pageOf(lagos), total: 812 } : pageOf(torres, lagos),
  )
  const statusText = () => screen.getByText((_, node) => node?.getAttribute('role') === 'status').textContent
  expect(statusText()).toBe('Cargando servicios')
  show(city)
  await screen.findByRole('button', { name: /^2 a la vista/ })
  expect(statusText()).toBe('')
  show(fiji)
  await screen.findByRole('button', { name: /^1 de 812 a la vista/ })
  expect(statusText()).toMatch(/^Se muestran los 500 de esta vista/)
})

it('keeps the focus when the list empties, and does not expand it again by itself', async () => {
  const { show } = renderLayer((_, query) => (query.get('west') === '177' ? pageOf() : pageOf(torres, lagos)))
  show(city)
  const control = await screen.findByRole('button', { name: /^2 a la vista/ })
  fireEvent.click(control)
  act(() => screen.getByRole('button', { name: /^20431/ }).focus())
  show(fiji)
  await screen.findByRole('button', { name: /^Ninguno a la vista/ })
  expect(document.activeElement).toBe(control)
  expect(control.getAttribute('aria-disabled')).toBe('true')
  show(city)
  await screen.findByRole('button', { name: /^2 a la vista/, expanded: false })
  expect(document.activeElement).toBe(control)
})

it('also names the chosen service where several pins share a spot', async () => {
  const over = someService({ id: 's3', serviceNumber: 20199, status: 'completed' })
  const { show, choosePins } = renderLayer((path) => (path === '/services/s3' ? over : pageOf(torres)), {
    serviceId: 's3',
  })
  show(city)
  await screen.findByRole('button', { name: /^1 a la vista/ })
  await choosePins('s1', 's3')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['20431 · Creado', '20199 · Completado'])
})

it('reads the chosen service only if the list lacks it, and keeps its pin meanwhile', async () => {
  let answerTorres: (body: unknown) => void = () => {}
  const later = new Promise((resolve) => {
    answerTorres = resolve
  })
  const { show, pins, pin, read, evict, asked } = renderLayer(
    (path, query) =>
      path === '/services/s1' ? later : query.get('west') === '177' ? pageOf(lagos) : pageOf(torres),
    { serviceId: 's1' },
  )
  show(city)
  await screen.findByRole('button', { name: /^1 a la vista/ })
  evict()
  await waitFor(() => expect(asked).toHaveLength(2))
  await waitFor(() => expect(pins()).toEqual(['s1']))
  expect(read).toEqual([])
  show(fiji)
  await waitFor(() => expect(read).toEqual(['/services/s1']))
  await waitFor(() => expect(pins()).toEqual(['s2', 's1']))
  answerTorres({ ...torres, plannedStops: [somePlannedStop({ latitude: 20 })], version: 2 })
  await waitFor(() => expect(pin('s1').latitude).toBe(20))
})

it('finds the service of a link outside the view and moves there, once', async () => {
  const { asked, show, pins, goTo } = renderLayer(
    (path) => (path === '/services/s1' ? torres : pageOf(lagos)),
    {
      serviceId: 's1',
    },
  )
  show(fiji)
  await waitFor(() => expect(goTo).toHaveBeenCalledTimes(1))
  expect(goTo).toHaveBeenCalledWith(expect.objectContaining({ id: 's1' }), 15.5)
  await waitFor(() => expect(pins()).toEqual(['s2', 's1']))
  // The user moves the map: the service stays chosen, and the map is not moved back.
  show({ ...fiji, north: 0 })
  await waitFor(() => expect(asked).toHaveLength(2))
  await screen.findByRole('button', { name: '1 a la vista · 40 abiertos en la flotilla' })
  expect(goTo).toHaveBeenCalledTimes(1)
})

it('moves to the service of a link without a view although it is visible, once', async () => {
  const { asked, show, goTo, onMissing } = renderLayer(() => pageOf(torres), {
    serviceId: 's1',
    isAwaited: true,
  })
  show(city)
  await waitFor(() => expect(goTo).toHaveBeenCalledTimes(1))
  show({ ...city, north: 19.6 })
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(goTo).toHaveBeenCalledTimes(1)
  expect(onMissing).not.toHaveBeenCalled()
})

it('reports a linked service of another fleet, and leaves the view on the fleet', async () => {
  const { show, goTo, onMissing } = renderLayer(
    (path) => (path === '/services/s9' ? someService({ id: 's9', fleetId: 'f2' }) : pageOf(torres)),
    { serviceId: 's9', isAwaited: true },
  )
  show(city)
  await screen.findByText('No se encontró el servicio. Puede que ya no exista.')
  expect(onMissing).toHaveBeenCalledTimes(1)
  expect(goTo).not.toHaveBeenCalled()
})

it('frames all stops and the vehicle of the service of a link, once the vehicle is known', async () => {
  const stops = [somePlannedStop(), somePlannedStop({ id: 'stop-2', sequence: 2, latitude: 19.5 })]
  const assigned = { ...torres, status: 'vehicle_assigned', assignedVehicleId: 'v1', plannedStops: stops }
  const { client, show, goTo, pins } = renderLayer(() => pageOf(assigned), {
    serviceId: 's1',
    isAwaited: true,
  })
  show(city)
  await waitFor(() => expect(pins()).toEqual(['s1']))
  expect(goTo).not.toHaveBeenCalled()
  act(() => client.live.store.applySnapshot(torres.fleetId, [someLiveVehicle({ latitude: 19.6 })]))
  await waitFor(() => expect(goTo).toHaveBeenCalledTimes(1))
  const [places] = goTo.mock.lastCall ?? []
  expect(places.map(({ latitude }: { latitude: number }) => latitude)).toEqual([19.4284, 19.5, 19.6])
})

it('draws the geofences of the fleet: all of them, or those in view where there are too many', async () => {
  const fence = (id: string) => ({
    id,
    name: id,
    colour: '#1e88e5',
    shape: { kind: 'circle', center: { latitude: 19.43, longitude: -99.13 }, radiusMetres: 250 },
    shapeVersion: 1,
    limitKmh: null,
  })
  const asked: (string | null)[] = []
  const { show, areas } = renderLayer(
    (path, query) => {
      if (path !== '/geofences/map') return pageOf()
      asked.push(query.get('west'))
      const isWhole = query.get('west') === null
      return { items: [fence(isWhole ? 'first' : 'here')], isComplete: !isWhole }
    },
    { layers: ['fences'] },
  )
  await waitFor(() => expect(asked).toEqual([null]))
  show(city)
  await waitFor(() => expect(areas()).toEqual(['here']))
  expect(asked).toEqual([null, '-99.2'])
})
