import { randomInt } from 'node:crypto'
import { type Finding, recordFindings } from '@rumbo/server/events/index'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildNotificationRule } from '@rumbo/server/notifications/rules/notifications.rules.factory'
import { buildWebhook } from '@rumbo/server/notifications/webhooks/notifications.webhooks.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { v7 as uuid } from 'uuid'
import type { Peers } from './peers.ts'

export interface NotifiedFleet {
  companyId: string
  fleetId: string
  vehicleId: string
}
const empty = { title: '', message: '' }

/**
 * Fleets of a company with a vehicle and a dispatcher each, who are notified of everything by all five methods; each has a
 * browser, an address and a telephone of its own, so that no limit of an address is reached.
 */
export async function fillNotified(
  tx: Transaction,
  {
    fleets,
    peers,
    webhookUrls,
    secret,
  }: { fleets: number; peers: Peers; webhookUrls: string[]; secret: string },
): Promise<NotifiedFleet[]> {
  const companyId = (await buildCompany(tx, { tier: 'professional' })).id
  const webhookIds: string[] = []
  for (const url of webhookUrls) webhookIds.push((await buildWebhook(tx, { companyId, url }, secret)).id)
  const made: NotifiedFleet[] = []
  for (let at = 0; at < fleets; at += 1) {
    const fleetId = (await buildFleet(tx, { companyId })).id
    const { id: vehicleId } = await buildVehicle(tx, { companyId, fleetId, causes: [] })
    const user = await buildUser(tx, { level: 'user', phone: `+5255${String(10_000_000 + at)}` })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    const { sessionId } = await buildSession(tx, user, secret)
    await tx.sql(
      `insert into notifications.push_subscriptions
         (id, user_id, session_id, endpoint, p256dh, auth, label, language, created_at)
       values ($1, $2, $3, $4, $5, $6, 'Chrome', 'es', $7)`,
      [
        uuid(),
        user.id,
        sessionId,
        `${peers.pushUrl}/${user.id}`,
        peers.subscription.p256dh,
        peers.subscription.auth,
        tx.now,
      ],
    )
    made.push({ companyId, fleetId, vehicleId })
  }
  await tx.sql('update identity.users set email_verified_at = $1, phone_verified_at = $1', [tx.now])
  await buildNotificationRule(tx, {
    companyId,
    fleetId: '',
    fleetIds: [],
    audience: [{ kind: 'roles', roles: ['dispatcher'] }],
    methods: ['in_app', 'email', 'sms', 'push', 'webhook'],
    webhookIds,
    templates: { es: empty, en: empty },
    ignoresQuietHours: true,
    repeatMinutes: 0,
  })
  return made
}

/** Something of this type happens to each of these vehicles. */
export const happens = (tx: Transaction, fleets: readonly NotifiedFleet[], type: Finding['type']) =>
  recordFindings(
    tx,
    fleets.map(
      (place): Finding => ({
        ...place,
        id: uuid(),
        type,
        kind: null,
        category: 'vehicle',
        severity: 'info',
        source: 'system',
        isAlarm: false,
        ruleId: null,
        title: null,
        fence: null,
        at: tx.now,
        place: null,
        isLate: false,
        detail: null,
      }),
    ),
  )

export const between = (from: number, to: number): number => randomInt(from, to + 1)
