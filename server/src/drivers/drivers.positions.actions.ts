import { oldestActionMs, type sendPhoneFixes } from '@rumbo/contract/drivers.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findRunningOf } from '../shifts/index.ts'
import { insertPhoneFixes } from '../telemetry/index.ts'

/**
 * Stores where the phone of a driver on duty was; fixes from before the shift are ignored, since the phone may have been
 * anywhere. Runs under the system role.
 * @throws Problem `driver_off_duty`
 */
export async function sendPhoneFixesOf(
  tx: Transaction,
  actor: Actor,
  { sentAt, fixes }: ParsedOf<typeof sendPhoneFixes>['body'],
): Promise<{ done: true }> {
  const running = await findRunningOf(tx, actor.contacts)
  if (!running) throw problem('driver_off_duty')
  const now = tx.now.getTime()
  const aheadMs = Date.parse(sentAt) - now
  const earliest = Math.max(
    Date.parse(running.shift.startedAt ?? running.shift.startsAt),
    now - oldestActionMs,
  )
  const kept = fixes
    .map(({ at, ...fix }) => ({ ...fix, fixAt: new Date(Math.min(now, Date.parse(at) - aheadMs)) }))
    .filter(({ fixAt }) => fixAt.getTime() >= earliest)
  if (kept.length > 0) await insertPhoneFixes(tx, running.shift.vehicleId, kept)
  return { done: true }
}
