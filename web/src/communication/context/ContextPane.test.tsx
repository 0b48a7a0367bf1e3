import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { somePlannedStop, someService } from '../../services/services.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someThread, someThreadDetails } from '../communication.factory.ts'

const thread = { vehicleId: 'v1', vehicleNumber: '118', currentServiceId: 's1' }
const answers: FakeAnswers = {
  'GET /threads': { body: { items: [someThread({ vehicleNumber: '118' })], total: 1, page: 1, size: 50 } },
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails(thread) },
  'GET /threads/t1/messages': { body: { items: [], hasEarlier: false } },
  'GET /vehicles/v1': { body: someVehicle({ id: 'v1', vehicleNumber: '118' }) },
  'GET /services/s1': {
    body: someService({
      plannedStops: [
        somePlannedStop({ address: 'Zócalo' }),
        somePlannedStop({ id: 'b', address: 'Polanco' }),
      ],
    }),
  },
}
const pane = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  button.click()
  return within(await screen.findByRole('complementary', { name }))
}

it('shows the unit driven now on a map, and the service carried out now with its stops', async () => {
  renderApp('/communication?thread=t1', answers)
  const context = await pane('Contexto de la conversación')
  await context.findByRole('heading', { name: 'Unidad 118' })
  await context.findByRole('heading', { name: 'Servicio 20431' })
  const stops = within(context.getByRole('list', { name: 'Paradas' }))
  expect(stops.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Zócalo', 'Polanco'])
})

it('follows the driver into another unit and service', async () => {
  const {
    answers: given,
    emitLive,
    count,
  } = renderApp('/communication?thread=t1', answers, { language: 'en' })
  const context = await pane('Context of the conversation')
  await context.findByRole('heading', { name: 'Vehicle 118' })
  given['GET /threads/t1'] = {
    body: someThreadDetails({ vehicleId: null, vehicleNumber: '142', currentServiceId: null }),
  }
  const before = count('GET /threads/t1')
  emitLive({ type: 'stale', now: 1, hints: [{ domain: 'shifts', id: 'x', companyId: 'c1' }] })
  await context.findByText('People')
  await screen.findAllByText(/142/)
  expect(count('GET /threads/t1')).toBeGreaterThan(before)
  expect(context.queryByRole('heading', { name: 'Service 20431' })).toBeNull()
})
