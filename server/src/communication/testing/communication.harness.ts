import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { Message, MessageRecipient } from '@rumbo/contract/communication.messages.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { followDrivers } from '../../services/index.ts'
import { shiftEndpoints } from '../../shifts/index.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { communicationEndpoints } from '../index.ts'

const shiftLinks = { driversChanged: followDrivers }

export const createCommunicationApp = (): Promise<TestApp> =>
  createTestApp({
    answers: ({ database, clock }) => [
      ...communicationEndpoints({
        database,
        clock,
        channels: { email: true, sms: true },
        linkAddress: null,
        predictionOf: async () => null,
        shiftLinks,
      }),
      ...shiftEndpoints(shiftLinks),
    ],
  })

/** Of a refusal; the status is that of the response. */
export type Refusal = Omit<Problem, 'status'>

/** A company with a fleet, its lead Ana, dispatcher Beto and viewer Carla, driver Iván on duty in a vehicle, and a client. */
export async function createCommunicationHarness(test: TestApp) {
  const { place, people, ...made } = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx, { tier: 'professional' })).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const vehicle = await buildVehicle(tx, { companyId, fleetId, causes: [] })
    const person = async (firstName: string, level: 'user' | 'manager', given: object) => {
      const user = await buildUser(tx, { level, firstName, lastName: 'Torres' })
      await buildAssignment(tx, { userId: user.id, companyId, ...given })
      return user
    }
    const driver = await person('Iván', 'user', { fleetId, role: 'primary_driver' })
    const contact = await buildDriver(tx, { companyId, userId: driver.id })
    const shift = { companyId, fleetId, driver: contact, vehicle, isRunning: true }
    return {
      place: { companyId, fleetId },
      vehicle,
      driverId: contact.id,
      shiftId: await buildShift(tx, shift),
      clientId: (await buildContact(tx, { companyId, email: `${uuid()}@example.com` })).id,
      people: {
        lead: await person('Ana', 'manager', { role: 'company_manager' }),
        dispatcher: await person('Beto', 'user', { fleetId, role: 'dispatcher' }),
        viewer: await person('Carla', 'user', { fleetId, role: 'fleet_viewer' }),
        driver,
      },
    }
  })
  const as = {
    lead: await test.as(people.lead),
    dispatcher: await test.as(people.dispatcher),
    viewer: await test.as(people.viewer),
    driver: await test.as(people.driver),
  }
  const open = async (body: object = { kind: 'driver', driverId: made.driverId }) =>
    (
      await as.dispatcher<ThreadDetails & Refusal>('POST', '/threads', {
        body: { fleetId: place.fleetId, ...body },
      })
    ).body
  const send = (threadId: string, body: object) =>
    as.dispatcher<Message & Refusal>('POST', `/threads/${threadId}/messages`, {
      body: { id: uuid(), ...body },
    })
  const messages = async (threadId: string) =>
    (await as.dispatcher<{ items: Message[] }>('GET', `/threads/${threadId}/messages`)).body.items
  const recipients = async ({ threadId, id }: Pick<Message, 'threadId' | 'id'>) =>
    (
      await as.dispatcher<{ items: MessageRecipient[] }>(
        'GET',
        `/threads/${threadId}/messages/${id}/recipients`,
      )
    ).body.items
  const phone = async () => (await as.driver<{ items: DriverThread[] }>('GET', '/driver/threads')).body.items
  const act = async (...actions: object[]) => {
    const now = test.clock.now().toISOString()
    const body = { sentAt: now, actions: actions.map((action) => ({ id: uuid(), at: now, ...action })) }
    const answer = await as.driver<{ items: { problem: string | null }[] }>('POST', '/driver/messages', {
      body,
    })
    return answer.body.items.map(({ problem }) => problem)
  }
  return { ...made, place, people, as, open, send, messages, recipients, phone, act }
}
export type CommunicationHarness = Awaited<ReturnType<typeof createCommunicationHarness>>
