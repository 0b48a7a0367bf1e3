import type { DriverState } from '@rumbo/contract/drivers.contract'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someService } from '../services/services.factory.ts'
import { someShift } from '../shifts/shifts.factory.ts'
import { someDriverState } from './driver.factory.ts'

const shift = someShift({ id: 'sh1', status: 'running', vehicleNumber: '118' })
const offer: DriverState['offers'][number] = {
  id: 'o1',
  kind: 'now',
  offeredAt: new Date(Date.now() - 5_000).toISOString(),
  expiresAt: new Date(Date.now() + 40_000).toISOString(),
  serviceId: 's1',
  serviceNumber: 20_001,
  serviceType: 'taxi',
  pickupAt: null,
  stops: [
    { address: 'Zócalo', latitude: 19.43, longitude: -99.13 },
    { address: 'Ángel', latitude: 19.42, longitude: -99.16 },
  ],
  arrivalSeconds: 240,
  isEstimate: true,
  plannedDistance: 4_772,
  plannedDuration: 500,
  estimatedCost: '120.50',
  currency: 'MXN',
}
const suggestion: NonNullable<DriverState['suggestion']> = {
  id: 'g1',
  to: { latitude: 19.4436, longitude: -99.14 },
  toName: 'Centro',
  expected: 4.2,
  vehiclesThere: 1,
  driveSeconds: 370,
  isEstimate: true,
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
}
const assigned = someService({ id: 's1', status: 'vehicle_assigned', assignedDriverId: 'd1' })

/** A server that shows a state, and records and answers actions. */
function open(first: DriverState, more: FakeAnswers = {}, options = {}) {
  const server = { state: first, isDown: false, sent: [] as { kind: string }[] }
  renderApp(
    '/driver',
    {
      ...answersFor({ level: 'user', driven_fleets: ['f1'] }),
      'GET /plans/own-route': { body: { items: [] } },
      'GET /driver/threads': { body: { items: [] } },
      'GET /driver': () => (server.isDown ? refusal(503, 'unavailable') : { body: server.state }),
      'POST /driver/actions': (body) => {
        if (server.isDown) return refusal(503, 'unavailable')
        const { actions } = body as { actions: { id: string; kind: string }[] }
        server.sent.push(...actions)
        return { body: { items: actions.map(({ id }) => ({ id, problem: null })) } }
      },
      ...more,
    },
    options,
  )
  return server
}
const button = (name: string | RegExp) => screen.findByRole('button', { name }, { timeout: 20_000 })

it('shows an offer with its countdown, and accepts it', async () => {
  const user = userEvent.setup()
  const server = open(someDriverState({ offers: [offer] }))
  await button('Aceptar')
  screen.getByText('Zócalo')
  screen.getByText(/4 min hasta la recogida · 4.8 km · 8 min de viaje · Precio estimado/)
  screen.getByText(/Quedan \d+ s/)
  server.state = someDriverState({ services: [assigned] })
  await user.click(await button('Aceptar'))
  await button('Ya llegué')
  expect(server.sent).toMatchObject([{ kind: 'accept', offerId: 'o1' }])
}, 60_000)

