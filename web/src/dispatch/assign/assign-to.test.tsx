import type { AssignmentCost, Reservation } from '@rumbo/contract/dispatch.changes.contract'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'
import { someDispatchSettings } from '../dispatch.factory.ts'

/** The lazy chunks of a busy machine take time. */
vi.setConfig({ testTimeout: 60_000 })
beforeAll(() => import('../../app/shell/Shell.tsx'), 60_000)
beforeEach(() =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({ width: 1440 }),
)

const waiting = someService({ id: 's1', serviceNumber: 501, status: 'on_dispatch', version: 2 })
const running = someService({
  id: 's2',
  serviceNumber: 502,
  status: 'vehicle_assigned',
  customerName: 'Luis Ortega',
  assignedVehicleId: 'v118',
  assignedVehicleNumber: '118',
  version: 5,
})
const candidate = (vehicleNumber: string, some: object = {}) => ({
  vehicleId: `v${vehicleNumber}`,
  vehicleNumber,
  plateNumber: `A-${vehicleNumber}`,
  type: 'sedan',
  status: 'active',
  latitude: 19.43,
  longitude: -99.13,
  distanceMetres: 900,
  arrivalSeconds: 200,
  isEstimate: false,
  isEligible: true,
  cost: null,
  parts: {},
  reasons: [],
  ...some,
})
const busy = { status: 'en_route', isEligible: false, reasons: ['status'], arrivalSeconds: 60 }
const cost = (vehicleNumber: string, some: Partial<AssignmentCost> = {}): AssignmentCost => ({
  vehicleId: `v${vehicleNumber}`,
  vehicleNumber,
  beforeSeconds: null,
  afterSeconds: 60,
  isEstimate: false,
  others: [],
  ...some,
})
const reservedAt = '2026-03-01T17:50:00.000Z'
const reservation = (some: Partial<Reservation> = {}): Reservation => ({
  vehicleId: 'v118',
  vehicleNumber: '118',
  serviceId: 's1',
  serviceNumber: 501,
  place: 1,
  arrivesAt: null,
  isEstimate: false,
  version: 2,
  reservedByName: null,
  planName: null,
  reservedAt,
  dispatchTime: '2026-03-01T18:00:00.000Z',
  ...some,
})
const search = (some: Partial<Search> = {}): Search => ({
  serviceId: 's1',
  state: 'reserved',
  vehicleId: 'v118',
  vehicleNumber: '118',
  expiresAt: null,
  arrivalSeconds: null,
  isEstimate: false,
  offers: 0,
  rejections: 0,
  reservedByName: 'Ana Guerrero',
  plan: null,
  reservedAt,
  blockedReason: null,
  ...some,
})
const reserved = (some: object = {}) => ({
  body: { ...reservation({ reservedByName: 'Ana Guerrero' }), isReplacement: false, ...some },
})
/** The released reservations, by vehicle and time. */
let released: string[] = []
beforeEach(() => {
  released = []
})
const release = (_body: unknown, query: URLSearchParams) => {
  released.push(`${query.get('vehicleId')} ${query.get('reservedAt')}`)
  return { body: { done: true } }
}
const items = [candidate('104'), candidate('118', busy), candidate('119', { ...busy, status: 'occupied' })]

