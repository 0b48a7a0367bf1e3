import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someService } from '../services/services.factory.ts'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.map.load(),
    import('./LayerData.tsx'),
    import('./MapCard.tsx'),
  ])
}, 60_000)

const torres = someService({
  id: 's1',
  serviceNumber: 20431,
  status: 'vehicle_assigned',
  assignedVehicleNumber: '118',
  dispatchTime: '2026-03-02T15:30:00.000Z',
})
const lagos = someService({ id: 's2', serviceNumber: 20440, customerName: 'Ana Lagos' })

/** Answers page by page; `asked` records the map's requests, not those of the menu's count. */
const listOf =
  (services: readonly unknown[], total = services.length, asked: URLSearchParams[] = []) =>
  (_: unknown, query: URLSearchParams) => {
    if (query.get('sort') === 'dispatchTime') asked.push(query)
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
    return { body: { items: services.slice((page - 1) * size, page * size), total, page, size } }
  }

const openMap = (some: FakeAnswers, path = '/map?layer=services') => renderApp(path, some)
const rows = () => within(screen.getByRole('list', { name: 'Servicios abiertos en el mapa' }))

it('requests the open services of the fleet only, and names them in a list', async () => {
  const asked: URLSearchParams[] = []
  const { user } = openMap({ 'GET /services': listOf([torres, lagos], 2, asked) })
  await user.click(await screen.findByRole('button', { name: '2 servicios abiertos' }))
  rows().getByRole('button', { name: /20431\s?Listo para iniciar\s?Elena Torres · Paseo/ })
  rows().getByRole('button', { name: /20440\s?Creado\s?Ana Lagos/ })
  expect(asked[0]?.get('fleetId')).toBe('f1')
  expect(asked[0]?.getAll('status')).toEqual(['created', 'on_dispatch', 'vehicle_assigned', 'in_progress'])
})

it('shows at most 500, earliest dispatch first, and the total', async () => {
  const asked: URLSearchParams[] = []
  const many = Array.from({ length: 812 }, (_, at) => someService({ id: `s${at}`, serviceNumber: 1000 + at }))
  const { user } = openMap({ 'GET /services': listOf(many, 812, asked) })
  const control = await screen.findByRole('button', { name: '500 de 812 servicios abiertos' })
  expect(asked.map((query) => query.get('page')).sort()).toEqual(['1', '2', '3', '4', '5'])
  expect(new Set(asked.map((query) => query.get('order')))).toEqual(new Set(['asc']))
  await user.click(control)
  const all = screen.getByRole('link', { name: 'Ver todos en Servicios' })
  expect(all.getAttribute('href')).toBe('/services')
  expect(all.parentElement?.textContent).toMatch(/^En el mapa se muestran los 500 que se despachan primero/)
  expect(rows().getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('500')
})

it('does not report a limited result when one service came twice, on two pages', async () => {
  const many = Array.from({ length: 120 }, (_, at) => someService({ id: `s${at}`, serviceNumber: 1000 + at }))
  openMap({ 'GET /services': listOf(many.with(100, many[99] as (typeof many)[number])) })
  await screen.findByRole('button', { name: '119 servicios abiertos' })
})

it('shows a service with its record’s address, and moves the focus there and back', async () => {
  const { user, at } = openMap({ 'GET /services': listOf([torres, lagos]) })
  const control = await screen.findByRole('button', { name: '2 servicios abiertos' })
  control.focus()
  await user.keyboard('{Enter}')
  rows()
    .getByRole('button', { name: /^20440/ })
    .focus()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toContain('20431')
  await user.keyboard('{Enter}')
  const card = await screen.findByRole('region', { name: 'Servicio 20431' })
  await waitFor(() => expect(document.activeElement).toBe(card))
  expect(at()).toContain('service=s1')
  for (const words of [
    'Listo para iniciar',
    'Elena Torres',
    'A · Recogida',
    'Paseo de la Reforma 222',
    'Hora de despacho: 02/03/2026',
    'Unidad asignada: 118',
  ])
    expect(card.textContent).toContain(words)
  expect(within(card).getByRole('link', { name: 'Ver servicio' }).getAttribute('href')).toBe(
    '/services?service=s1',
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Servicio 20431' })).toBeNull())
  expect(document.activeElement).toBe(control)
  expect(at()).not.toContain('service=')
})

it('is replaced by a vehicle that is chosen', async () => {
  const { user, client, at } = openMap(
    { 'GET /services': listOf([torres]) },
    '/map?layer=services&service=s1',
  )
  await screen.findByRole('region', { name: 'Servicio 20431' })
  act(() => client.live.store.applySnapshot('f1', [someLiveVehicle({ vehicleNumber: '118' })]))
  await user.click(await screen.findByRole('button', { name: /^118/ }))
  await screen.findByRole('region', { name: 'Unidad 118' })
  expect(screen.queryByRole('region', { name: 'Servicio 20431' })).toBeNull()
  expect(at()).not.toContain('service=')
})

it('shows a message if there are none, and if they could not be read', async () => {
  let answer: FakeAnswers[string] = refusal(400, 'something_new')
  const { user } = openMap({
    'GET /services': (body, query) => (typeof answer === 'function' ? answer(body, query) : answer),
  })
  const again = await screen.findByRole('button', { name: 'No se pudieron cargar los servicios' })
  answer = listOf([])
  await user.click(again)
  await screen.findByRole('button', { name: 'Sin servicios abiertos' })
})
