import { query } from '@rumbo/database'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import type { EntryRow } from './payments.rows.ts'

const entryColumns = `entries.id, entries.company_id, entries.fleet_id, entries.kind, entries.service_id,
  entries.service_number, entries.contact_id, entries.contact_name, entries.method, entries.amount_minor,
  entries.currency, entries.driver_id, entries.driver_name, entries.received_at, entries.note, entries.voids,
  entries.recorded_at, entries.recorded_by_name,
  exists (select from payments.entries other where other.voids = entries.id) as is_voided,
  (select closeouts.closeout_number from payments.closeout_entries link
   join payments.closeouts on closeouts.id = link.closeout_id where link.entry_id = entries.id) as closeout_number`

/** Entries of a service, oldest first. */
export const findServiceEntries = (tx: Transaction, serviceId: string): Promise<EntryRow[]> =>
  tx.sql(`select ${entryColumns} from payments.entries where service_id = $1 order by recorded_at, id`, [
    serviceId,
  ])

export async function findEntry(tx: Transaction, id: string): Promise<EntryRow | null> {
  const [row] = await tx.sql<EntryRow>(`select ${entryColumns} from payments.entries where id = $1`, [id])
  return row ?? null
}

/** Entries of one close-out, or those of a driver's open cash in a fleet, oldest first. */
export const findCashEntries = (
  tx: Transaction,
  of: { closeoutId: string } | { fleetId: string; driverId: string },
): Promise<EntryRow[]> =>
  'closeoutId' in of
    ? tx.sql(
        `select ${entryColumns} from payments.closeout_entries link
         join payments.entries on entries.id = link.entry_id
         where link.closeout_id = $1 order by entries.recorded_at, entries.id`,
        [of.closeoutId],
      )
    : tx.sql(
        `select ${entryColumns} from payments.entries
         where fleet_id = $1 and driver_id = $2 and method = 'cash'
           and not exists (select from payments.closeout_entries link where link.entry_id = entries.id)
         order by recorded_at, id`,
        [of.fleetId, of.driverId],
      )

export interface NewEntry {
  companyId: string
  fleetId: string
  kind: 'payment' | 'refund' | 'void'
  service: { id: string; serviceNumber: number } | null
  contact: { id: string; name: string }
  method: string
  amountMinor: number
  currency: string
  driver: { id: string; name: string } | null
  receivedAt: Date
  note: string | null
  voids: string | null
}

export async function insertEntry(tx: Transaction, entry: NewEntry): Promise<string> {
  const id = uuid()
  await tx.run(
    query.insertInto('payments.entries').values({
      id,
      company_id: entry.companyId,
      fleet_id: entry.fleetId,
      kind: entry.kind,
      service_id: entry.service?.id ?? null,
      service_number: entry.service?.serviceNumber ?? null,
      contact_id: entry.contact.id,
      contact_name: entry.contact.name,
      method: entry.method,
      amount_minor: entry.amountMinor,
      currency: entry.currency,
      driver_id: entry.driver?.id ?? null,
      driver_name: entry.driver?.name ?? null,
      received_at: entry.receivedAt,
      note: entry.note,
      voids: entry.voids,
      recorded_at: tx.now,
      recorded_by: tx.actor?.userId ?? null,
      recorded_by_name: tx.actor?.displayName ?? null,
    }),
  )
  return id
}

/** Serialises changes of a driver's cash in a fleet until the transaction ends. */
export const lockCash = (tx: Transaction, fleetId: string, driverId: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`cash ${fleetId} ${driverId}`])
