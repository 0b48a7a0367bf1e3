import { type ExportedPlan, type ExportedVisit, routesWithStops } from './exported.ts'

export interface TableWords {
  headings: readonly string[]
  /** What kind of stop it is. */
  type: (visit: ExportedVisit) => string
  /** A second of the plan as date and time. */
  moment: (second: number) => string
  window: (visit: ExportedVisit) => string
  load: (visit: ExportedVisit) => string
}

/** The columns of the table, in their order. */
export const tableColumns = [
  'route',
  'vehicle',
  'driver',
  'sequence',
  'service',
  'customer',
  'stopType',
  'address',
  'arrival',
  'departure',
  'window',
  'load',
  'routeKm',
] as const

/** The routes of a plan as a table: the headings, and a row per stop and reload. Kilometres are those of the whole route. */
export function tableOf(plan: ExportedPlan, words: TableWords): (readonly string[])[] {
  const rows = routesWithStops(plan).flatMap(({ vehicle, timed, visits }, at) =>
    visits.map((visit): string[] => {
      const { number, order, stop, times } = visit
      return [
        String(at + 1),
        vehicle?.vehicleNumber ?? '',
        vehicle?.driverName ?? '',
        number === 0 ? '' : String(number),
        order === null ? '' : String(order.serviceNumber),
        order?.customerName ?? '',
        words.type(visit),
        stop?.address ?? '',
        times === null ? '' : words.moment(times.arrives),
        times === null ? '' : words.moment(times.departs),
        words.window(visit),
        words.load(visit),
        timed === null ? '' : (timed.metres / 1_000).toFixed(1),
      ]
    }),
  )
  return [words.headings, ...rows]
}
