import type { Geofence } from '@rumbo/contract/geofences.contract'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, refusal, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { quickUser, TestProviders } from '../../ui/testing.tsx'
import { hasUnsaved } from '../../ui/unsaved.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someFence } from '../geofences.factory.ts'
import { FenceEditor } from './FenceEditor.tsx'

const zone = {
  id: 'z1',
  companyId: 'c1',
  fleetId: 'f1',
  name: 'Centro',
  corners: [
    [-99.2, 19.4],
    [-99.1, 19.4],
    [-99.1, 19.5],
  ],
  version: 1,
}
const page = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 100 } })

interface Sent {
  call: string
  body: unknown
}
type Asked = Sent & { query: URLSearchParams }

/** The editor in a browser without a map, as jsdom is: everything else works. */
async function openEditor(
  fence: Geofence | null,
  answerTo: (asked: Asked) => FakeAnswer | undefined = () => undefined,
) {
  const sent: Sent[] = []
  const fetch = fakeFetch((call, body, query) => {
    const usual = usualAnswers[call]
    if (usual) return typeof usual === 'function' ? usual(body, query) : usual
    if (call.startsWith('P') && call.includes('/geofences')) sent.push({ call, body })
    const answer = answerTo({ call, body, query })
    if (answer) return answer
    if (call === 'GET /zones') return page(zone)
    if (call === 'GET /geofences/map') return { body: { items: [], isComplete: true } }
    if (call === 'GET /vehicles') return page()
    if (call === 'POST /geofences' || call === 'PUT /geofences/g1') {
      const given = body as Partial<Geofence>
      const saved = { ...someFence(), ...given, shape: given.shape ?? someFence().shape }
      return { status: call.startsWith('POST') ? 201 : 200, body: saved }
    }
    return undefined
  })
  const client = createClient({ fetch, connect: silentSocket, tabs: { post: () => {}, listen: () => {} } })
  client.start()
  await waitFor(() => expect(client.workspace.state().fleet).not.toBeNull())
  const onSaved = vi.fn()
  const onCancel = vi.fn()
  const root = createRootRoute({
    component: () => <FenceEditor fleetId="f1" fence={fence} onSaved={onSaved} onCancel={onCancel} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  render(
    <TestProviders>
      <ClientProvider client={client}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </TestProviders>,
  )
  const user = userEvent.setup(quickUser)
  await screen.findByRole('application', { name: 'Mapa para dibujar la geocerca' })
  const name = screen.getByRole('textbox', { name: /^Nombre/ })
  const save = () => user.click(screen.getByRole('button', { name: 'Guardar' }))
  const kind = (label: string) => user.click(screen.getByRole('button', { name: label }))
  const type = async (label: string | RegExp, text: string) => {
    const field = screen.getByRole('textbox', { name: label })
    await user.clear(field)
    await user.type(field, text)
  }
  const add = async (text: string) => {
    await user.type(screen.getByRole('textbox', { name: /^(Otro vértice|Centro)$/ }), `${text}{Enter}`)
  }
  return { user, name, save, kind, type, add, sent, onSaved, onCancel }
}

it('saves a polygon whose corners were typed, reordered and removed', async () => {
  const { user, name, save, type, add, sent, onSaved } = await openEditor(null)
  await user.type(name, 'Patio')
  for (const text of ['19.40, -99.20', '19.40, -99.10', '19.45, -99.05', '19.50, -99.10']) await add(text)
  await type('Vértice 4', '19.6, -99.1')
  await user.click(screen.getByRole('button', { name: 'Subir el vértice 4' }))
  await user.click(screen.getByRole('button', { name: 'Quitar el vértice 4' }))
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({
    fleetId: 'f1',
    name: 'Patio',
    shape: {
      kind: 'polygon',
      corners: [
        { latitude: 19.4, longitude: -99.2 },
        { latitude: 19.4, longitude: -99.1 },
        { latitude: 19.6, longitude: -99.1 },
      ],
    },
  })
})

it('draws with the keys of the map, says each step, and undoes it', async () => {
  const { user } = await openEditor(null)
  const map = screen.getByRole('application')
  map.focus()
  await user.keyboard('{Enter}{Shift>}{ArrowRight}{/Shift}{Enter}{Shift>}{ArrowUp}{/Shift}{Enter}')
  const list = within(screen.getByRole('region', { name: 'Coordenadas' }))
  expect(list.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByText(/^Vértice 3 agregado en .* 3 en total\.$/)).toBeTruthy()
  await user.keyboard('{Backspace}')
  expect(screen.getByText('Vértice 3 quitado. Quedan 2.')).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}{Enter}')
  expect(screen.getByText('Forma terminada con 3 vértices.')).toBeTruthy()
  await user.keyboard('{Control>}zzzz{/Control}')
  expect(list.queryAllByRole('listitem')).toHaveLength(0)
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(list.getAllByRole('listitem')).toHaveLength(1)
})

it('saves a circle and a route with the lengths that were typed, and refuses wrong ones in place', async () => {
  const { user, name, save, kind, type, add, sent } = await openEditor(null)
  await user.type(name, 'Patio')
  await kind('Círculo')
  await add('19.4, -99.1')
  await type('Radio', '5')
  await save()
  expect(screen.getByText('El radio va de 10 a 200,000 m.')).toBeTruthy()
  expect(sent).toEqual([])
  await type('Radio', '1,200')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    shape: { kind: 'circle', center: { latitude: 19.4, longitude: -99.1 }, radiusMetres: 1_200 },
  })
  await kind('Ruta')
  for (const text of ['19.4, -99.1', '19.5, -99.1']) await add(text)
  await type('Medio ancho del corredor', '0')
  await save()
  expect(screen.getByText('El medio ancho va de 5 a 5,000 m.')).toBeTruthy()
  await type('Medio ancho del corredor', '12.5')
  await user.click(screen.getByRole('radio', { name: /^Un solo sentido/ }))
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toMatchObject({ shape: { kind: 'route', halfWidthMetres: 12.5, mode: 'one_way' } })
})

