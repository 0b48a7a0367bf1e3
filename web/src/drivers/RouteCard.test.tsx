import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { OwnPlannedStop } from '@rumbo/contract/planning.publish.contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'

const now = new Date()
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const state: DriverState = {
  now: now.toISOString(),
  timeZone: 'UTC',
  driver: { id: 'd1', name: 'Iván Mora' },
  shift: null,
  shifts: [],
  earlyStartMinutes: 60,
  vehicle: null,
  vehicles: [],
  takesPositions: false,
  breakSince: null,
  offers: [],
  suggestion: null,
  services: [],
  cash: [],
}
const stop = (stopId: string, address: string, some: Partial<OwnPlannedStop> = {}): OwnPlannedStop => ({
  planId: 'p1',
  vehicleId: 'v1',
  serviceId: `s-${stopId}`,
  serviceNumber: 501,
  stopId,
  sequence: 1,
  stopType: 'drop',
  address,
  latitude: 19.43,
  longitude: -99.13,
  reference: null,
  contactName: 'Elena Torres',
  contactPhone: '+52 55 5512 3456',
  plannedArrival: now.toISOString(),
  plannedDeparture: now.toISOString(),
  windowStart: null,
  windowEnd: null,
  arrived: null,
  departed: null,
  isCancelled: false,
  ...some,
})

const open = (stops: OwnPlannedStop[] | null, more: FakeAnswers = {}) =>
  renderApp('/driver', {
    ...answersFor({ level: 'user', driven_fleets: ['f1'] }),
    'GET /driver/threads': { body: { items: [] } },
    'GET /driver': { body: state },
    'GET /plans/own-route': stops === null ? refusal(503, 'unavailable') : { body: { items: stops } },
    ...more,
  })

it('lists the stops of today in their order: what is done, what is next, and how to get there', async () => {
  open([
    stop('a', 'Calle Uno 1', { departed: inMinutes(-5) }),
    stop('b', 'Calle Dos 2', { isCancelled: true }),
    stop('c', 'Calle Tres 3', { windowStart: inMinutes(0), windowEnd: inMinutes(30) }),
    stop('d', 'Calle Cuatro 4'),
  ])
  await screen.findByRole('heading', { name: 'Ruta de hoy' })
  const items = screen.getAllByRole('listitem')
  expect(items).toHaveLength(4)
  const [first, second, third, fourth] = items as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]
  expect(first.textContent).toContain('Hecha')
  expect(second.textContent).toContain('Cancelada')
  expect(third.getAttribute('aria-current')).toBe('step')
  expect(third.textContent).toContain('Entre')
  const linkOf = (name: string) => within(third).getByRole('link', { name }).getAttribute('href')
  expect(linkOf('Navegar')).toContain('19.43,-99.13')
  expect(linkOf('Llamar')).toBe('tel:+525555123456')
  expect(within(fourth).queryByRole('link')).toBeNull()
  screen.getByText('1 de 3 paradas')
})

it('says where there is no route today but one tomorrow', async () => {
  open([stop('a', 'Calle Uno 1', { plannedArrival: inMinutes(24 * 60) })])
  await screen.findByText('Hoy no tienes una ruta publicada.')
})
it('shows nothing where no routes are planned', async () => {
  open([])
  await screen.findByText('Efectivo por entregar')
  expect(screen.queryByRole('heading', { name: 'Ruta de hoy' })).toBeNull()
})