async function openDispatch(some = {}) {
  const view = renderApp('/dispatch', {
    'GET /services': (_body: unknown, query: URLSearchParams) => {
      const all = query.getAll('status').includes('on_dispatch') ? [waiting] : [running]
      return { body: { items: all, total: 1, page: 1, size: 100 } }
    },
    'GET /services/s1/candidates': { body: { items } },
    'GET /services/s2/candidates': { body: { items } },
    'GET /dispatch/settings/f1': { body: someDispatchSettings({ mode: 'suggest' }) },
    'GET /dispatch/reservations': {
      body: {
        items: [reservation({ serviceId: 's7', serviceNumber: 1042, arrivesAt: '2026-03-01T18:40:00.000Z' })],
      },
    },
    'GET /services/s1/assignment-cost/v118': {
      body: cost('118', {
        others: [
          {
            serviceId: 's2',
            serviceNumber: 502,
            customerName: 'Luis Ortega',
            version: 5,
            effect: 'loses',
            beforeSeconds: 120,
            afterSeconds: 540,
          },
        ],
      }),
    },
    'GET /services/s2/assignment-cost/v104': { body: cost('104', { beforeSeconds: 600, afterSeconds: 240 }) },
    'POST /services/s1/assign': { body: { ...waiting, status: 'vehicle_assigned', version: 3 } },
    'POST /services/s1/reassign': {
      body: { ...waiting, status: 'vehicle_assigned', assignedVehicleNumber: '118', version: 3 },
    },
    'POST /services/s2/reassign': { body: { ...running, assignedVehicleId: 'v104', version: 7 } },
    ...some,
  })
  const row = async (name: 'Por despachar' | 'Monitoreo') =>
    within(await screen.findByRole('list', { name }, { timeout: 30_000 })).getByRole('listitem')
  const sent = (call: string) => view.asked.filter((one) => one.call === call).map(({ body }) => body)
  const openMenu = async (number: number, item: string) => {
    await view.user.click(
      await screen.findByRole('button', { name: `Acciones de ${number}` }, { timeout: 30_000 }),
    )
    await view.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...view, row, sent, openMenu }
}

it('shows which service waits next for the vehicle of a service under way', async () => {
  const { row } = await openDispatch()
  await within(await row('Monitoreo')).findByText(/^Sigue: #1042 · \d\d:40$/)
})

it('assigns a vehicle of another service from the menu, after it showed what both of them pay', async () => {
  const { user, openMenu, sent } = await openDispatch()
  await openMenu(501, 'Asignar a una unidad…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar el servicio 501 a una unidad' }))
  expect((await dialog.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent)).toEqual([
    '1043:20',
    '1181:00va a otro servicio, que la perdería',
    '1191:00Ocupada',
  ])
  await user.click(dialog.getByRole('radio', { name: /118/ }))
  const lines = within(await dialog.findByRole('list', { name: 'Lo que cuesta el cambio' }))
  expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Este servicio: llega en 1 min',
    '502 · Luis Ortega pierde la unidad: +7 min con la siguiente mejor',
  ])
  await user.click(dialog.getByRole('button', { name: 'Asignar' }))
  await screen.findByText('Servicio 501 asignado')
  expect(sent('POST /services/s1/reassign')).toEqual([
    { vehicleId: 'v118', version: 2, from: { serviceId: 's2', version: 5 } },
  ])
})

it('says what speaks against a vehicle that a person may choose all the same', async () => {
  const { user, row, openMenu } = await openDispatch({
    'GET /services/s1/candidates': {
      body: {
        items: [
          candidate('104', { reasons: ['zone', 'shift_ends'] }),
          candidate('105', { reasons: ['inactive', 'rejected'], status: 'inactive' }),
          candidate('118', { ...busy, reasons: ['status', 'reserved'] }),
          candidate('119', { ...busy, status: 'occupied', reasons: ['status', 'permit_expired'] }),
        ],
      },
    },
  })
  const dragged = (await row('Por despachar')).firstElementChild as HTMLElement
  await user.click(within(dragged).getByRole('button', { name: /Elena Torres/ }))
  const nearest = (await screen.findByRole('button', { name: 'Asignar la unidad 104' })).closest('li')
  if (!nearest) throw new Error('no candidate')
  fireEvent.dragStart(dragged, { dataTransfer: { setData: () => undefined } })
  fireEvent.dragOver(nearest, { dataTransfer: {} })
  await screen.findByText('104 · 3:20 · Fuera de sus zonas')
  fireEvent.dragEnd(dragged)
  await openMenu(501, 'Asignar a una unidad…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar el servicio 501 a una unidad' }))
  expect((await dialog.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent)).toEqual([
    '1043:20Fuera de sus zonas · Termina su turno antes de llegar',
    '1053:20Inactiva: no ha reportado · El conductor lo rechazó',
    '1181:00va a otro servicio, que la perdería · Reservada para otro servicio',
    '1191:00Ocupada · La tarjeta de circulación está vencida',
  ])
})

