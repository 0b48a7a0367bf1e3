import { type GivenProof, maxWrongPins, type sendProof } from '@rumbo/contract/drivers.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { proofBytes } from '@rumbo/contract/services.proofs.contract'
import { type Actor, asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { FileStore } from '../platform/files/files.ts'
import { problem } from '../platform/problem.ts'
import { readServiceOf, recordProofsOf } from '../services/index.ts'
import { countWrongPins } from './drivers.repository.ts'

const signatures = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const

/** The bytes of an image and its type, by its first bytes. @throws Problem `proof_unreadable` */
function imageOf(text: string): { contentType: string; content: Buffer } {
  const content = Buffer.from(text, 'base64')
  const found = signatures.find(([, first]) => content.subarray(0, first.length).equals(first))
  if (!found || content.length > proofBytes) throw problem('proof_unreadable')
  return { contentType: found[0], content }
}

/**
 * Stores an image of the caller's own service for an action that will name it.
 * @throws Problem `service_not_found`, `proof_unreadable`, `file_not_found` where the id is another person's
 */
export async function sendProofOf(
  { database, files }: { database: Database; files: Pick<FileStore, 'records'> },
  actor: Actor,
  { id, serviceId, content }: ParsedOf<typeof sendProof>['body'],
): Promise<{ done: true }> {
  const { assignedDriverId } = await database.transaction(
    asSystem('store proof', actor),
    (tx) => readServiceOf(tx, serviceId),
    { readOnly: true },
  )
  if (assignedDriverId === null || !actor.contacts.includes(assignedDriverId))
    throw problem('service_not_found')
  await files.records.put(actor, { id, ...imageOf(content) })
  return { done: true }
}

/**
 * Records what the driver shows at a stop; the last one where none is named.
 * @throws Problem `proof_required`, `pin_wrong`, `pin_blocked`
 */
export async function showProofs(
  tx: Transaction,
  actor: Actor,
  service: Service,
  stopId: string | undefined,
  given: readonly GivenProof[] | undefined,
): Promise<void> {
  const at = stopId ?? service.plannedStops.at(-1)?.id
  if (at === undefined || service.requiredProofs.length === 0) return
  const hasPin = service.requiredProofs.includes('pin')
  if (hasPin && (await countWrongPins(tx, service.id)) >= maxWrongPins) throw problem('pin_blocked')
  await recordProofsOf(tx, actor, service, at, given)
}
