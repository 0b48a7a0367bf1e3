import type { ReviewedStop } from '@rumbo/contract/services.imports.contract'
import { findOrAddCaller } from '../../directory/index.ts'
import { lockCurrency, lockFleets } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { WorkIo } from '../../platform/jobs/work.ts'
import { Problem } from '../../platform/problem.ts'
import { createServiceOf } from '../services.actions.ts'
import type { RoutePlan } from '../services.rows.ts'
import type { LocatedRow } from './services.import.repeated.ts'
import { findTaken, takeRows, writeServiceOf } from './services.import.repository.ts'
import { type CheckedRow, digitsOf, fieldOfPath, type NewService } from './services.import.rules.ts'
import type { Tally } from './services.import.tally.ts'

/** A row with the places of its stops, and the way through them. */
export interface PlacedRow extends LocatedRow {
  /** Null where no road connects the stops, or the row waits. */
  plan: RoutePlan | null
}
/** Whether no person has to decide about the stops. */
export const isSure = (stops: readonly ReviewedStop[]): boolean => stops.every(({ doubt }) => doubt === null)
interface Writing {
  database: Database
  actor: Actor
  io: WorkIo
  importId: string
  body: { companyId: string }
}

/** The new service with these places. */
const bodyAt = (
  body: NewService,
  stops: readonly { latitude: number | null; longitude: number | null }[],
) => ({
  ...body,
  plannedStops: body.plannedStops.map((stop, at) => ({
    ...stop,
    latitude: stops[at]?.latitude ?? stop.latitude,
    longitude: stops[at]?.longitude ?? stop.longitude,
  })),
})

/**
 * The requesters of rows whose contact is not known, before any service is created: somebody else who creates a service
 * locks a phone first and the company's next number afterwards.
 */
async function addRequesters(
  tx: Transaction,
  actor: Actor,
  companyId: string,
  rows: readonly PlacedRow[],
): Promise<Map<PlacedRow, string>> {
  const keyOf = ({ row }: PlacedRow) => digitsOf(row.body.customerPhone)
  const unknown = rows
    .filter(({ row }) => row.body.requesterContactId === null)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const ids = new Map<PlacedRow, string>()
  const byPhone = new Map<string, string>()
  for (const one of unknown) {
    const { customerName: name, customerPhone: phone, customerEmail: email } = one.row.body
    const known = byPhone.get(keyOf(one))
    const id = known ?? (await findOrAddCaller(tx, actor, { companyId, name, phone, email })).id
    byPhone.set(keyOf(one), id)
    ids.set(one, id)
  }
  return ids
}

/** Writes rows in one transaction. @returns numbers of the rows that were not taken */
async function writeRows(
  { database, actor, io, importId, body: { companyId } }: Writing,
  rows: readonly PlacedRow[],
): Promise<ReadonlySet<number>> {
  return database.transaction(actor, async (tx) => {
    io.signal.throwIfAborted()
    const taken = await takeRows(
      tx,
      { companyId, importId },
      rows.map(({ row, stops }) => ({
        number: row.number,
        fleetId: row.body.fleetId,
        reference: row.reference,
        fingerprint: row.fingerprint,
        review: isSure(stops) ? null : { body: row.body, stops },
      })),
    )
    const now = rows.filter(({ row, stops }) => isSure(stops) && taken.has(row.number))
    await lockCurrency(tx, companyId)
    await lockFleets(tx, [...new Set(now.map(({ row }) => row.body.fleetId))].toSorted())
    const requesters = await addRequesters(tx, actor, companyId, now)
    for (const one of now) {
      const { row, stops, plan } = one
      const body = bodyAt(row.body, stops)
      const requesterContactId = requesters.get(one) ?? body.requesterContactId
      const service = await createServiceOf(tx, actor, { ...body, requesterContactId }, plan)
      await writeServiceOf(tx, taken.get(row.number) ?? '', service.id)
    }
    return new Set(rows.map(({ row }) => row.number).filter((number) => !taken.has(number)))
  })
}

/** The doubts about the stops of a row, by their columns. */
export const doubtsIn = (row: CheckedRow, stops: readonly ReviewedStop[]) =>
  stops.flatMap(({ doubt, address }, at) =>
    doubt ? [{ field: `${row.stops[at]?.at ?? 'pickup'}Address`, code: doubt, value: address }] : [],
  )

/** Why a row was refused after all, such as a time that has passed meanwhile. @throws what is no refusal */
function reasonsOf(error: unknown, { row }: PlacedRow) {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  const errors = error.details.errors ?? []
  if (errors.length === 0) return [{ row: row.number, field: null, code: error.code, value: null }]
  return errors.map(({ path, code }) => ({
    row: row.number,
    field: fieldOfPath(path.split('.'), row.stops),
    code,
    value: null,
  }))
}

/** Creates the services of a batch, all in one transaction; one by one where a row of it is refused. */
export async function writeBatch(run: Writing, rows: readonly PlacedRow[], tally: Tally): Promise<void> {
  if (rows.length === 0) return
  let left: ReadonlySet<number>
  try {
    left = await writeRows(run, rows)
  } catch (error) {
    const [only] = rows
    if (!(error instanceof Problem) || error.status >= 500) throw error
    if (rows.length > 1) for (const one of rows) await writeBatch(run, [one], tally)
    else if (only) tally.refuse(reasonsOf(error, only))
    return
  }
  const others = rows.filter(({ row }) => left.has(row.number))
  const own = await ownRows(run, others)
  for (const one of rows) {
    const { number } = one.row
    const state = own.get(number)
    if (!left.has(number)) tally.count(one.row, doubtsIn(one.row, one.stops))
    // Written by this import before it was stopped; a person may have decided since.
    else if (state !== undefined) tally.count(one.row, state === 'review' ? doubtsIn(one.row, one.stops) : [])
    else tally.countSeen([one.row])
  }
}

/** States of the rows that this import itself wrote before it was stopped, by their numbers. */
async function ownRows(
  { database, actor, importId, body }: Writing,
  rows: readonly PlacedRow[],
): Promise<Map<number, string>> {
  if (rows.length === 0) return new Map()
  const taken = await database.transaction(
    actor,
    (tx) =>
      findTaken(
        tx,
        body.companyId,
        rows.map(({ row }) => row.fingerprint),
      ),
    { readOnly: true },
  )
  return new Map(
    [...taken.values()]
      .filter((one) => one.importId === importId && rows.some(({ row }) => row.number === one.row))
      .map(({ row, state }) => [row, state]),
  )
}
