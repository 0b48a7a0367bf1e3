import { foldText } from '@rumbo/contract/fold-text'
import { manyOrders, type PlanContent } from '@rumbo/contract/planning.contract'
import type { Order, OrderStop, PlanVehicle, PlanWarning } from '@rumbo/contract/planning.workspace.contract'
import { servicesOf, vehicleOfServices } from '@rumbo/planning/content'
import { noWay } from '@rumbo/planning/travel'

export interface WarningInput {
  content: PlanContent
  orders: readonly Order[]
  vehicles: readonly PlanVehicle[]
  places: readonly { latitude: number; longitude: number }[]
  /** Services of the plan that are published with it. */
  published: ReadonlySet<string>
  /** Another published plan has some of the services. */
  isTrial: boolean
  /** Services whose dispatch time or a window lies in the plan's hours. */
  ofHours: ReadonlySet<string>
  phones: ReadonlyMap<string, string>
  vehicleNumbers: ReadonlyMap<string, string | null>
  /** Numbers of the vehicles with more than one shift in the plan's hours. */
  furtherShifts: readonly string[]
  /** Little-endian 16 bits of seconds between places that are known. */
  travel: { coordinates: readonly number[]; seconds: Uint8Array; isEstimate: boolean } | null
}

const warning = (code: PlanWarning['code'], given: Partial<PlanWarning> = {}): PlanWarning => ({
  code,
  serviceId: null,
  vehicleId: null,
  otherServiceId: null,
  vehicleNumber: null,
  seconds: null,
  ...given,
})

/** What the planner should know of: changes since the plan was saved first. */
export function warningsOf(input: WarningInput): PlanWarning[] {
  const { orders, travel } = input
  const open = orders.filter(({ state }) => state === 'open' || state === 'under_way')
  return [
    ...plannedWarnings(input),
    ...vehicleWarnings(input),
    ...duplicatesOf(open, input.phones),
    ...(travel ? unreachableOf(input, travel) : []),
    ...(open.length > manyOrders ? [warning('many_orders', { seconds: expectedSeconds(open.length) })] : []),
    ...(input.furtherShifts.length > 0
      ? [warning('further_shifts', { vehicleNumber: input.furtherShifts.join(', ') })]
      : []),
    ...(input.isTrial ? [warning('trial')] : []),
    ...(travel?.isEstimate ? [warning('estimates')] : []),
  ]
}

function plannedWarnings({
  content,
  orders,
  published,
  ofHours,
  vehicleNumbers,
}: WarningInput): PlanWarning[] {
  const byId = new Map(orders.map((order) => [order.serviceId, order]))
  const vehicleOf = vehicleOfServices(content)
  return [...servicesOf(content)].flatMap((serviceId): PlanWarning[] => {
    const order = byId.get(serviceId)
    if (!order) return [warning('service_gone', { serviceId })]
    // A service that was completed as it was published is no surprise.
    if (order.state === 'cancelled' || (order.state === 'completed' && !published.has(serviceId)))
      return [warning('service_cancelled', { serviceId })]
    const vehicleId = vehicleOf.get(serviceId) ?? null
    if (order.state === 'under_way' && order.assignedVehicleId !== vehicleId)
      return [
        warning('service_elsewhere', {
          serviceId,
          vehicleId,
          vehicleNumber: vehicleNumbers.get(serviceId) ?? null,
        }),
      ]
    return order.state === 'open' && !ofHours.has(serviceId) ? [warning('service_gone', { serviceId })] : []
  })
}

function vehicleWarnings({ content, vehicles }: WarningInput): PlanWarning[] {
  const fit = new Set(vehicles.flatMap(({ vehicleId, unfit }) => (unfit === null ? [vehicleId] : [])))
  return content.routes
    .filter(({ vehicleId, visits }) => visits.length > 0 && !fit.has(vehicleId))
    .map(({ vehicleId }) => warning('vehicle_gone', { vehicleId }))
}

const halfHourMs = 1_800_000

/** When somebody may be at the stop: its window, or half an hour from the dispatch time. */
function timeAt({ windowStart, windowEnd }: OrderStop, { dispatchTime }: Order): [number, number] {
  const from = Date.parse(windowStart ?? windowEnd ?? dispatchTime)
  return [from, windowEnd === null ? from + halfHourMs : Date.parse(windowEnd)]
}

/** Pairs of orders of one customer, by phone or name, with the same places, whose first stops are at the same time. */
function duplicatesOf(orders: readonly Order[], phones: ReadonlyMap<string, string>): PlanWarning[] {
  const groups = new Map<string, { order: Order; from: number; until: number }[]>()
  const found = new Map<string, PlanWarning>()
  for (const order of orders) {
    const [stop] = order.stops
    if (!stop) continue
    const [from, until] = timeAt(stop, order)
    const phone = phones.get(order.serviceId)?.replace(/\D/g, '') ?? ''
    const keys = [`n ${foldText(order.customerName.trim())}`, ...(phone === '' ? [] : [`p ${phone}`])]
    const route = order.stops.map(({ place, stopType }) => `${place} ${stopType}`).join()
    for (const key of keys.map((customer) => `${route} ${customer}`)) {
      const group = groups.get(key) ?? []
      const other = group.find((one) => one.from <= until && from <= one.until)
      if (other && !found.has(order.serviceId))
        found.set(
          order.serviceId,
          warning('duplicate', { serviceId: order.serviceId, otherServiceId: other.order.serviceId }),
        )
      // One that is compared with many stands for them all.
      else if (!other) group.push({ order, from, until })
      groups.set(key, group)
    }
  }
  return [...found.values()]
}

/** Places that most others cannot reach, or that lead to few of them. */
function unreachableOf(
  { orders, vehicles, places }: WarningInput,
  { coordinates, seconds }: NonNullable<WarningInput['travel']>,
): PlanWarning[] {
  const total = coordinates.length / 2
  if (total < 2 || seconds.length !== total * total * 2) return []
  const view = new DataView(seconds.buffer, seconds.byteOffset, seconds.byteLength)
  const [out, into] = [new Uint32Array(total), new Uint32Array(total)]
  for (let from = 0; from < total; from++)
    for (let to = 0; to < total; to++)
      if (from !== to && view.getUint16((from * total + to) * 2, true) !== noWay) {
        out[from] = (out[from] ?? 0) + 1
        into[to] = (into[to] ?? 0) + 1
      }
  const remote = new Set<string>()
  for (let at = 0; at < total; at++)
    if (Math.min(out[at] ?? 0, into[at] ?? 0) * 2 < total - 1)
      remote.add(`${coordinates[at * 2]},${coordinates[at * 2 + 1]}`)
  if (remote.size === 0) return []
  const isRemote = (place: number | null) =>
    place !== null && remote.has(`${places[place]?.latitude},${places[place]?.longitude}`)
  return [
    ...orders
      .filter(({ stops }) => stops.some(({ place }) => isRemote(place)))
      .map(({ serviceId }) => warning('unreachable', { serviceId })),
    ...vehicles
      .filter(({ startPlace, unfit }) => unfit === null && isRemote(startPlace))
      .map(({ vehicleId }) => warning('unreachable', { vehicleId })),
  ]
}

/** A search of this many orders finds little more after a minute; with more it goes on in proportion. */
const ordersPerMinute = 500
const expectedSeconds = (orders: number) => Math.ceil(orders / ordersPerMinute) * 60
