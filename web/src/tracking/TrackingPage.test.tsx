import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TrackingPage } from './TrackingPage.tsx'
import { LinkClosed, type TrackingClient } from './tracking-client.ts'

beforeEach(() => void vi.spyOn(navigator, 'language', 'get').mockReturnValue('es-MX'))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const tracked = (given: Partial<TrackedService> = {}): TrackedService => ({
  companyName: 'Taxis Reforma',
  companyPhone: '+52 55 1234 5678',
  language: 'es',
  timeZone: 'America/Mexico_City',
  serviceNumber: 20431,
  serviceType: 'taxi',
  status: 'vehicle_assigned',
  statusSince: '2026-03-02T15:00:00.000Z',
  dispatchTime: '2026-03-02T15:00:00.000Z',
  stops: [
    {
      number: 1,
      stopType: 'pickup',
      address: 'Zócalo',
      latitude: 19.43,
      longitude: -99.13,
      status: 'pending',
      at: null,
    },
    {
      number: 2,
      stopType: 'drop',
      address: 'Ángel',
      latitude: 19.42,
      longitude: -99.16,
      status: 'pending',
      at: null,
    },
  ],
  vehicle: { number: '118', plate: 'A-482-KJM', color: 'white', make: 'Nissan', model: 'Versa' },
  driverFirstName: 'Rosa',
  position: null,
  arrival: null,
  pin: null,
  promisedAt: null,
  receipt: null,
  mayRate: false,
  rating: null,
  closesAt: null,
  now: new Date().toISOString(),
  ...given,
})
const clientOf = (follow: TrackingClient['follow']): TrackingClient => ({
  follow,
  rate: async ({ stars, comment }) => ({ stars, comment, ratedAt: '2026-03-02T15:30:00.000Z' }),
  basemap: async () => ({ world: null, regions: [], service: null }),
})
const showing = (given: Partial<TrackedService> = {}) =>
  render(<TrackingPage client={clientOf(async () => tracked(given))} />)

it('says in words where the vehicle is going, and by what it is recognised', async () => {
  showing({
    arrival: { stopNumber: 1, at: new Date(Date.now() + 230_000).toISOString(), isEstimate: false },
  })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Tu unidad ya está asignada')
  screen.getByText('4 min')
  expect(screen.getByRole('region', { name: 'Tu unidad' }).textContent).toMatch(
    /Rosa.*Unidad 118 · Nissan Versa, blanco.*A-482-KJM/,
  )
  screen.getByText('Faltan 2 paradas')
  expect(screen.getByRole('link', { name: 'Llamar a Taxis Reforma' }).getAttribute('href')).toBe(
    'tel:+525512345678',
  )
  expect(document.title).toBe('Servicio 20431 · Taxis Reforma')
})

it('speaks the language of the link, until another is chosen', async () => {
  showing({ language: 'en', status: 'in_progress' })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Your ride is under way')
  expect(document.documentElement.lang).toBe('en')
  await userEvent.click(screen.getByRole('button', { name: 'Español' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tu viaje está en curso')
})

it('keeps the last state when the connection fails, and says how old it is', async () => {
  let isUp = true
  render(
    <TrackingPage
      client={clientOf(async () => {
        if (!isUp) throw new TypeError('fetch failed')
        return tracked()
      })}
    />,
  )
  await screen.findByText('A-482-KJM')
  isUp = false
  window.dispatchEvent(new Event('online'))
  await screen.findByText(/^Sin conexión\. Lo que ves es de hace/)
  screen.getByText('A-482-KJM')
  isUp = true
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^Sin conexión/)).toBeNull())
})

it('shows nothing of a link that has closed, and stops asking', async () => {
  const follow = vi.fn(async (): Promise<TrackedService> => {
    throw new LinkClosed()
  })
  render(<TrackingPage client={clientOf(follow)} />)
  await screen.findByRole('heading', { name: 'Este enlace ya no está disponible' })
  expect(screen.queryByText('Taxis Reforma')).toBeNull()
  expect(follow).toHaveBeenCalledTimes(1)
})

it('gives the receipt and takes a rating with the keyboard', async () => {
  const client = clientOf(async () =>
    tracked({
      status: 'completed',
      mayRate: true,
      receipt: {
        startedAt: '2026-03-02T15:00:00.000Z',
        endedAt: '2026-03-02T15:30:00.000Z',
        finalCost: '98.50',
        lines: [
          { kind: 'base', label: null, quantity: null, unit: null, rate: null, amount: '30.00' },
          { kind: 'distance', label: null, quantity: 5.7, unit: 'km', rate: '9.50', amount: '54.15' },
          { kind: 'adjustment', label: null, quantity: null, unit: null, rate: null, amount: '14.35' },
        ],
        currency: 'MXN',
        paymentMethod: 'cash',
        paymentStatus: 'paid',
      },
    }),
  )
  const rate = vi.spyOn(client, 'rate').mockRejectedValueOnce(new TypeError('fetch failed'))
  render(<TrackingPage client={client} />)
  await screen.findByText('$98.50')
  screen.getByText('Efectivo')
  screen.getByText('5.7 km × $9.50')
  screen.getByText('$54.15')
  screen.getByText('Ajuste')
  const send = screen.getByRole('button', { name: 'Enviar calificación' })
  expect((send as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: '4 estrellas' }))
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Comentario (opcional)' }),
    'Muy amable{Tab}{Enter}',
  )
  await screen.findByText(/^No se pudo enviar/)
  await userEvent.click(send)
  await screen.findByText('Gracias por tu calificación.')
  expect(rate).toHaveBeenLastCalledWith({ stars: 4, comment: 'Muy amable' })
})

it('shows the PIN, and by how much the vehicle misses its promise', async () => {
  showing({
    pin: '0417',
    arrival: { stopNumber: 1, at: '2026-03-02T15:26:00.000Z', isEstimate: true },
    promisedAt: '2026-03-02T15:20:00.000Z',
  })
  await screen.findByText('Prometido a más tardar a las 09:20 · va 6 min tarde')
  screen.getByRole('region', { name: 'Tu NIP de entrega' })
  screen.getByText('0417')
})
