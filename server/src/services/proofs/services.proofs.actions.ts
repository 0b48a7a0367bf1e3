import { can } from '@rumbo/contract/access'
import type { GivenProof } from '@rumbo/contract/drivers.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { type listProofs, proofTypes, type readProof } from '@rumbo/contract/services.proofs.contract'
import { proofsAt } from '@rumbo/contract/services.rules'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { claimFile, type RecordFiles } from '../../platform/files/record-files.ts'
import { problem } from '../../platform/problem.ts'
import { showService } from '../services.actions.ts'
import { findPin, findProofs, insertProofs } from './services.proofs.repository.ts'

/**
 * Records what the driver of a locked service shows at a stop; runs under the system role.
 * @param given what is not required is ignored
 * @throws Problem `proof_required`, `pin_wrong`
 */
export async function recordProofsOf(
  tx: Transaction,
  driver: Actor,
  service: Service,
  stopId: string,
  given: readonly GivenProof[] = [],
): Promise<void> {
  const required = proofsAt(service, stopId)
  const isRecorded = (await findProofs(tx, service.id)).some(({ stop_id }) => stop_id === stopId)
  if (required.length === 0 || isRecorded) return
  const { id: serviceId, companyId, fleetId } = service
  const proofs = []
  for (const kind of required) {
    const proof = given.find((one) => one.kind === kind)
    if (!proof) throw problem('proof_required')
    if (proof.kind === 'pin') {
      if (proof.pin !== (await findPin(tx, serviceId))) throw problem('pin_wrong')
    } else if (!(await claimFile(tx, proof.fileId, driver.userId))) throw problem('proof_required')
    const fileId = proof.kind === 'pin' ? null : proof.fileId
    proofs.push({ id: uuid(), companyId, fleetId, serviceId, stopId, kind, fileId, by: driver.displayName })
  }
  await insertProofs(tx, proofs)
}

/** @throws Problem `service_not_found` */
export async function listProofsOf(
  tx: Transaction,
  actor: Actor,
  serviceId: string,
): Promise<OutputOf<typeof listProofs>> {
  const service = await showService(tx, actor, serviceId)
  const rows = await findProofs(tx, serviceId)
  const mayDispatch = can(actor, 'services.dispatch', service)
  return {
    items: rows.map(({ id, stop_id, kind, at, by_name }) => ({
      id,
      stopId: stop_id,
      kind: kind as Service['requiredProofs'][number],
      at: at.toISOString(),
      by: by_name,
    })),
    pin: mayDispatch && service.requiredProofs.includes('pin') ? await findPin(tx, serviceId) : null,
  }
}

/** @throws Problem `service_not_found`, `file_not_found` */
export async function readProofOf(
  { database, records }: { database: Database; records: RecordFiles },
  actor: Actor,
  { id, proofId }: ParsedOf<typeof readProof>['params'],
): Promise<OutputOf<typeof readProof>> {
  const fileId = await database.transaction(
    actor,
    async (tx) => {
      await showService(tx, actor, id)
      return (await findProofs(tx, id)).find((proof) => proof.id === proofId)?.file_id ?? null
    },
    { readOnly: true },
  )
  if (fileId === null) throw problem('file_not_found')
  const { contentType, content } = await records.read(fileId)
  const known = proofTypes.find((type) => type === contentType)
  if (!known) throw problem('file_not_found')
  return { contentType: known, content: content.toString('base64') }
}
