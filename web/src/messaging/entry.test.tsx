import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addresses } from '../addresses.ts'
import { answersFor, companyChoice, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someThreadDetails } from '../communication/communication.factory.ts'
import { someContact } from '../directory/directory.factory.ts'
import { someCompany, someFleet } from '../organisation/organisation.factory.ts'
import { someService } from '../services/services.factory.ts'
import { someVehicle } from '../vehicles/vehicles.factory.ts'

const service = someService({ status: 'in_progress', assignedDriverId: 'k1', assignedVehicleId: 'v1' })
const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104' })
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const answers: FakeAnswers = {
  ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
  'GET /services': listOf(service),
  'GET /services/s1': { body: service },
  'GET /directory/contacts': listOf(someContact()),
  'GET /directory/contacts/k1': { body: someContact() },
  [`GET /vehicles/${vehicle.id}`]: { body: vehicle },
  'POST /threads': { status: 201, body: someThreadDetails() },
  'GET /threads': listOf(),
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails() },
  'GET /threads/t1/messages': { body: { items: [], hasEarlier: false } },
}
const open = (path: string, some: FakeAnswers = {}, language: 'es' | 'en' = 'es') => {
  const view = renderApp(path, { ...answers, ...some }, { language })
  const opened = () => view.asked.filter(({ call }) => call === 'POST /threads').map(({ body }) => body)
  return { ...view, opened }
}

it.each([
  ['Mensaje al conductor', { kind: 'driver', driverId: 'k1', fleetId: 'f1' }],
  ['Conversación del servicio', { kind: 'service', serviceId: 's1', fleetId: 'f1' }],
])('a service leads to: %s', async (name, body) => {
  const { user, at, opened } = open('/services?service=s1')
  const card = within(await screen.findByRole('dialog', { name: /20431/ }))
  await user.click(await card.findByRole('button', { name: 'Mensaje' }))
  await user.click(await screen.findByRole('menuitem', { name }))
  await waitFor(() => expect(at()).toBe('/communication?thread=t1'))
  expect(opened()).toEqual([body])
})

it('a service without driver and unit says so', async () => {
  const waiting = someService({ status: 'on_dispatch' })
  const { user } = open('/services?service=s1', { 'GET /services/s1': { body: waiting } }, 'en')
  const card = within(await screen.findByRole('dialog', { name: /20431/ }))
  await user.click(await card.findByRole('button', { name: 'Message' }))
  const item = await screen.findByRole('menuitem', { name: /Message the driver/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  within(item).getByText('It has no driver or vehicle yet.')
})

it('a vehicle leads to its driver, or says that it has none', async () => {
  const {
    user,
    at,
    opened,
    answers: given,
  } = open(addresses.vehicleDetails(vehicle.id), {
    'POST /threads': refusal(409, 'vehicle_without_driver'),
  })
  const button = await screen.findByRole('button', { name: 'Mensaje' })
  await user.click(button)
  await screen.findByText('Nadie maneja esta unidad ahora y no tiene conductor principal.')
  given['POST /threads'] = { status: 201, body: someThreadDetails() }
  await user.click(button)
  await waitFor(() => expect(at()).toBe('/communication?thread=t1'))
  expect(opened()[0]).toEqual({ kind: 'vehicle', vehicleId: vehicle.id, fleetId: 'f1' })
})

it.each([
  ['primary_driver' as const, { kind: 'driver', driverId: 'k1', fleetId: 'f1' }],
  ['client' as const, { kind: 'contact', contactId: 'k1', fleetId: 'f1' }],
])('the card of a contact leads to the conversation (%s)', async (role, body) => {
  const { user, at, opened } = open('/directory?contact=k1', {
    'GET /directory/contacts/k1': { body: someContact({ role }) },
  })
  const card = within(await screen.findByRole('dialog', { name: 'Elena Torres' }))
  await user.click(await card.findByRole('button', { name: /Acciones|Más/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Enviar mensaje' }))
  await waitFor(() => expect(at()).toBe('/communication?thread=t1'))
  expect(opened()).toEqual([body])
})

it.each([
  [
    'the right to write',
    { ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }) },
    'Puedes ver las conversaciones de esta flotilla, pero no escribir en ellas.',
  ],
  [
    'the feature in the fleet',
    {
      'GET /fleets/': listOf(
        someFleet({ id: 'f1', name: 'Flotilla f1', features: ['services', 'vehicle_details'] }),
      ),
    },
    'Esta función está apagada',
  ],
  [
    'the plan',
    {
      'GET /auth/profile/companies': { body: { items: [{ ...companyChoice('c1'), tier: 'starter' }] } },
      'GET /companies/c1': { body: someCompany({ id: 'c1', name: 'Empresa c1', tier: 'starter' }) },
      'GET /fleets/': listOf(
        someFleet({ id: 'f1', name: 'Flotilla f1', features: ['services', 'vehicle_details'] }),
      ),
    },
    'Mejora a',
  ],
])('is locked, with the reason, without %s', async (_what, some, reason) => {
  const { user, opened } = open(addresses.vehicleDetails(vehicle.id), some as FakeAnswers)
  const button = await screen.findByRole('button', { name: 'Mensaje' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toContain(reason)
  await user.click(button)
  expect(opened()).toEqual([])
})
