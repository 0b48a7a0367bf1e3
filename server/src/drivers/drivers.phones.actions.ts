import { createHash, randomBytes } from 'node:crypto'
import type { createPhoneKey } from '@rumbo/contract/drivers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { DeviceIntake, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { type Actor, asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findOwnContacts, findRunningOf } from '../shifts/index.ts'
import { findServerOf, insertPhoneFixes } from '../telemetry/index.ts'
import { findPhoneUser, savePhone } from './drivers.repository.ts'

const prefix = 'phone-'
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/**
 * Gives the caller's phone an identifier for a tracker app; the former one stops working. Runs under the system role.
 * @throws Problem `forbidden` for those who are no drivers
 */
export async function createPhoneKeyOf(
  tx: Transaction,
  actor: Actor,
  trackerHost: string,
): Promise<OutputOf<typeof createPhoneKey>> {
  if (actor.contacts.length === 0) throw problem('forbidden')
  const identifier = `${prefix}${randomBytes(15).toString('base64url')}`
  await savePhone(tx, actor.userId, hashOf(identifier))
  return { identifier, ...(await findServerOf(tx, 'osmand', trackerHost)) }
}

/** The vehicle of the running shift of the driver with this phone, and since when; null without one. */
async function dutyOf(tx: Transaction, identifier: string) {
  const userId = await findPhoneUser(tx, hashOf(identifier))
  if (userId === null) return null
  const contacts = await findOwnContacts(tx, userId)
  const running = await findRunningOf(
    tx,
    contacts.map(({ id }) => id),
  )
  return running?.shift ?? null
}

/** Stores what a tracker app on a driver's phone reports, like the fixes of the driver page; off duty it is forgotten. */
async function acceptPhone(database: Database, { deviceIdentifier, fix }: DeviceReport): Promise<void> {
  if (!fix?.isValid) return
  await database.transaction(asSystem('phone of a driver'), async (tx) => {
    const shift = await dutyOf(tx, deviceIdentifier)
    const isDuringShift = shift !== null && fix.time >= new Date(shift.startedAt ?? shift.startsAt)
    if (!isDuringShift) return
    const fixAt = fix.time > tx.now ? tx.now : fix.time
    const { latitude, longitude, speedKmh, headingDegrees: heading, accuracyMetres } = fix
    await insertPhoneFixes(tx, shift.vehicleId, [
      { fixAt, latitude, longitude, speedKmh, heading, accuracyMetres },
    ])
  })
}

/** An intake that takes reports of drivers' phones apart from those of devices; both resolve at the commit. */
export const withDriverPhones = (database: Database, intake: DeviceIntake): DeviceIntake => ({
  accept: (report) =>
    report.protocol === 'osmand' && report.deviceIdentifier.startsWith(prefix)
      ? acceptPhone(database, report)
      : intake.accept(report),
})
