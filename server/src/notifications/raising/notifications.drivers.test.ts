import type { NotificationReach } from '@rumbo/contract/notifications.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import type { Fact } from '../../platform/facts/fact.ts'
import { type Company, createNotifiedCompany, listOf, type NotifiedCompany } from '../testing/notified.ts'

let notified: NotifiedCompany
let company: Company
let driver: { id: string }
let driverId: string
beforeAll(async () => {
  notified = await createNotifiedCompany(new Set(['in_app', 'push']))
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  const { companyId, fleetId, vehicleId } = company
  driver = await notified.test.build(async (tx) => {
    const user = await buildUser(tx, { level: 'user', firstName: 'Iván', lastName: 'Soto' })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
    driverId = (await buildContact(tx, { companyId, userId: user.id, role: 'primary_driver' })).id
    await tx.sql(
      `insert into vehicles.contacts (vehicle_id, company_id, fleet_id, contact_id, role, is_primary, since)
       values ($1, $2, $3, $4, 'primary_driver', true, $5)`,
      [vehicleId, companyId, fleetId, driverId, tx.now],
    )
    return user
  })
  await notified.test.as(driver)
  await notified.buildBrowser(driver.id)
})

async function happened(kind: string, more: object): Promise<void> {
  const { companyId, fleetId, vehicleId } = company
  const payload = { serviceId: uuid(), serviceNumber: 41, driverId, vehicleId, address: 'Reforma 1', ...more }
  const fact: Fact = { kind, companyId, fleetId, payload }
  await notified.test.build(async (tx) => tx.fact(fact))
  await notified.facts.deliverNow()
}
const own = async () => (await listOf(await notified.test.as(driver))).items
const pushes = () =>
  notified.test.build((tx) =>
    tx.sql<{ expiresAt: Date; body: string }>(
      `select expires_at as "expiresAt", body from platform.deliveries where channel = 'push' order by id desc limit 1`,
    ),
  )

describe('a driver', () => {
  it.each([
    ['assigned', 'service_assigned', 'Servicio 41: es tuyo'],
    ['changed', 'service_changed', 'Servicio 41: cambió'],
    ['cancelled', 'service_cancelled', 'Servicio 41: se canceló'],
    ['taken', 'service_cancelled', 'Servicio 41: ya no es tuyo'],
  ])('is notified of a service that was %s', async (concern, kind, title) => {
    await happened('service.changed_for_driver', { concern })
    expect((await own()).map((one) => [one.kind, one.title, one.message, one.path])).toEqual([
      [kind, title, 'Reforma 1', '/driver'],
    ])
  })

  it('gets an offer by push with its buttons, until it ends', async () => {
    const expiresAt = new Date(notified.test.clock.now().getTime() + minuteMs)
    const offerId = uuid()
    await happened('offer.made', { offerId, expiresAt: expiresAt.toISOString() })
    const [offer] = await own()
    expect(offer).toMatchObject({
      kind: 'service_offered',
      priority: 'urgent',
      title: 'Te ofrecen el servicio 41',
    })
    const [push] = await pushes()
    expect(push?.expiresAt).toEqual(expiresAt)
    expect(JSON.parse(push?.body ?? '')).toMatchObject({ offerId })
    const call = await notified.test.as(driver)
    const reach = await call<{ items: NotificationReach[] }>('GET', `/notifications/${offer?.id}/reach`)
    expect(reach.body.items.map(({ method }) => method)).toEqual(['in_app', 'push'])
  })

  it('is not notified of an offer that is over', async () => {
    const expiresAt = new Date(notified.test.clock.now().getTime() - 1).toISOString()
    await happened('offer.made', { offerId: uuid(), expiresAt })
    expect(await own()).toEqual([])
  })
})
