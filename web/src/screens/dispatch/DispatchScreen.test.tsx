import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { somePlannedStop, someService } from '../../services/services.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./DispatchScreen.tsx')])
}, 60_000)

const waiting = someService({ id: 's1', status: 'on_dispatch', version: 2 })
const second = someService({
  id: 's2',
  serviceNumber: 20433,
  status: 'on_dispatch',
  customerName: 'Luis Ortega',
  plannedStops: [somePlannedStop({ address: 'Polanco' })],
})
const candidate = (vehicleNumber: string, some: Partial<Candidate> = {}): Candidate => ({
  vehicleId: `v${vehicleNumber}`,
  vehicleNumber,
  plateNumber: `A-${vehicleNumber}`,
  type: 'sedan',
  status: 'active',
  latitude: 19.43,
  longitude: -99.13,
  distanceMetres: 900,
  arrivalSeconds: 200,
  isEstimate: true,
  isEligible: true,
  cost: null,
  parts: {},
  reasons: [],
  ...some,
})
const items = [
  candidate('104'),
  candidate('142', { arrivalSeconds: 250 }),
  candidate('150', { status: 'inactive', arrivalSeconds: 300 }),
  candidate('118', { status: 'occupied', isEligible: false, reasons: ['status'] }),
]
const listOf = (...all: unknown[]) => ({ body: { items: all, total: all.length, page: 1, size: 100 } })
const assigned = { ...waiting, status: 'vehicle_assigned', assignedVehicleNumber: '104', version: 3 }
const answers = {
  'GET /services': listOf(waiting, second),
  'GET /services/s1/candidates': { body: { items } },
  'GET /services/s2/candidates': { body: { items } },
  'POST /services/s1/assign': { body: assigned },
  'POST /services/s1/unassign': { body: { ...waiting, version: 4 } },
}

/** Three panes side by side need a wide window. */
const setWidth = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({
    width,
  })
const initialWidth = window.innerWidth
beforeEach(() => setWidth(1440))
afterEach(() => setWidth(initialWidth))

async function openDispatch(some = {}, chosen = 's1') {
  const view = renderApp(`/dispatch?service=${chosen}`, { ...answers, ...some })
  await screen.findByRole('heading', { level: 1, name: 'Monitor de despacho' })
  // Looking for a role computes the names of all buttons, and is repeated while hundreds of rows are drawn.
  await screen.findByLabelText('Asignar la unidad 104')
  const sent = (call: string) => view.asked.filter((one) => one.call === call).map(({ body }) => body)
  return { ...view, sent }
}

it('ranks candidates, with ineligible ones last and with their reason', async () => {
  const { user } = await openDispatch()
  const list = within(screen.getByRole('list', { name: 'Unidades que se pueden asignar' }))
  expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Asignar la unidad 104',
    'Asignar la unidad 142',
    'Asignar la unidad 150',
  ])
  screen.getByText('1 no apta: 1 · Ocupada o fuera de servicio')
  await user.click(screen.getByRole('button', { name: 'Ver por qué' }))
  screen.getByText('Ocupada: solo se asignan unidades activas o inactivas')
})

it.each([
  [[], 'La mejor'],
  [['zone', 'rejected'] as const, 'Fuera de sus zonas · El conductor lo rechazó'],
])('calls the first candidate the best only where nothing speaks against it: %j', async (reasons, text) => {
  const only = candidate('104', { reasons: [...reasons] })
  await openDispatch({ 'GET /services/s1/candidates': { body: { items: [only] } } })
  const row = (await screen.findByRole('button', { name: 'Asignar la unidad 104' })).closest('li')
  expect(row?.textContent).toContain(text)
  expect(row?.textContent?.includes('La mejor')).toBe(reasons.length === 0)
})

it.each([
  [true, '≈ Llegada estimada en línea recta, no por calles.'],
  [false, 'Llegada por calles.'],
])('names the source of the arrivals (estimated: %s)', async (isEstimate, sentence) => {
  const byRoad = items.map((one) => ({ ...one, isEstimate }))
  await openDispatch({ 'GET /services/s1/candidates': { body: { items: byRoad } } })
  await screen.findByText(sentence)
})

