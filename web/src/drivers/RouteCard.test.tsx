import type { OwnPlannedStop } from '@rumbo/contract/planning.publish.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someExecutedStop, somePlannedStop, someService } from '../services/services.factory.ts'
import { someDriverState } from './driver.factory.ts'

const now = new Date()
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const state = someDriverState({
  now: now.toISOString(),
  timeZone: 'UTC',
  shift: null,
  vehicle: null,
  vehicles: [],
})
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

const open = (stops: OwnPlannedStop[] | null, more: FakeAnswers = {}, address = '/driver') =>
  renderApp(address, {
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
    stop('d', 'Calle Cuatro 4', { windowStart: inMinutes(60) }),
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
  expect(fourth.textContent).toContain('Desde las')
  screen.getByText('1 de 3 paradas')
})

it('says where there is no route today but one tomorrow', async () => {
  open([stop('a', 'Calle Uno 1', { plannedArrival: inMinutes(24 * 60) })])
  await screen.findByText('Hoy no tienes una ruta publicada.')
})
it('brings the day of a printed route into sight', async () => {
  const tomorrow = inMinutes(24 * 60)
  const shown: (string | null)[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.querySelector('h2')?.textContent ?? null)
  })
  onTestFinished(() => scroll.mockRestore())
  const stops = [stop('a', 'Calle Uno 1'), stop('b', 'Calle Dos 2', { plannedArrival: tomorrow })]
  open(stops, {}, `/driver?day=${tomorrow.slice(0, 10)}`)
  await screen.findByText('Calle Dos 2')
  expect(shown).toEqual([expect.stringMatching(/^Ruta del /)])
})
it('says that no route is published for the day of a printed one, and ignores what is no day', async () => {
  const { unmount } = open([], {}, '/driver?day=2026-01-05')
  await screen.findByText('No tienes una ruta publicada para ese día.')
  screen.getByRole('heading', { name: /^Ruta del .*5 de enero/ })
  unmount()
  open([], {}, '/driver?day=ayer')
  await screen.findByText('Efectivo por entregar')
  expect(screen.queryByRole('heading', { name: /^Ruta/ })).toBeNull()
})
it('shows nothing where no routes are planned', async () => {
  open([])
  await screen.findByText('Efectivo por entregar')
  expect(screen.queryByRole('heading', { name: 'Ruta de hoy' })).toBeNull()
})

/** At a stop of these services, with a server that confirms what the phone sends; the route stays as it was. */
function driving(serviceIds: string[], status: 'in_progress' | 'vehicle_assigned') {
  onTestFinished(() => localStorage.clear())
  const server = { isDown: false, serviceIds }
  const [pickup, there] = [somePlannedStop(), someExecutedStop()]
  const app = open([stop('a', 'Calle Uno 1'), stop('b', 'Calle Dos 2')], {
    'GET /driver': () =>
      server.isDown
        ? refusal(503, 'unavailable')
        : {
            body: {
              ...state,
              services: server.serviceIds.map((id) =>
                someService({
                  id,
                  status,
                  assignedDriverId: 'd1',
                  plannedStops: [pickup],
                  executedStops: [there],
                }),
              ),
            },
          },
    'POST /driver/actions': (body) => {
      if (server.isDown) return refusal(503, 'unavailable')
      const { actions } = body as { actions: { id: string; serviceId: string }[] }
      server.serviceIds = server.serviceIds.filter((id) => !actions.some(({ serviceId }) => serviceId === id))
      return { body: { items: actions.map(({ id }) => ({ id, problem: null })) } }
    },
  })
  return { ...app, server }
}
const stepOf = (address: string) => {
  const item = screen.getByText(address).closest('li')
  return item?.getAttribute('aria-current') === 'step' ? 'next' : (item?.textContent ?? '')
}

it.each([true, false])(
  'goes on to the next stop once a service is completed, offline: %s',
  async (isDown) => {
    const { user, server } = driving(['s-a'], 'in_progress')
    const complete = await screen.findByRole('button', { name: 'Terminar servicio' }, { timeout: 20_000 })
    await waitFor(() => expect(stepOf('Calle Uno 1')).toBe('next'))
    server.isDown = isDown
    await user.click(complete)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Terminar servicio' })).toBeNull())
    await waitFor(() => expect(stepOf('Calle Dos 2')).toBe('next'))
    expect(stepOf('Calle Uno 1')).toContain('Hecha')
  },
)

it.each([
  ['No se presentó', 'cancelled'],
  ['No puedo hacerlo', 'left out'],
])('shows a stop whose service ended with "%s" as %s', async (name, shown) => {
  const { user } = driving(['s-a'], 'vehicle_assigned')
  await user.click(await screen.findByRole('button', { name }, { timeout: 20_000 }))
  const ask = await screen.findByRole('alertdialog')
  await user.click(within(ask).getByRole('button', { name }))
  await waitFor(() => expect(stepOf('Calle Dos 2')).toBe('next'))
  if (shown === 'cancelled') expect(stepOf('Calle Uno 1')).toContain('Cancelada')
  else expect(screen.queryByText('Calle Uno 1')).toBeNull()
})
