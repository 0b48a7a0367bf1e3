import { can } from '@rumbo/contract/access'
import type { OutputOf } from '@rumbo/contract/endpoint'
import {
  changesOfService,
  type listServiceChanges,
  type ServiceChange,
} from '@rumbo/contract/services.stops.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { showService } from '../services.actions.ts'
import { findChanges } from './services.changes.repository.ts'
import { readableChanges } from './services.changes.rules.ts'

const withNote = (changes: ServiceChange['changes'], note: string | null | undefined) =>
  note && changes.status ? { ...changes, note: [null, note] satisfies [unknown, unknown] } : changes

/**
 * The history of a service from the audit. Drivers and viewers do not learn the network addresses of colleagues.
 * @throws Problem `service_not_found`
 */
export async function listChangesOf(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof listServiceChanges>> {
  const service = await showService(tx, actor, id)
  // The note of a change of status is kept with the status.
  const notes = new Map(service.statusHistory.map(({ at, note }) => [at, note]))
  const seesAddresses = can(actor, 'services.dispatch', service)
  const rows = await findChanges(tx, id, changesOfService)
  return {
    items: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      by: row.actor_name,
      address: seesAddresses ? row.address : null,
      action: row.action,
      changes: withNote(readableChanges(row.changes), notes.get(row.at.toISOString())),
    })),
  }
}