it('reassigns a service under way, and gives it its former vehicle back by Ctrl+Z', async () => {
  const { user, openMenu, sent } = await openDispatch()
  await openMenu(502, 'Reasignar…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reasignar el servicio 502' }))
  await user.click(await dialog.findByRole('radio', { name: /104/ }))
  await dialog.findByText('Este servicio: llega en 4 min en lugar de 10 (−6 min)')
  await user.click(dialog.getByRole('button', { name: 'Reasignar' }))
  await screen.findByText('Servicio 502 asignado')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Servicio 502 con su unidad anterior')
  expect(sent('POST /services/s2/reassign')).toEqual([
    { vehicleId: 'v104', version: 5, from: null },
    { vehicleId: 'v118', version: 7 },
  ])
})

it('assigns by dragging onto a vehicle, says over it what would happen, and asks where another service loses it', async () => {
  const { user, row, sent } = await openDispatch()
  const dragged = (await row('Por despachar')).firstElementChild as HTMLElement
  await user.click(within(dragged).getByRole('button', { name: /Elena Torres/ }))
  const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' }
  const target = (await row('Monitoreo')).firstElementChild as HTMLElement
  fireEvent.dragStart(dragged, { dataTransfer })
  const nearest = (await screen.findByRole('button', { name: 'Asignar la unidad 104' })).closest('li')
  if (!nearest) throw new Error('no candidate')
  fireEvent.dragOver(target, { dataTransfer })
  await screen.findByText('118 · va a otro servicio, que la perdería')
  fireEvent.dragOver(nearest, { dataTransfer })
  await screen.findByText('104 · 3:20')
  fireEvent.drop(nearest, { dataTransfer })
  await screen.findByText('Servicio 501 asignado')
  expect(sent('POST /services/s1/assign')).toEqual([{ vehicleId: 'v104', version: 2 }])
  fireEvent.drop(target, { dataTransfer })
  await screen.findByRole('dialog', { name: 'Asignar el servicio 501 a una unidad' })
})

it('reserves a vehicle that cannot be assigned, and one that another service would lose where that is chosen', async () => {
  const { user, openMenu, sent } = await openDispatch({
    'POST /dispatch/services/s1/reservation': reserved(),
    'DELETE /dispatch/services/s1/reservation': release,
  })
  await openMenu(501, 'Asignar a una unidad…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar el servicio 501 a una unidad' }))
  await user.click(await dialog.findByRole('radio', { name: /119/ }))
  const box = () =>
    dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Reservar: lo atiende al quedar libre' })
  expect([box().checked, box().disabled]).toEqual([true, true])
  await user.click(dialog.getByRole('radio', { name: /118/ }))
  expect(box().checked).toBe(false)
  await user.click(box())
  expect(dialog.queryByRole('list', { name: 'Lo que cuesta el cambio' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Reservar' }))
  await screen.findByText('Unidad 118 reservada para el servicio 501')
  expect(sent('POST /dispatch/services/s1/reservation')).toEqual([{ vehicleId: 'v118', version: 2 }])
  await user.click(screen.getByRole('button', { name: /Deshacer/ }))
  await waitFor(() => expect(released).toEqual([`v118 ${reservedAt}`]))
})

it('takes a vehicle from another service although it is reserved and its position is old', async () => {
  const { user, openMenu, sent } = await openDispatch({
    'GET /services/s1/candidates': {
      body: { items: [candidate('118', { ...busy, reasons: ['status', 'stale_position', 'reserved'] })] },
    },
  })
  await openMenu(501, 'Asignar a una unidad…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar el servicio 501 a una unidad' }))
  await user.click(await dialog.findByRole('radio', { name: /118/ }))
  await dialog.findByRole('list', { name: 'Lo que cuesta el cambio' })
  await user.click(dialog.getByRole('button', { name: 'Asignar' }))
  await waitFor(() => expect(sent('POST /services/s1/reassign')).toHaveLength(1))
})