it('assigns the best candidate by Enter, and undoes it by Ctrl+Z', async () => {
  const { user, sent } = await openDispatch()
  await user.keyboard('{Enter}')
  await screen.findByText('Servicio 20431 asignado')
  expect(sent('POST /services/s1/assign')).toEqual([{ vehicleId: 'v104', version: 2 }])
  screen.getByRole('button', { name: /Deshacer/ })
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('El servicio 20431 busca unidad otra vez')
  expect(sent('POST /services/s1/unassign')).toEqual([{ version: 3 }])
})

it('undoes nothing once the undo has expired, and shows a message', async () => {
  const { user, sent } = await openDispatch()
  await user.keyboard('{Enter}')
  const offer = within(await screen.findByRole('region', { name: 'Avisos' }))
  await offer.findByText('Servicio 20431 asignado')
  await user.click(offer.getByRole('button', { name: 'Cerrar aviso' }))
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('La asignación del servicio 20431 ya no se puede deshacer aquí')
  expect(sent('POST /services/s1/unassign')).toEqual([])
})

it('keeps the vehicle when the service changed after the assignment, and shows who changed it', async () => {
  const current = { ...assigned, status: 'in_progress', version: 4 }
  const { user } = await openDispatch({
    'POST /services/s1/unassign': {
      status: 409,
      body: { ...(refusal(409, 'stale_version').body as object), current, changedBy: 'Ana Gil' },
    },
  })
  await user.keyboard('{Enter}')
  await screen.findByText('Servicio 20431 asignado')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('El servicio 20431 cambió después de asignarlo: no se deshizo')
  screen.getByText(/Lo cambió Ana Gil/)
})

it('chooses nothing by itself, so that Enter assigns nothing', async () => {
  const { user, asked } = renderApp('/dispatch', answers)
  await screen.findByText('Elige un servicio de la lista, o presiona ↓ para elegir el primero.')
  await user.keyboard('{Enter}')
  expect(asked.filter(({ call }) => call.endsWith('/assign') || call.endsWith('/candidates'))).toEqual([])
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('button', { name: 'Asignar la unidad 104' })
})

it('assigns the nth by Alt and its digit', async () => {
  const { user, sent } = await openDispatch()
  await user.keyboard('{Alt>}[Digit2]{/Alt}')
  await screen.findByText('Servicio 20431 asignado')
  expect(sent('POST /services/s1/assign')).toEqual([{ vehicleId: 'v142', version: 2 }])
})

it('warns before an inactive vehicle is assigned', async () => {
  const { user, sent } = await openDispatch()
  await user.keyboard('{Alt>}[Digit3]{/Alt}')
  const ask = within(await screen.findByRole('alertdialog', { name: 'La unidad 150 está inactiva' }))
  expect(sent('POST /services/s1/assign')).toEqual([])
  await user.click(ask.getByRole('button', { name: 'Asignar de todos modos' }))
  await waitFor(() => expect(sent('POST /services/s1/assign')).toEqual([{ vehicleId: 'v150', version: 2 }]))
})

it('assigns the vehicle whose number is typed', async () => {
  const { user, sent } = await openDispatch()
  await user.keyboard('/')
  await user.keyboard('142{Enter}')
  await waitFor(() => expect(sent('POST /services/s1/assign')).toEqual([{ vehicleId: 'v142', version: 2 }]))
})

it('moves between rows by arrow keys, and keeps the chosen one in the address', async () => {
  const { user, at } = await openDispatch()
  const list = within(screen.getByRole('list', { name: 'Por despachar' }))
  await user.click(list.getByRole('button', { name: /Elena Torres/ }))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Luis Ortega')
  await user.click(list.getByRole('button', { name: /Luis Ortega/ }))
  await waitFor(() => expect(at()).toContain('service=s2'))
  await screen.findByText('Asignar a 20433 · Luis Ortega')
})

it('shows who assigned it first', async () => {
  const current = { ...assigned, assignedVehicleNumber: '137' }
  const { user } = await openDispatch({
    'POST /services/s1/assign': {
      status: 409,
      body: { ...(refusal(409, 'stale_version').body as object), current, changedBy: 'Ana Gil' },
    },
  })
  await user.keyboard('{Enter}')
  await screen.findByText('El servicio 20431 ya tiene la unidad 137')
  screen.getByText(/Asignado por Ana Gil hace/)
})

