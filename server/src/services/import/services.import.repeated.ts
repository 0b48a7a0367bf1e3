import type { ReviewedStop } from '@rumbo/contract/services.imports.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { type ComparedOrder, isRepeated } from './services.import.repeated.rules.ts'
import { findOrdersOf } from './services.import.repository.ts'
import { type CheckedRow, digitsOf } from './services.import.rules.ts'

interface Comparing {
  database: Database
  actor: Actor
  importId: string
  scope: { timeZone: string }
  body: { companyId: string }
}
/** A row with the places of its stops. */
export interface LocatedRow {
  row: CheckedRow
  stops: ReviewedStop[]
}

const orderOf = ({ row, stops }: LocatedRow): ComparedOrder => {
  const last = stops.at(-1)
  return {
    serviceType: row.body.serviceType,
    digits: digitsOf(row.body.customerPhone),
    dispatchTime: row.body.dispatchTime,
    stop: {
      stopType: last?.stopType ?? '',
      address: last?.address ?? '',
      latitude: last?.latitude ?? null,
      longitude: last?.longitude ?? null,
    },
  }
}

/**
 * Finds rows that look like an order of the company, or of a row above, once more. One without a reference waits for a
 * person, with that doubt about its last stop; one with a reference is another order to its sender, and only noted.
 * @param above the orders of the rows above, to which these are added
 * @returns the rows, and which of them are to be noted
 */
export async function compareRows(
  { database, actor, importId, scope, body }: Comparing,
  rows: readonly LocatedRow[],
  above: ComparedOrder[],
): Promise<{ rows: LocatedRow[]; noted: LocatedRow[] }> {
  const times = rows.map(({ row }) => Date.parse(row.body.dispatchTime))
  const known =
    rows.length === 0
      ? []
      : await database.transaction(
          actor,
          (tx) =>
            findOrdersOf(tx, body.companyId, {
              digits: [...new Set(rows.map(({ row }) => digitsOf(row.body.customerPhone)))],
              // A day of any length, and its neighbours.
              from: new Date(Math.min(...times) - 26 * hourMs),
              to: new Date(Math.max(...times) + 26 * hourMs),
            }),
          { readOnly: true },
        )
  const noted: LocatedRow[] = []
  const compared = rows.map((one) => {
    const order = orderOf(one)
    const { number, reference } = one.row
    // An import that continues finds what it created of this row itself.
    const others = known.filter((other) => other.importId !== importId || other.row !== number)
    const isAgain = [...above, ...others].some((other) => isRepeated(order, other, scope.timeZone))
    above.push(order)
    if (!isAgain) return one
    if (reference !== null) {
      noted.push(one)
      return one
    }
    const last = one.stops.length - 1
    const stops = one.stops.map((stop, at) =>
      at === last && stop.doubt === null ? { ...stop, doubt: 'order_repeated' as const } : stop,
    )
    return { ...one, stops }
  })
  return { rows: compared, noted }
}
