import type { Service } from '@rumbo/contract/services.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const waiting = (id: string, customerName: string, minutes: number, some: Partial<Service> = {}) =>
  someService({
    id,
    customerName,
    serviceNumber: 30_000 + minutes,
    status: 'on_dispatch',
    waitingSince: ago(minutes),
    dispatchTime: ago(minutes),
    version: 2,
    ...some,
  })
const ana = waiting('s1', 'Ana Gil', 4)
const luis = waiting('s2', 'Luis Ortega', 3)
const answers = {
  'GET /services': (_body: unknown, query: URLSearchParams) => {
    const items = query.getAll('status').includes('on_dispatch') ? [ana, luis] : []
    return { body: { items, total: items.length, page: 1, size: 100 } }
  },
}

async function open() {
  const view = renderApp('/dispatch', answers)
  await screen.findByText(/Luis Ortega/)
  let number = 1
  const send = (previous: number | null, services: Service[] | null, gone: string[] = []) =>
    view.emitLive({ type: 'services', channel: 'f1', previous, number, now: Date.now(), services, gone })
  // What was read before the stream was open is read again.
  const early = view.count('GET /services')
  view.emitLive({ type: 'welcome', now: Date.now() })
  await waitFor(() => expect(view.count('GET /services')).toBeGreaterThan(early))
  send(null, [ana, luis])
  const lists = view.count('GET /services')
  return {
    ...view,
    lists,
    whole: (services: Service[] | null) => send(null, services),
    changed: (services: Service[], gone: string[] = []) => {
      number += 1
      send(number - 1, services, gone)
    },
  }
}
const shown = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => /Ana Gil|Luis Ortega|Nora Paz/.exec(row.textContent ?? '')?.[0])
const countOf = (pane: string) =>
  within(screen.getByRole('region', { name: pane })).getByRole('heading').nextElementSibling?.textContent

it('shows what the live stream sends without reading a list: a service enters, moves and leaves', async () => {
  const { changed, emitLive, count, lists } = await open()
  expect(shown('Por despachar')).toEqual(['Ana Gil', 'Luis Ortega'])

  changed([waiting('s3', 'Nora Paz', 12)])
  await waitFor(() => expect(shown('Por despachar')).toEqual(['Nora Paz', 'Ana Gil', 'Luis Ortega']))
  expect(countOf('Por despachar')).toBe('3')

  changed([{ ...luis, priorityLevel: 'critical', version: 3 }])
  await waitFor(() => expect(shown('Por despachar')).toEqual(['Nora Paz', 'Luis Ortega', 'Ana Gil']))

  changed([{ ...ana, status: 'vehicle_assigned', assignedVehicleNumber: '104', version: 3 }], ['s3'])
  await waitFor(() => expect(shown('Por despachar')).toEqual(['Luis Ortega']))
  expect(shown('Monitoreo')).toEqual(['Ana Gil'])
  expect([countOf('Por despachar'), countOf('Monitoreo')]).toEqual(['1', '1'])

  // The hints of these changes read no list either; another page's list of created services may be read.
  emitLive({
    type: 'changes',
    channel: 'f1',
    epoch: 'e',
    previous: 0,
    number: 1,
    now: Date.now(),
    vehicles: [],
    gone: [],
    stale: [{ domain: 'services', id: 's1', fleetId: 'f1', companyId: 'c1' }],
  })
  expect(count('GET /services') - lists).toBeLessThanOrEqual(1)
})

it('keeps the answer to an own change until the live stream has caught up', async () => {
  const { client, changed } = await open()
  await client.data.settle('services', { ...ana, status: 'vehicle_assigned', version: 5 })
  await waitFor(() => expect(shown('Por despachar')).toEqual(['Luis Ortega']))
  changed([{ ...ana, version: 4 }, waiting('s3', 'Nora Paz', 1)])
  await waitFor(() => expect(shown('Por despachar')).toEqual(['Luis Ortega', 'Nora Paz']))
  expect(shown('Monitoreo')).toEqual(['Ana Gil'])
})

it('shows a service that this page sent to dispatch before the live stream has it', async () => {
  const { client } = await open()
  await client.data.settle('services', waiting('s3', 'Nora Paz', 0))
  await waitFor(() => expect(shown('Por despachar')).toEqual(['Ana Gil', 'Luis Ortega', 'Nora Paz']))
})

it('reads lists again where the services are no longer sent', async () => {
  const { whole, count, lists } = await open()
  whole(null)
  await waitFor(() => expect(count('GET /services')).toBeGreaterThan(lists + 1))
  expect(shown('Por despachar')).toEqual(['Ana Gil', 'Luis Ortega'])
})
