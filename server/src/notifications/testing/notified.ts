import type { Notification } from '@rumbo/contract/notifications.contract'
import type { NotificationRule, RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { factListenersOf } from '../../assembly/fact-listeners.ts'
import { communicationEndpoints, workOffMessages } from '../../communication/index.ts'
import { eventEndpoints, type Finding, recordFindings } from '../../events/index.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { createFactDelivery } from '../../platform/facts/delivery.ts'
import { followDrivers } from '../../services/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { workOffDue } from '../due/notifications.due.watch.ts'
import { notificationEndpoints, preferenceEndpoints } from '../index.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'

/** A company with people of each kind, events that are found, and the listener that notifies of them. */
export async function createNotifiedCompany(configured: PostContext['configured'] = new Set(['in_app'])) {
  const context = { configured, publicUrl: () => 'https://rumbo.example', secret: testSecret }
  const test: TestApp = await createTestApp({
    answers: ({ database, clock }) => [
      ...eventEndpoints,
      ...communicationEndpoints({
        database,
        clock,
        channels: { email: true, sms: true },
        linkAddress: 'https://rumbo.example',
        shiftLinks: { driversChanged: followDrivers },
        predictionOf: async () => null,
      }),
      ...notificationEndpoints({ database, ...context }),
      ...preferenceEndpoints,
    ],
  })
  const { database, bus, clock } = test
  const log = pino({ level: 'silent' })
  const facts = createFactDelivery({ database, bus, clock, log, listeners: factListenersOf(context) })
  // Listeners get what happens after their registration.
  await facts.deliverNow()
  return {
    test,
    facts,
    context,
    async build() {
      return test.build(async (tx) => {
        const companyId = (await buildCompany(tx, { tier: 'professional' })).id
        const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
        const fleetId = (await buildFleet(tx, { companyId })).id
        const otherFleetId = (await buildFleet(tx, { companyId })).id
        const vehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
        const otherVehicleId = (await buildVehicle(tx, { companyId, fleetId, causes: [] })).id
        const person = async (firstName: string, level: 'user' | 'manager' | 'admin', given: object) => {
          const user = await buildUser(tx, { level, firstName, lastName: 'Torres' })
          await buildAssignment(tx, { userId: user.id, companyId, ...given })
          await tx.sql('update identity.users set email_verified_at = $2 where id = $1', [user.id, tx.now])
          return user
        }
        const people = {
          lead: await person('Ana', 'manager', { role: 'company_manager' }),
          manager: await person('Bruno', 'manager', { fleetId, role: 'fleet_manager' }),
          dispatcher: await person('Carla', 'user', { fleetId, role: 'dispatcher' }),
          viewer: await person('Diego', 'user', { fleetId, role: 'fleet_viewer' }),
          driver: await person('Elsa', 'user', { fleetId, role: 'primary_driver' }),
          elsewhere: await person('Fabio', 'user', { fleetId: otherFleetId, role: 'dispatcher' }),
          outsider: await person('Gina', 'admin', { companyId: foreignId, role: 'company_owner' }),
          guest: await buildUser(tx, { level: 'guest', firstName: 'Hugo', lastName: 'Torres' }),
        }
        await tx.sql(
          `insert into organisation.guest_vehicles (user_id, company_id, fleet_id, vehicle_id, assigned_at)
           values ($1, $2, $3, $4, $5)`,
          [people.guest.id, companyId, fleetId, vehicleId, tx.now],
        )
        return { companyId, foreignId, fleetId, otherFleetId, vehicleId, otherVehicleId, people }
      })
    },
    /** Records findings as the gateway does, and notifies of what they are. */
    async find(...findings: Finding[]): Promise<void> {
      await test.build((tx) => recordFindings(tx, findings))
      await facts.deliverNow()
    },
    /** A browser that gets push messages, in the last session of a user. */
    async buildBrowser(userId: string): Promise<void> {
      await test.build((tx) =>
        tx.sql(
          `insert into notifications.push_subscriptions
             (id, user_id, session_id, endpoint, p256dh, auth, label, language, created_at)
           select $1, user_id, id, $3, 'x', 'y', 'Chrome, Android', 'es', $4 from identity.sessions
           where user_id = $2 order by started_at desc limit 1`,
          [uuid(), userId, `https://push.example/${userId}`, tx.now],
        ),
      )
    },
    /** Takes steps of escalations and sends what waited, as the worker does. */
    workOffDue: () => workOffDue({ database, context, log }),
    /** Releases held messages, as the worker does. */
    workOffMessages: () => workOffMessages({ database }),
    close: () => test.close(),
  }
}
export type NotifiedCompany = Awaited<ReturnType<typeof createNotifiedCompany>>
export type Company = Awaited<ReturnType<NotifiedCompany['build']>>

export const findingOf = (
  { companyId, fleetId, vehicleId }: Pick<Company, 'companyId' | 'fleetId' | 'vehicleId'>,
  given: Partial<Finding> & { at: Date },
): Finding => ({
  id: uuid(),
  companyId,
  fleetId,
  vehicleId,
  type: 'speeding',
  kind: null,
  category: 'driver',
  severity: 'warning',
  source: 'system',
  isAlarm: true,
  ruleId: null,
  title: null,
  fence: null,
  place: null,
  isLate: false,
  detail: { limitKmh: 80, maxKmh: 104 },
  ...given,
})

export const listOf = async (call: TestCall, query = '') =>
  (await call<{ items: Notification[]; total: number }>('GET', `/notifications${query}`)).body

export const ruleBody = (given: Partial<RuleBody> = {}) => ({
  name: 'Mi regla',
  conditions: {},
  audience: [{ kind: 'roles', roles: ['dispatcher'] }],
  methods: ['in_app'],
  templates: { es: { title: '', message: '' }, en: { title: '', message: '' } },
  ...given,
})
export const rulesOf = async (call: TestCall, companyId: string) =>
  (await call<{ items: NotificationRule[] }>('GET', `/notification-rules?companyId=${companyId}`)).body.items