it('leads through a service with one large button, and asks before a no-show', async () => {
  const user = userEvent.setup()
  const server = open(someDriverState({ services: [assigned] }))
  await user.click(await button('Ya llegué'))
  // The fake still answers without the arrival; what counts is what was sent.
  expect(server.sent).toMatchObject([{ kind: 'arrive', stopId: assigned.plannedStops[0]?.id }])
  expect(screen.getByRole('link', { name: 'Navegar' }).getAttribute('href')).toContain('destination=19.4')
  expect(screen.getByRole('link', { name: 'Llamar' }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
  await user.click(await button('No puedo hacerlo'))
  const dialog = await screen.findByRole('alertdialog', { name: '¿Devolver el servicio?' })
  await user.click(within(dialog).getByRole('button', { name: 'No puedo hacerlo' }))
  await expect.poll(() => server.sent.map(({ kind }) => kind)).toEqual(['arrive', 'give_back'])
}, 60_000)

it('shows what the server has done while its new state is awaited', async () => {
  const user = userEvent.setup()
  const reads: (() => void)[] = []
  let isSlow = false
  const server = open(someDriverState({ services: [assigned] }), {
    'GET /driver': () => {
      const answer = { body: server.state }
      return isSlow ? new Promise((resolve) => reads.push(() => resolve(answer))) : answer
    },
  })
  await button('Ya llegué')
  isSlow = true
  await user.click(await button('Ya llegué'))
  await expect.poll(() => reads.length).toBe(1)
  expect(server.sent).toHaveLength(1)
  await user.click(await button('Cliente a bordo'))
  await expect.poll(() => server.sent.map(({ kind }) => kind)).toEqual(['arrive', 'pick_up'])
  await button(/Parada hecha|Terminar servicio/)
  server.state = someDriverState({ services: [] })
  isSlow = false
  for (const answer of reads) answer()
  await screen.findByText('En espera de servicio')
}, 60_000)

it('works without a connection: shows what is done, and keeps it to send later', async () => {
  const user = userEvent.setup()
  const server = open(someDriverState({ services: [assigned] }))
  await button('Ya llegué')
  server.isDown = true
  await user.click(await button('Ya llegué'))
  await user.click(await button('Cliente a bordo'))
  await screen.findByText(/2 acciones por enviar/, {}, { timeout: 20_000 })
  await button(/Parada hecha|Terminar servicio/)
  server.isDown = false
  window.dispatchEvent(new Event('online'))
  await expect
    .poll(() => server.sent.map(({ kind }) => kind), { timeout: 20_000 })
    .toEqual(['arrive', 'pick_up'])
}, 60_000)

it('asks for the PIN where the service requires it, and sends it with the action', async () => {
  const user = userEvent.setup()
  const [pickup] = assigned.plannedStops
  const running = {
    ...assigned,
    status: 'in_progress' as const,
    requiredProofs: ['pin' as const],
    plannedStops: pickup ? [pickup] : [],
    executedStops: [],
  }
  const server = open(someDriverState({ services: [running] }))
  await user.click(await button('Terminar servicio'))
  const dialog = await screen.findByRole('dialog', { name: 'Comprobante de entrega' })
  await user.type(within(dialog).getByLabelText('NIP del cliente'), '04')
  await user.click(within(dialog).getByRole('button', { name: 'Terminar servicio' }))
  await within(dialog).findByText('Escribe los cuatro dígitos del NIP.')
  await user.type(within(dialog).getByLabelText('NIP del cliente'), '17x9')
  await user.click(within(dialog).getByRole('button', { name: 'Terminar servicio' }))
  await expect
    .poll(() => server.sent)
    .toMatchObject([{ kind: 'complete', serviceId: 's1', proofs: [{ kind: 'pin', pin: '0417' }] }])
}, 60_000)

it('says what was refused', async () => {
  const user = userEvent.setup()
  open(someDriverState({ offers: [offer] }), {
    'POST /driver/actions': (body) => ({
      body: {
        items: (body as { actions: { id: string }[] }).actions.map(({ id }) => ({
          id,
          problem: 'offer_expired',
        })),
      },
    }),
  })
  await user.click(await button('Aceptar'))
  await screen.findByText('Aceptar la oferta: La oferta venció antes de tu respuesta.')
  await user.click(await button('Entendido'))
  expect(screen.queryByText(/La oferta venció antes/)).toBeNull()
}, 60_000)

it('declares an emergency only after two seconds', async () => {
  const server = open(someDriverState())
  const hold = await button('Emergencia: mantén presionado')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.pointerDown(hold)
    vi.advanceTimersByTime(1_500)
    fireEvent.pointerUp(hold)
    vi.advanceTimersByTime(3_000)
    fireEvent.pointerDown(hold)
    vi.advanceTimersByTime(2_100)
  } finally {
    vi.useRealTimers()
  }
  await expect.poll(() => server.sent).toMatchObject([{ kind: 'emergency', latitude: null }])
}, 60_000)

it('starts a shift in the own vehicle', async () => {
  const user = userEvent.setup()
  const asked: unknown[] = []
  const server = open(someDriverState({ shift: null, vehicle: null }), {
    'POST /shifts/own': (body) => {
      asked.push(body)
      server.state = someDriverState()
      return { status: 201, body: shift }
    },
  })
  await user.click(await button('Iniciar turno en la unidad 118'))
  await screen.findByText('En espera de servicio')
  expect(asked).toEqual([{ vehicleId: 'v1' }])
}, 60_000)

it('is explained to people who do not drive, in English too', async () => {
  open(someDriverState({ driver: null }), {}, { language: 'en' })
  await screen.findByText('This page is for drivers', {}, { timeout: 20_000 })
  screen.getByRole('link', { name: 'Go to the dashboard' })
}, 60_000)

it('suggests a move with why and the way there, and dismisses it', async () => {
  const user = userEvent.setup()
  const server = open(someDriverState({ suggestion }))
  await screen.findByText('Sugerencia: ve a Centro', {}, { timeout: 20_000 })
  screen.getByText('≈ 6 min de camino · solicitudes que se esperan ahí en 20 min: 4.2 · unidades ahí: 1')
  expect(screen.getByRole('link', { name: 'Navegar' }).getAttribute('href')).toContain('19.4436,-99.14')
  server.state = someDriverState()
  await user.click(await button('No, gracias'))
  await expect.poll(() => screen.queryByText('Sugerencia: ve a Centro')).toBeNull()
  expect(server.sent).toMatchObject([{ kind: 'dismiss_suggestion', suggestionId: 'g1' }])
}, 60_000)

it('shows no suggestion during a service', async () => {
  open(someDriverState({ suggestion, services: [assigned] }))
  await button('Ya llegué')
  expect(screen.queryByText('Sugerencia: ve a Centro')).toBeNull()
}, 60_000)