it('explains sides that cross and coordinates that cannot be read, and saves neither', async () => {
  const { user, name, save, type, add, sent } = await openEditor(null)
  await user.type(name, 'Patio')
  for (const text of ['0, 0', '1, 1', '1, 0', '0, 1']) await add(text)
  expect(await screen.findByText(/vértice 1 y el que sale del 3 se cruzan/)).toBeTruthy()
  await save()
  await type('Vértice 2', 'aquí')
  await save()
  expect(screen.getByText('El vértice 2 no se entiende como coordenadas.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Vértice 2' }).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

it('takes a pasted shape, or says what is wrong with it', async () => {
  const { user, name, save, sent } = await openEditor(null)
  await user.type(name, 'Patio')
  await user.click(screen.getByRole('button', { name: 'Texto' }))
  const text = screen.getByRole('textbox', { name: 'WKT, GeoJSON o coordenadas' })
  const paste = async (wkt: string) => {
    await user.clear(text)
    await user.click(text)
    await user.paste(wkt)
    await user.click(screen.getByRole('button', { name: 'Usar esta forma' }))
  }
  await paste('POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))')
  expect(screen.getByText('Los lados de la figura se cruzan o se tocan.')).toBeTruthy()
  await paste('LINESTRING (-99 19, -98 19)')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ shape: { kind: 'route', halfWidthMetres: 50 } })
})

it('pages the coordinates of a shape with 10,000 corners', async () => {
  const corners = Array.from({ length: 10_000 }, (_, at) => {
    const angle = (at / 10_000) * 2 * Math.PI
    return { latitude: 19 + 0.5 * Math.sin(angle), longitude: -99 + 0.5 * Math.cos(angle) }
  })
  const { user } = await openEditor(someFence({ shape: { kind: 'polygon', corners } }))
  expect(screen.getByText('Vértices 1 a 20 de 10,000')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Vértices siguientes' }))
  expect(screen.getByRole('textbox', { name: 'Vértice 40' })).toBeTruthy()
})

it('shows the corners of a zone, which cannot be changed here, and sends none', async () => {
  const { save, sent } = await openEditor(someFence({ zoneId: 'z1' }))
  expect(await screen.findByText(/La forma es la de la zona «Centro»/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'Vértice 3' }) as HTMLInputElement).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Polígono' })).toBeNull()
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ zoneId: 'z1', shape: null, version: 1 })
})

it('names fences with a speed limit in the same place, and which limit applies', async () => {
  const neighbour = (id: string, latitude: number, limitKmh: number | null) => ({
    id,
    name: `Geocerca ${id}`,
    colour: '#1e88e5',
    shape: { kind: 'circle', center: { latitude, longitude: -99.13 }, radiusMetres: 250 },
    shapeVersion: 1,
    limitKmh,
  })
  const items = [neighbour('A', 19.431, 30), neighbour('B', 19.6, 20), neighbour('C', 19.43, null)]
  const { schedule, cooldownSeconds } = {
    schedule: { windows: [], holidays: 'any' as const },
    cooldownSeconds: 0,
  }
  await openEditor(
    someFence({
      triggers: [
        {
          id: 't1',
          kind: 'speeding',
          limitKmh: 50,
          seconds: 10,
          severity: 'warning',
          schedule,
          cooldownSeconds,
        },
      ],
    }),
    ({ call }) => (call === 'GET /geofences/map' ? { body: { items, isComplete: true } } : undefined),
  )
  const note = await screen.findByText(/^En el mismo lugar también hay un límite/)
  expect(note.textContent).toContain('límite: Geocerca A (30 km/h). Donde')
})

