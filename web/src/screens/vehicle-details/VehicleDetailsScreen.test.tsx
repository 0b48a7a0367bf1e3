import { configure, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { addresses } from '../../addresses.ts'
import { renderApp } from '../../app/testing.tsx'
import { someEvent } from '../../events/events.factory.ts'
import { someCurrentService } from '../../services/services.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./VehicleDetailsScreen.tsx')])
}, 60_000)

const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104', status: 'alarmed' })
const path = `/vehicles/${vehicle.id}`
const alarm = (at: number) =>
  someEvent({
    id: `e${at}`,
    title: `Aviso ${at}`,
    kind: null,
    type: 'custom',
    lastOccurredAt: '2026-11-01T12:00:00.000Z',
    lastKnownAt: at === 1 ? '2026-11-01T11:30:00.000Z' : null,
  })
const answers = {
  [`GET ${path}`]: { body: vehicle },
  'GET /events': (_body: unknown, query: URLSearchParams) => ({
    body:
      query.get('isAlarm') === 'true'
        ? {
            items: [1, 2, 3, 4, 5, 6, 7, 8].slice(0, Number(query.get('size'))).map(alarm),
            total: 8,
            page: 1,
            size: 10,
          }
        : {
            items: [{ ...alarm(9), title: 'Mantenimiento próximo', isAlarm: false, severity: 'info' }],
            total: 1,
            page: 1,
            size: 10,
          },
  }),
  [`POST ${path}/dismiss-alarm`]: { body: someVehicle() },
}

it('shows alarms first, and asks before they are dismissed', async () => {
  const { user, count } = renderApp(addresses.vehicleDetails(vehicle.id), answers)
  const button = await screen.findByRole('button', { name: 'Descartar alarmas' })
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles[0]).toBe('Alarmas abiertas')
  const card = within(screen.getByRole('region', { name: 'Alarmas abiertas' }))
  const lines = card.getAllByRole('term').map(({ textContent }) => textContent)
  expect(card.getAllByText(/sin GPS, en la última posición conocida \(.+\)/)).toHaveLength(1)
  expect(lines.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `Aviso ${at}`))
  await card.findByRole('heading', { level: 3, name: 'Otros eventos abiertos' })
  expect(card.getAllByRole('term').at(-1)?.textContent).toBe('Mantenimiento próximo')
  await user.click(button)
  const ask = within(
    await screen.findByRole('alertdialog', { name: '¿Descartar las alarmas de la unidad 104?' }),
  )
  await ask.findByText('Aviso 5')
  ask.getByText('y 3 más')
  expect(count(`POST ${path}/dismiss-alarm`)).toBe(0)
  await user.click(ask.getByRole('button', { name: 'Descartar alarma' }))
  await screen.findByText(/^Unidad 104\. Alarmas cerradas: .* y 3 más$/)
  expect(count(`POST ${path}/dismiss-alarm`)).toBe(1)
})

it('shows whose card is in the reader, and open trouble codes in words', async () => {
  const codes = ['P0301', 'P0141', 'P1301', 'B2999'].map((troubleCode) =>
    someEvent({ id: troubleCode, kind: 'trouble_code', type: 'engine_fault', isAlarm: false, troubleCode }),
  )
  renderApp(addresses.vehicleDetails(vehicle.id), {
    ...answers,
    'GET /events': (_body: unknown, query: URLSearchParams) => ({
      body: { items: query.get('isAlarm') === 'true' ? [] : codes, total: 4, page: 1, size: 10 },
    }),
    [`GET ${path}/card`]: {
      body: { card: '1A2B', since: '2026-11-01T12:00:00.000Z', driver: { id: 'd1', name: 'Iván Mora' } },
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Conductor identificado' }))
  card.getByText('Iván Mora')
  card.getByText(/Tarjeta 1A2B/)
  for (const words of [
    'P0301 · Fallo de encendido en el cilindro 1',
    'P0141 · Calentador del sensor de oxígeno 2, banco 1: falla del circuito',
    'P1301 · Código del fabricante, tren motriz',
    'B2999 · Código del fabricante, carrocería',
  ])
    await screen.findByText(words)
})

it('shows the current service, or that there is none', async () => {
  const service = someCurrentService({ vehicleId: vehicle.id })
  const some = { ...answers, 'GET /services-current': { body: { items: [service] } } }
  const { client, answers: given } = renderApp(addresses.vehicleDetails(vehicle.id), some)
  const card = within(await screen.findByRole('region', { name: 'Servicio actual' }))
  await card.findByRole('link', { name: '20431' })
  for (const words of ['Elena Torres', 'Listo para iniciar', 'Rosa Ibarra']) card.getByText(words)
  given['GET /services-current'] = { body: { items: [] } }
  client.data.evict(['services'])
  await card.findByText('Sin servicio en este momento.')
})