describe('with 101 waiting services', () => {
  const many = Array.from({ length: 101 }, (_, at) =>
    someService({
      id: `m${at}`,
      serviceNumber: 30_000 + at,
      status: 'on_dispatch',
      customerName: `Cliente ${at}`,
    }),
  )
  const paged = {
    'GET /services': (_body: unknown, query: URLSearchParams) => {
      const page = Number(query.get('page') ?? 1)
      const all = query.getAll('status').includes('on_dispatch') ? many : []
      return { body: { items: all.slice((page - 1) * 100, page * 100), total: all.length, page, size: 100 } }
    },
    'GET /services/m0/candidates': { body: { items } },
    'GET /services/m100': { body: many[100] },
    'GET /services/m100/candidates': { body: { items } },
  }
  const rows = () => within(screen.getByRole('list', { name: 'Por despachar' })).getAllByRole('listitem')

  it('counts all of them, and shows the rest on demand', async () => {
    const { user } = await openDispatch(paged, 'm0')
    const pane = within(screen.getByRole('region', { name: 'Por despachar' }))
    pane.getByText('101')
    expect(rows()).toHaveLength(100)
    pane.getByText('Se muestran 100 de 101')
    await user.click(pane.getByRole('button', { name: 'Mostrar más' }))
    await waitFor(() => expect(rows()).toHaveLength(101))
    expect(pane.queryByRole('button', { name: 'Mostrar más' })).toBeNull()
  })

  it('opens one beyond the first page from a link', async () => {
    renderApp('/dispatch?service=m100', { ...answers, ...paged })
    await screen.findByText('Asignar a 30100 · Cliente 100')
  })

  it('requests the best vehicles of the first rows in one call', async () => {
    const { count, asked } = await openDispatch(
      {
        ...paged,
        'GET /dispatch/best': {
          body: {
            items: [
              {
                serviceId: 'm1',
                best: { vehicleId: 'v7', vehicleNumber: '707', arrivalSeconds: 60, isEstimate: true },
              },
            ],
          },
        },
      },
      'm0',
    )
    await within(rows()[1] as HTMLElement).findByText(/707/)
    expect(count('GET /dispatch/best')).toBe(1)
    expect(asked.filter(({ call }) => call.endsWith('/candidates'))).toHaveLength(1)
  })
})

it('shows panes as tabs in a narrow window, and a link out of an empty queue', async () => {
  setWidth(390)
  const { user } = renderApp('/dispatch', { ...answers, 'GET /services': listOf() })
  await screen.findByText('Sin servicios en espera')
  expect(screen.getAllByRole('button', { name: /Nuevo servicio/ }).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('tab', { name: /Monitoreo/ }))
  await screen.findByText('Sin servicios con unidad')
})

it('is read-only for those who may not dispatch: both lists, and no request for candidates', async () => {
  const { count } = renderApp('/dispatch', {
    ...answers,
    ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
  })
  await screen.findByText('Solo lectura: no puedes despachar en esta flotilla')
  expect((await screen.findAllByText(/Luis Ortega/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/No se pud/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Asignar/ })).toBeNull()
  expect(count('GET /services/s1/candidates')).toBe(0)
})

it('shows the service of its details on the map', async () => {
  renderApp('/dispatch?details=s1', { ...answers, 'GET /services/s1': { body: waiting } })
  const link = await screen.findByRole('link', { name: 'Ver en el mapa' })
  expect(link.getAttribute('href')).toMatch(/^\/map\?.*service=s1.*/)
})

it('lists services that were created for later, and sends one to dispatch', async () => {
  const later = someService({ id: 's9', serviceNumber: 20450, customerName: 'Nora Gil', version: 3 })
  const { user, sent } = await openDispatch({
    'GET /services': (_body: unknown, query: URLSearchParams) =>
      query.getAll('status').includes('created') ? listOf(later) : listOf(waiting, second),
    'POST /services/s9/dispatch': { body: { ...later, status: 'on_dispatch', version: 4 } },
  })
  const created = within(await screen.findByRole('region', { name: 'Creados, sin enviar' }))
  await user.click(created.getByRole('button', { name: /Creados, sin enviar/ }))
  created.getByText(/Nora Gil/)
  await user.click(created.getByRole('button', { name: 'Enviar a despacho el servicio 20450' }))
  await screen.findByText('Servicio 20450 enviado a despacho')
  expect(sent('POST /services/s9/dispatch')).toEqual([{ version: 3 }])
})