it('reserves a vehicle for a service that is not sent to dispatch yet, which then shows it and can release it', async () => {
  const created = someService({ id: 's9', serviceNumber: 509, status: 'created', version: 4 })
  const { user, openMenu, sent } = await openDispatch({
    'GET /services': (_body: unknown, query: URLSearchParams) => {
      const isCreated = query.getAll('status').includes('created')
      const all = isCreated ? [created] : []
      return { body: { items: all, total: all.length, page: 1, size: 100 } }
    },
    'GET /services/s9/candidates': { body: { items } },
    'GET /dispatch/searches': { body: { items: [search({ serviceId: 's9' })] } },
    'POST /dispatch/services/s9/reservation': reserved({ vehicleId: 'v104', isReplacement: true }),
    'POST /dispatch/services/s9/reservation/restore': reserved(),
    'DELETE /dispatch/services/s9/reservation': release,
  })
  await user.click(await screen.findByRole('button', { name: /^Creados, sin enviar/ }, { timeout: 30_000 }))
  const row = within(
    (await screen.findByRole('button', { name: /Elena Torres/ })).closest('li') as HTMLElement,
  )
  await row.findByText('Reservada: 118, por Ana Guerrero')
  await openMenu(509, 'Reservar una unidad…')
  const name = 'Reservar una unidad para el servicio 509'
  const dialog = within(await screen.findByRole('dialog', { name }))
  await user.click(await dialog.findByRole('radio', { name: /104/ }))
  await user.click(dialog.getByRole('button', { name: 'Reservar' }))
  await screen.findByText('Unidad 104 reservada para el servicio 509')
  expect(sent('POST /dispatch/services/s9/reservation')).toEqual([{ vehicleId: 'v104', version: 4 }])
  await user.click(screen.getByRole('button', { name: /Deshacer/ }))
  await waitFor(() =>
    expect(sent('POST /dispatch/services/s9/reservation/restore')).toEqual([
      { replaces: { vehicleId: 'v104', reservedAt } },
    ]),
  )
  await openMenu(509, 'Quitar reserva')
  await screen.findByText('El servicio 509 ya no tiene reservada la unidad 118')
})

it('says why a vehicle cannot be reserved: somebody else was first', async () => {
  const { user, row } = await openDispatch({
    'POST /dispatch/services/s1/reservation': {
      status: 409,
      body: {
        code: 'service_reserved',
        detail: 'Luis Guerrero ya reservó la unidad 204 para este servicio.',
      },
    },
  })
  await user.click(within(await row('Por despachar')).getByRole('button', { name: /Elena Torres/ }))
  await user.click(await screen.findByRole('button', { name: 'Ver por qué' }))
  await user.click(await screen.findByRole('button', { name: 'Reservar la unidad 119' }))
  await screen.findByText('Luis Guerrero ya reservó la unidad 204 para este servicio.')
})