it('counts nothing as changed where the server has the fields of a shape in another order', async () => {
  const corner = (latitude: number, longitude: number) => ({ longitude, latitude })
  const path = [corner(19.4, -99.2), corner(19.41, -99.1)]
  await openEditor(someFence({ shape: { mode: 'free', path, kind: 'route', halfWidthMetres: 60 } }))
  expect(hasUnsaved()).toBe(false)
})

it('asks before discarding, and only if something was changed', async () => {
  const { user, type, onCancel } = await openEditor(someFence())
  expect(hasUnsaved()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
  await type('Radio', '300')
  expect(hasUnsaved()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /seguir/i }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onCancel).toHaveBeenCalledTimes(1)
  await type('Radio', '250')
  expect(hasUnsaved()).toBe(false)
})

it('shows what somebody else saved meanwhile, and saves a choice per field', async () => {
  const theirs = someFence({ name: 'Base N', isActive: false, version: 4 })
  let tries = 0
  const { name, user, save, sent, onSaved } = await openEditor(someFence(), ({ call }) => {
    if (call !== 'PUT /geofences/g1' || ++tries > 1) return undefined
    const stale = refusal(409, 'stale_version')
    const changedAt = '2026-01-01T00:00:00.000Z'
    return { ...stale, body: { ...(stale.body as object), current: theirs, changedBy: 'Ana', changedAt } }
  })
  await user.clear(name)
  await user.type(name, 'Norte')
  await save()
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Ana/)).toBeTruthy()
  expect((dialog.getByRole('radio', { name: /Inactiva$/ }) as HTMLInputElement).checked).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Guardar lo elegido' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(sent.at(-1)?.body).toMatchObject({ name: 'Norte', isActive: false, version: 4 })
})

it('puts refusals of the server beside their fields', async () => {
  const { name, user, save } = await openEditor(someFence(), ({ call }) =>
    call === 'PUT /geofences/g1' ? refusal(409, 'name_taken') : undefined,
  )
  await user.type(name, ' 2')
  await save()
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
})

it('names a shape that only the server refuses', async () => {
  const refused = refusal(422, 'validation_failed')
  const errors = [{ path: 'body.shape.corners', code: 'too_wide', message: 'too_wide' }]
  const { type, save } = await openEditor(someFence(), ({ call }) =>
    call === 'PUT /geofences/g1' ? { ...refused, body: { ...(refused.body as object), errors } } : undefined,
  )
  await type('Radio', '300')
  await save()
  expect(await screen.findByText('Debe abarcar menos de media vuelta al mundo')).toBeTruthy()
})

it('makes a circle of an address, here typed as coordinates, with its radius', async () => {
  const { user, name, save, sent } = await openEditor(null)
  await user.type(name, 'Patio')
  await user.click(screen.getByRole('button', { name: 'Dirección' }))
  await user.click(screen.getByRole('button', { name: 'Usar como círculo' }))
  expect(screen.getByText('Elige una dirección de la lista, o escribe coordenadas.')).toBeTruthy()
  await user.type(screen.getByRole('combobox', { name: 'Dirección del centro' }), '19.43, -99.13')
  const [radius] = screen.getAllByRole('textbox', { name: 'Radio' }) as [HTMLElement]
  await user.clear(radius)
  await user.type(radius, '400')
  await user.click(screen.getByRole('button', { name: 'Usar como círculo' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dirección' }))
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    shape: { kind: 'circle', center: { latitude: 19.43, longitude: -99.13 }, radiusMetres: 400 },
  })
})

it('makes a route of what a vehicle drove, of at most 200 points', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString()
  const latitude = [19.4, 19.4, 19.41, 19.42]
  const longitude = [-99.1, -99.1, -99.1, -99.09]
  const nothing = latitude.map(() => null)
  const positions = {
    time: latitude.map((_, index) => Date.parse(at(8)) + index * 60_000),
    latitude,
    longitude,
    speedKmh: latitude.map(() => 30),
    ...Object.fromEntries(
      [
        'heading',
        'altitude',
        'odometerMetres',
        'ignition',
        'batteryPercent',
        'fuelPercent',
        'signalPercent',
        'satellites',
      ].map((column) => [column, nothing]),
    ),
  }
  const day = {
    records: 400,
    distanceMetres: 2_200,
    movingSeconds: 180,
    idleSeconds: 0,
    engineSeconds: 180,
    maxSpeedKmh: 30,
    firstAt: at(8),
    lastAt: at(9),
  }
  const asked: URLSearchParams[] = []
  const vehicle = someVehicle()
  const { user, save, name, sent } = await openEditor(null, ({ call, query }) => {
    if (call === 'GET /vehicles') return page(vehicle)
    if (call === `GET /vehicles/${vehicle.id}/history/dates`)
      return { body: { timeZone: 'UTC', items: [{ ...day, date: '2026-03-02' }] } }
    if (call !== `GET /vehicles/${vehicle.id}/history/route`) return undefined
    asked.push(query)
    const trips: unknown[] = []
    return {
      body: {
        from: at(0),
        to: at(24),
        positions,
        records: 400,
        isSimplified: true,
        trips,
        stays: [],
        summary: day,
      },
    }
  })
  await user.type(name, 'Ruta')
  await user.click(screen.getByRole('button', { name: 'Recorrido' }))
  await user.click(screen.getByRole('combobox', { name: /^Unidad/ }))
  await user.click(await screen.findByRole('option', { name: new RegExp(vehicle.vehicleNumber) }))
  const use = await screen.findByRole('button', { name: 'Crear ruta desde este recorrido' })
  await waitFor(() => expect((use as HTMLButtonElement).disabled).toBe(false))
  await user.click(use)
  expect(await screen.findByText('Ruta de 3 vértices a partir de 400 posiciones')).toBeTruthy()
  expect(asked.at(-1)?.get('points')).toBe('200')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    shape: { kind: 'route', path: [{ latitude: 19.4 }, { latitude: 19.41 }, { latitude: 19.42 }] },
  })
})

