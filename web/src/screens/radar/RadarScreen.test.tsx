import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answersFor, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'
import { someLiveVehicle } from '../../vehicles/vehicles.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./RadarScreen.tsx')])
}, 60_000)

const place = { latitude: 19.43, longitude: -99.13 }
const near = (some: Parameters<typeof someLiveVehicle>[0]) =>
  someLiveVehicle({ status: 'active', at: Date.now(), ...place, ...some })
const fleet = () => [
  near({ vehicleNumber: '104' }),
  near({ vehicleNumber: '110', status: 'alarmed', latitude: 19.44 }),
  near({ vehicleNumber: '118', status: 'occupied', latitude: 19.45 }),
]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Every vehicle arrives after this many seconds. */
const arrivals = (seconds: () => number) => ({
  'POST /roads/arrivals': (body: unknown) => ({
    body: {
      arrivals: (body as { sources: { id: string }[] }).sources.map(({ id }) => ({
        id,
        durationSeconds: seconds(),
        distanceMetres: 900,
        isEstimate: false,
      })),
      engine: 'valhalla',
      isEstimate: false,
    },
  }),
})

async function openRadar(path: string, answers = {}) {
  const view = renderApp(path, { ...twoOfEach, ...arrivals(() => 120), ...answers })
  await screen.findByRole('heading', { level: 1, name: 'Radar' })
  const vehicles = fleet()
  act(() => view.client.live.store.applySnapshot('f1', vehicles))
  return { ...view, vehicles }
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Unidades por llegada' }))
    .getAllByRole('listitem')
    .map((row) => /\d+/.exec(row.textContent ?? '')?.[0])
const atBase = '/radar?at=19.43,-99.13&name=Base'

it('offers vehicles that ask for help before there is a target', async () => {
  const { user, at, vehicles } = await openRadar('/radar')
  const quick = await screen.findByRole('region', { name: 'Unidades que piden ayuda' })
  await user.click(within(quick).getByRole('button', { name: /110/ }))
  await waitFor(() => expect(at()).toContain(`unit=${vehicles[1]?.id}`))
  await waitFor(() => expect(rows().sort()).toEqual(['104', '118']))
})

it('reports that filters hide everybody, and clears them', async () => {
  const { user, at } = await openRadar(`${atBase}&type=bus`)
  await screen.findByText('Los filtros dejan fuera 3 unidades.')
  await user.click(screen.getByRole('button', { name: 'Quitar los filtros' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(at()).not.toContain('type=')
})

it('keeps arrow keys within the focused list', async () => {
  const { user, at } = await openRadar(atBase)
  await waitFor(() => expect(rows()).toHaveLength(3))
  const list = screen.getByRole('list', { name: 'Unidades por llegada' })
  const [first, second] = within(list).getAllByRole('button')
  act(() => first?.focus())
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(at()).toContain('at=19.43,-99.13')
})

it('requests the newest services, and waiting ones separately', async () => {
  const asked: string[] = []
  await openRadar('/radar', {
    'GET /services': (_: unknown, query: URLSearchParams) => {
      // The menu's count requests 100.
      if (query.get('size') !== '100') asked.push(`${query.get('sort')} ${query.get('order')}`)
      const status = query.getAll('status').includes('on_dispatch') ? 'on_dispatch' : 'in_progress'
      const items = [someService({ id: status, serviceNumber: status === 'on_dispatch' ? 7 : 8, status })]
      return { body: { items, total: 1, page: 1, size: 50 } }
    },
  })
  const quick = await screen.findByRole('region', { name: 'Servicios que esperan unidad' })
  expect(within(quick).getAllByRole('button')).toHaveLength(1)
  within(quick).getByRole('button', { name: /^7/ })
  expect(asked).toEqual(['createdAt desc', 'createdAt desc'])
})

it('discards typed coordinates when another target is chosen first', async () => {
  const { at } = await openRadar(atBase)
  const field = await screen.findByRole('combobox', { name: 'Dirección o coordenadas' })
  const clear = screen.getByRole('button', { name: 'Quitar el objetivo' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(field, { target: { value: '19.5, -99.2' } })
  fireEvent.click(clear)
  act(() => vi.advanceTimersByTime(1000))
  vi.useRealTimers()
  expect(at()).not.toContain('at=')
})

const point = (id: string, name: string, latitude: number, version = 1) => ({
  id,
  companyId: 'c1',
  fleetId: 'f1',
  name,
  latitude,
  longitude: -99.13,
  version,
})
/** A server that stores saved points of the fleet. */
function keeping(...items: ReturnType<typeof point>[]) {
  const search = (query: URLSearchParams) => (query.get('search') ?? '').toLowerCase()
  return {
    items,
    answers: {
      'GET /watchpoints': (_: unknown, query: URLSearchParams) => {
        const found = items.filter(({ name }) => name.toLowerCase().includes(search(query)))
        return { body: { items: found, total: found.length, page: 1, size: 100 } }
      },
      'POST /watchpoints': (body: unknown) => {
        const { name, latitude } = body as { name: string; latitude: number }
        if (items.some((one) => one.name === name)) return refusal(409, 'name_taken')
        const made = point(`p${items.length + 1}`, name, latitude)
        items.push(made)
        return { status: 201, body: made }
      },
      'PUT /watchpoints/p1': (body: unknown) => {
        const { name, version } = body as { name: string; version: number }
        const [first] = items
        if (first === undefined || first.version !== version)
          return { status: 409, body: { ...(refusal(409, 'stale_version').body as object), current: first } }
        Object.assign(first, { name, version: version + 1 })
        return { body: first }
      },
      'DELETE /watchpoints/p1': () => {
        items.shift()
        return { body: { done: true } }
      },
    },
  }
}

it('saves the target under a name with one key, and shows it among the saved points', async () => {
  const { answers, items } = keeping(point('p1', 'Taller', 19.5))
  const { user, at } = await openRadar(atBase, answers)
  await screen.findByRole('button', { name: 'Guardar este punto' })
  await user.keyboard('s')
  const dialog = await screen.findByRole('dialog', { name: 'Guardar este punto' })
  const name = within(dialog).getByRole('textbox', { name: /Nombre del punto/ })
  expect((name as HTMLInputElement).value).toBe('Base')
  await user.clear(name)
  await user.type(name, 'Taller')
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
  await within(dialog).findByText('Este nombre ya se usa. Elige otro.')
  await user.type(name, ' sur')
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Taller sur quedó guardado')
  expect(items.map((one) => one.name)).toEqual(['Taller', 'Taller sur'])
  await waitFor(() => expect(at()).toContain('name=Taller+sur'))
  // The same key on a saved point renames it.
  await screen.findByRole('button', { name: 'Cambiar el nombre de Taller sur' })
  await user.click(screen.getByRole('button', { name: 'Puntos guardados' }))
  const list = await screen.findByRole('list', { name: 'Puntos guardados' })
  await user.click(within(list).getByRole('button', { name: 'Taller' }))
  await waitFor(() => expect(at()).toContain('at=19.50000%2C-99.13000&name=Taller'))
})

it('offers saved points before there is a target, renames them, shows concurrent changes, and deletes them', async () => {
  const kept = keeping(point('p1', 'Base norte', 19.5))
  const { user } = await openRadar('/radar', kept.answers)
  const list = await screen.findByRole('list', { name: 'Puntos guardados' })
  await user.click(within(list).getByRole('button', { name: 'Cambiar el nombre de Base norte' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cambiar el nombre de Base norte' })
  const [first] = kept.items
  if (first) first.version = 2
  await user.clear(within(dialog).getByRole('textbox'))
  await user.type(within(dialog).getByRole('textbox'), 'Base sur{Enter}')
  await within(dialog).findByText(/Alguien cambió este registro/)
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
  await within(list).findByRole('button', { name: 'Base sur' })
  await user.click(within(list).getByRole('button', { name: 'Eliminar Base sur' }))
  await user.click(await screen.findByRole('button', { name: 'Eliminar punto' }))
  await screen.findByText('Base sur ya no está entre los puntos guardados')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Puntos guardados' })).toBeNull())
})

it('distinguishes a failed search from one without results, and keeps the field while it filters', async () => {
  const kept = keeping(
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((nth) => point(`p${nth}`, `Base ${nth}`, 19 + nth / 10)),
  )
  let isDown = true
  const { user } = await openRadar('/radar', {
    ...kept.answers,
    'GET /watchpoints': (body: unknown, query: URLSearchParams) =>
      isDown && query.get('search')
        ? refusal(500, 'internal')
        : kept.answers['GET /watchpoints'](body, query),
  })
  const region = within(await screen.findByRole('region', { name: 'Puntos guardados' }))
  // The list opens by itself, so there is no button to open or close it.
  expect(screen.queryByRole('button', { name: 'Puntos guardados' })).toBeNull()
  await user.type(await region.findByRole('searchbox', { name: 'Buscar un punto' }), 'Base 1')
  await region.findByRole('alert')
  isDown = false
  await user.click(region.getByRole('button', { name: 'Reintentar' }))
  await user.click(await region.findByRole('button', { name: 'Eliminar Base 1' }))
  await user.click(await screen.findByRole('button', { name: 'Eliminar punto' }))
  await region.findByText('Ningún punto se llama así: Base 1')
  expect(((await region.findByRole('searchbox')) as HTMLInputElement).value).toBe('Base 1')
})

it('shows no arrivals of the previous target beside the distances to another', async () => {
  let isSlow = false
  const known = arrivals(() => 120)['POST /roads/arrivals']
  const { user } = await openRadar(atBase, {
    'POST /roads/arrivals': (body: unknown) => (isSlow ? new Promise<never>(() => {}) : known(body)),
  })
  const times = () =>
    within(screen.getByRole('list', { name: 'Unidades por llegada' })).queryAllByText(/2\smin/).length
  await waitFor(() => expect(times()).toBeGreaterThan(0))
  isSlow = true
  await user.keyboard('1')
  await user.click(await screen.findByRole('button', { name: 'Centrar aquí' }))
  await waitFor(() => expect(times()).toBe(0))
  expect(rows()).toHaveLength(2)
})

it('keeps the previous minutes while the target is moved by keys, and announces those that changed', async () => {
  let seconds = 120
  let release: () => void = () => {}
  let held = Promise.resolve()
  const known = arrivals(() => seconds)['POST /roads/arrivals']
  const { user, at } = await openRadar(atBase, {
    'POST /roads/arrivals': async (body: unknown) => {
      await held
      return known(body)
    },
  })
  const times = (minutes: number) =>
    within(screen.getByRole('list', { name: 'Unidades por llegada' })).queryAllByText(
      new RegExp(`${minutes}\\smin`),
    ).length
  const step = async (to: string) => {
    held = new Promise((done) => {
      release = done
    })
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(at()).toContain(to))
  }
  await waitFor(() => expect(times(2)).toBe(3))
  await step('at=19.43090')
  expect(times(2)).toBe(3)
  await step('at=19.43180')
  expect(times(2)).toBe(3)
  seconds = 240
  release()
  await waitFor(() => expect(times(4)).toBe(3))
  await screen.findByText(/^Tiempos actualizados: la más cercana es 104, a 4\smin$/)
})

it('keeps them although the screen renders between the key and the new address', async () => {
  let isSlow = false
  const known = arrivals(() => 120)['POST /roads/arrivals']
  const { asked, history } = await openRadar(atBase, {
    'POST /roads/arrivals': (body: unknown) => (isSlow ? new Promise<never>(() => {}) : known(body)),
  })
  const times = () =>
    within(screen.getByRole('list', { name: 'Unidades por llegada' })).queryAllByText(/2\smin/).length
  await waitFor(() => expect(times()).toBe(3))
  const [first] = within(screen.getByRole('list', { name: 'Unidades por llegada' })).getAllByRole('button')
  if (first === undefined) throw new Error('No unit is listed.')
  isSlow = true
  let release: (isBlocked: boolean) => void = () => {}
  const held = new Promise<boolean>((done) => {
    release = done
  })
  const open = history.block({ blockerFn: () => held, enableBeforeUnload: false })
  fireEvent.keyDown(document.body, { key: 'ArrowUp', code: 'ArrowUp' })
  fireEvent.click(first)
  await screen.findByRole('button', { name: 'Centrar aquí' })
  release(false)
  open()
  const isAsked = ({ call, body }: { call: string; body: unknown }) =>
    call === 'POST /roads/arrivals' && JSON.stringify(body).includes('"target":{"latitude":19.4309')
  await waitFor(() => expect(asked.some(isAsked)).toBe(true))
  expect(times()).toBe(3)
})

it('shows no saved points of the previous fleet while those of another load', async () => {
  const kept = keeping(point('p1', 'Base norte', 19.5))
  const { client } = await openRadar('/radar', {
    ...kept.answers,
    'GET /watchpoints': (body: unknown, query: URLSearchParams) =>
      query.get('fleetId') === 'f1'
        ? kept.answers['GET /watchpoints'](body, query)
        : new Promise<never>(() => {}),
  })
  await screen.findByRole('button', { name: 'Base norte' })
  await act(() => client.workspace.chooseFleet('f2'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Base norte' })).toBeNull())
})

it('clears the latest arrival together with the target', async () => {
  const { user, at } = await openRadar(`${atBase}&max=4`)
  await waitFor(() => expect(rows()).toHaveLength(3))
  await user.keyboard('r')
  await waitFor(() => expect(at()).not.toContain('at='))
  expect(at()).not.toContain('max=')
})

it('shows saved points to read-only users, and explains why they cannot save any', async () => {
  const { answers } = keeping(point('p1', 'Base norte', 19.5))
  const scopes = [{ scope: 'c1,*,*', type: 'read' as const }]
  const { user } = await openRadar(atBase, {
    ...answers,
    ...answersFor({ level: 'user', access_scopes: scopes }),
  })
  await user.click(await screen.findByRole('button', { name: 'Puntos guardados' }))
  await screen.findByRole('button', { name: 'Base norte' })
  expect(screen.queryByRole('button', { name: /Eliminar|Cambiar el nombre/ })).toBeNull()
  await user.keyboard('s')
  await screen.findByText('Los puntos los guarda quien gestiona la flotilla. Tú puedes verlos.')
})

it('keeps the filters and the latest arrival in the address', async () => {
  const { user, at } = await openRadar(
    atBase,
    arrivals(() => 300),
  )
  await waitFor(() => expect(rows()).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Más filtros' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Combustible' }), '75')
  await waitFor(() => expect(at()).toContain('fuel=75'))
  await screen.findByText('Los filtros dejan fuera 3 unidades.')
  await user.click(screen.getByRole('button', { name: 'Quitar los filtros' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  const slider = screen.getByRole('slider', { name: 'Llegada, como máximo' })
  fireEvent.change(slider, { target: { value: '4' } })
  await waitFor(() => expect(at()).toContain('max=4'))
  await screen.findByText('Ninguna unidad a este alcance.')
  await user.click(screen.getByRole('button', { name: 'Buscar más lejos' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(at()).not.toContain('max=')
})

it('shows who approaches, once real positions confirm it', async () => {
  const { client, vehicles } = await openRadar(atBase)
  await waitFor(() => expect(rows()).toHaveLength(3))
  const [, second] = vehicles
  const start = second?.at ?? 0
  for (const seconds of [5, 10, 15])
    act(() =>
      client.live.store.applySnapshot(
        'f1',
        vehicles.map((one) =>
          one.id === second?.id
            ? { ...one, at: start + seconds * 1000, latitude: 19.44 - seconds * 0.0001 }
            : one,
        ),
      ),
    )
  const row = (await screen.findByText('se acerca, 40 km/h')).closest('li')
  expect(row?.textContent).toContain('110')
  expect(screen.getAllByText(/se acerca/)).toHaveLength(1)
})

it('moves, widens and clears the target by keys, and explains why a place is unknown', async () => {
  const { user, at } = await openRadar(atBase)
  await waitFor(() => expect(rows()).toHaveLength(3))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(at()).toContain('at=19.43090'))
  await user.keyboard('+')
  await waitFor(() => expect(at()).toContain('reach=middle'))
  await user.keyboard('-')
  await waitFor(() => expect(at()).not.toContain('reach='))
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (_: unknown, refuse: (why: { code: number }) => void) => refuse({ code: 1 }),
    },
  })
  await user.keyboard('t')
  await screen.findByText(
    'No diste permiso para usar tu ubicación. Actívalo en el navegador e inténtalo de nuevo.',
  )
  await user.keyboard('r')
  await waitFor(() => expect(at()).not.toContain('at='))
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog')
  for (const words of ['Mover el objetivo 100 m', 'Guardar este punto', 'Buscar más lejos o más cerca'])
    within(sheet).getByText(words)
})

it('shows no earlier arrivals once arrivals cannot be computed any more', async () => {
  let isDown = false
  const known = arrivals(() => 120)['POST /roads/arrivals']
  await openRadar(atBase, {
    'POST /roads/arrivals': (body: unknown) => (isDown ? refusal(500, 'internal') : known(body)),
  })
  const times = () =>
    within(screen.getByRole('list', { name: 'Unidades por llegada' })).queryAllByText(/2\smin/).length
  await waitFor(() => expect(times()).toBeGreaterThan(0))
  isDown = true
  await waitFor(() => expect(times()).toBe(0), { timeout: 15_000 })
  expect(rows().length).toBeGreaterThan(0)
})

it('reports that areas by time could not be drawn, although arrivals are known', async () => {
  await openRadar(atBase, { 'GET /roads/isochrone': refusal(500, 'internal') })
  await screen.findByText('No se pudieron trazar las zonas por tiempo: los anillos muestran distancia.')
})