it('says who reserved a vehicle, why it cannot serve, and releases it from the rows of both', async () => {
  const { user, row, openMenu, sent } = await openDispatch({
    'GET /dispatch/reservations': { body: { items: [reservation({ reservedByName: 'Ana Guerrero' })] } },
    'GET /dispatch/searches': { body: { items: [search({ blockedReason: 'stale_position' })] } },
    'DELETE /dispatch/services/s1/reservation': release,
    'POST /dispatch/services/s1/reservation/restore': reserved(),
  })
  await within(await row('Monitoreo')).findByText('Sigue: #501 · reservó Ana Guerrero')
  await within(await row('Por despachar')).findByText('Reservada: 118, por Ana Guerrero · Posición antigua')
  await openMenu(501, 'Quitar reserva')
  await screen.findByText('El servicio 501 ya no tiene reservada la unidad 118')
  await openMenu(502, 'Quitar reserva de 501')
  await waitFor(() => expect(released).toEqual([`v118 ${reservedAt}`, `v118 ${reservedAt}`]))
  await user.click(screen.getByRole('button', { name: /Deshacer/ }))
  await waitFor(() =>
    expect(sent('POST /dispatch/services/s1/reservation/restore')).toEqual([{ replaces: null }]),
  )
})

it('undoes the last reservation or release by Ctrl+Z, once, within ten seconds and no longer', async () => {
  const { user, openMenu, sent } = await openDispatch({
    'GET /dispatch/searches': { body: { items: [search()] } },
    'POST /dispatch/services/s1/reservation': reserved(),
    'POST /dispatch/services/s1/reservation/restore': reserved(),
    'DELETE /dispatch/services/s1/reservation': release,
  })
  const undo = () => user.keyboard('{Control>}z{/Control}')
  const restored = () => sent('POST /dispatch/services/s1/reservation/restore')
  await openMenu(501, 'Quitar reserva')
  await screen.findByText('El servicio 501 ya no tiene reservada la unidad 118')
  await undo()
  await waitFor(() => expect(restored()).toEqual([{ replaces: null }]))
  await undo()
  expect(restored()).toHaveLength(1)

  await user.click(
    await screen.findByRole('button', { name: 'Ver por qué' }).catch(async () => {
      await user.click(screen.getByRole('button', { name: /Elena Torres/ }))
      return screen.findByRole('button', { name: 'Ver por qué' })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Reservar la unidad 119' }))
  await screen.findByText('Unidad 119 reservada para el servicio 501')
  released = []
  await undo()
  await waitFor(() => expect(released).toEqual([`v118 ${reservedAt}`]))

  await openMenu(501, 'Quitar reserva')
  await screen.findByText('El servicio 501 ya no tiene reservada la unidad 118')
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_001)
  await undo()
  later.mockRestore()
  await screen.findByText('El último cambio ya no se puede deshacer aquí')
  expect(restored()).toHaveLength(1)
})

it('orders the reservations of a vehicle from the menu of its row, and undoes that', async () => {
  const mine = { reservedByName: 'Ana Guerrero' }
  const { openMenu, sent, user } = await openDispatch({
    'GET /dispatch/reservations': {
      body: {
        items: [
          reservation(mine),
          reservation({ ...mine, serviceId: 's7', serviceNumber: 507, place: 2 }),
          reservation({ serviceId: 's8', serviceNumber: 508, place: 1 }),
        ],
      },
    },
    'PUT /dispatch/services/s7/reservation/place': {
      body: reservation({ ...mine, serviceId: 's7', serviceNumber: 507, place: 1 }),
    },
  })
  await openMenu(502, 'Adelantar reserva de 507')
  await screen.findByText('Servicio 507: lugar 1 entre las reservas de la unidad 118')
  const moves = () => sent('PUT /dispatch/services/s7/reservation/place')
  expect(moves()).toEqual([{ vehicleId: 'v118', reservedAt, place: 1 }])
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(moves().at(-1)).toEqual({ vehicleId: 'v118', reservedAt, place: 2 }))
  // The first cannot go up, the last not down, and the engine's cannot be moved.
  await user.click(screen.getByRole('button', { name: 'Acciones de 502' }))
  expect(
    (await screen.findAllByRole('menuitem'))
      .map(({ textContent }) => textContent)
      .filter((one) => one?.includes('reserva')),
  ).toEqual([
    'Atrasar reserva de 501',
    'Quitar reserva de 501',
    'Adelantar reserva de 507',
    'Quitar reserva de 507',
  ])
})