it('says which legs of a route are straight because no road is known', async () => {
  const { user, kind, add } = await openEditor(null, ({ call }) =>
    call === 'POST /roads/route'
      ? {
          body: {
            engine: 'formula',
            isEstimate: true,
            durationSeconds: 60,
            distanceMetres: 900,
            legs: [],
            line: [
              [-99.1, 19.4],
              [-99.1, 19.5],
            ],
          },
        }
      : undefined,
  )
  await kind('Ruta')
  await user.click(screen.getByRole('switch', { name: 'Seguir las calles' }))
  for (const text of ['19.4, -99.1', '19.5, -99.1']) await add(text)
  expect(await screen.findByText('Sin calles conocidas en un tramo: va en línea recta.')).toBeTruthy()
})

it('marks a checkpoint outside the corridor that is drawn, and puts the refusal of the server at the field', async () => {
  const trigger: Geofence['triggers'][number] = {
    id: 't1',
    kind: 'missed_checkpoint',
    fenceIds: ['g2', 'g3'],
    severity: 'warning',
    cooldownSeconds: 0,
    schedule: { windows: [], holidays: 'any' },
  }
  const path = [
    { latitude: 19.43, longitude: -99.14 },
    { latitude: 19.44, longitude: -99.14 },
  ]
  const route: Geofence['shape'] = { kind: 'route', path, halfWidthMetres: 30, mode: 'free' }
  const circleAt = (latitude: number) =>
    ({ kind: 'circle', center: { latitude, longitude: -99.14 }, radiusMetres: 50 }) as const
  const checkpoints: Record<string, Geofence> = {
    'GET /geofences/g2': someFence({ id: 'g2', name: 'Base Norte', shape: circleAt(19.435) }),
    'GET /geofences/g3': someFence({ id: 'g3', name: 'Base Sur', shape: circleAt(19.42) }),
  }
  const errors = [{ path: 'body.triggers.0.fenceIds.1', code: 'checkpoint_outside', message: 'x' }]
  const { body, status } = refusal(422, 'validation_failed')
  const { user, save } = await openEditor(someFence({ shape: route, triggers: [trigger] }), ({ call }) => {
    if (call.startsWith('PUT')) return { status, body: { ...(body as object), errors } }
    return checkpoints[call] && { body: checkpoints[call] }
  })
  const list = within(await screen.findByRole('list', { name: 'Puntos de control' }))
  await list.findByText('Base Sur')
  const outside = /^Fuera del corredor de la ruta/
  await list.findByText(outside)
  const [north, south] = list.getAllByRole('listitem').map((item) => within(item))
  expect(north?.queryByText(outside)).toBeNull()
  expect(south?.getByText(outside)).toBeTruthy()
  await save()
  await screen.findByText(/^Un punto de control queda fuera del corredor/)
  // A wider corridor reaches it.
  const width = screen.getByRole('textbox', { name: /ancho/i })
  await user.clear(width)
  await user.type(width, '2000')
  await user.tab()
  await waitFor(() => expect(list.queryByText(outside)).toBeNull())
})
