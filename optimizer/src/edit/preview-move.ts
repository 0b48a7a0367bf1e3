import type { Model } from '../model/model.ts'
import type { EditProblem } from '../problem/problem.ts'
import { orderOf, type RouteOrder } from '../problem/route.ts'
import { noNode, stopOf } from '../timing/sequence.ts'
import { type ArisingViolation, amountsOf, arisingViolations, type ViolationAmounts } from './arising.ts'
import { type IndexedModel, modelOf, nodesOf, requestOf, vehicleOf } from './indexed-model.ts'
import { type Block, type Draft, placeBlocks } from './place.ts'
import { type TimedRoute, timeSequence } from './time-route.ts'

/** A request that is moved, and which of its stops were taken hold of; without `stops` the first one. */
export interface MovedRequest {
  requestId: string
  stops?: readonly number[]
}

/** A place in a route: before the visit that has this index now, with everything that is moved still counted. */
export interface Gap {
  vehicleId: string
  index: number
}

/** What a drop into a gap changes in the route of that gap. */
export interface GapCost extends Gap {
  /** From the start of the route to its end; both may be less than 0. */
  seconds: number
  metres: number
  violations: ArisingViolation[]
}

/** What taking requests out changes in a route that they are in. */
export interface Removal extends Omit<GapCost, 'index'> {}

export interface MovePreview {
  /** Undefined where nothing may be put: in the frozen part of a route, in a closed one, or beyond its end. */
  gap(vehicleId: string, index: number): GapCost | undefined
  /** The costs of all gaps of all vehicles. */
  gaps(): GapCost[]
  /** The vehicles, first those whose route passes nearest to the first stop that is moved. Quick: no times are followed. */
  nearest(): string[]
  /** What the routes save that the requests leave; one of them may be the route of the gap, whose cost says all of it. */
  removals(): Removal[]
  /** The routes after the drop, or without the requests; routes without stops are left out. @throws RangeError where nothing may be put */
  drop(to: Gap | undefined): RouteOrder[]
}

interface Row {
  order: RouteOrder
  vehicle: number
  nodes: number[]
  timed: TimedRoute
  amounts: ViolationAmounts
}

/**
 * Prepares moving requests over a plan. The stops that were taken hold of go to the gap, the other stops of their request
 * to the places in the same route where they break least, then cost least (travel as the vehicle costs it, then time). In
 * their own route the other stops stay where they are for as long as the order of stops allows it, unless `stops` is absent.
 * Several requests go behind each other in the order given. Requests in no route may be moved as well.
 * @throws RangeError for an unknown vehicle, request or stop, and for two routes of one vehicle
 */
export function previewMove(
  problem: EditProblem,
  routes: readonly RouteOrder[],
  group: readonly MovedRequest[],
): MovePreview {
  const indexed = modelOf(problem)
  const { model } = indexed
  const rows = rowsOf(indexed, routes)
  const items = group.map((item) => itemOf(indexed, item))
  const moved = new Set(items.map(({ request }) => request))
  const isMoved = (node: number) => node >= 0 && moved.has(model.nodeRequest[node]!)
  const isLeft = (node: number) => !isMoved(node)
  const timeOf = ({ vehicle, startsAt }: Pick<Draft, 'vehicle' | 'startsAt'>, nodes: number[]) =>
    timeSequence(model, { vehicle, nodes, length: nodes.length, startsAt })

  /** Whether the vehicle would lose what it may not. */
  const losesFixed = ({ order, nodes }: Row, isKept: (node: number) => boolean) =>
    !nodes.slice(0, order.isClosed ? nodes.length : (order.frozen ?? 0)).every(isKept)

  const losing = rows.filter((row) => losesFixed(row, isLeft))

  /** The order after the drop. */
  const placed = (row: Row, index: number): number[] | undefined => {
    const { frozen = 0, isClosed, startsAt } = row.order
    if (isClosed || !Number.isInteger(index) || index < frozen || index > row.nodes.length) return undefined
    const before = row.nodes.slice(0, index)
    const stays = new Set(items.flatMap((item) => stayingStops(model, item, { before, nodes: row.nodes })))
    const isKept = (node: number) => !isMoved(node) || stays.has(node)
    if (losesFixed(row, isKept) || losing.some((other) => other !== row)) return undefined
    const draft: Draft = { vehicle: row.vehicle, nodes: row.nodes.filter(isKept), frozen, startsAt }
    const blocks: Block[] = items.map(({ request, from, until }) => {
      const first = model.firstStop[request]!
      const isAlone = stays.has(first) || stays.has(first + model.stopsOf[request]! - 1)
      return { request, from, until, isAlone }
    })
    placeBlocks(model, draft, before.filter(isKept).length, blocks)
    return draft.nodes
  }

  const changeOf = (row: Row, nodes: number[]) => {
    const after = timeOf({ vehicle: row.vehicle, startsAt: row.order.startsAt }, nodes)
    return {
      vehicleId: row.order.vehicleId,
      seconds: after.ends - after.starts - (row.timed.ends - row.timed.starts),
      metres: after.metres - row.timed.metres,
      violations: arisingViolations(row.amounts, after.violations),
    }
  }

  const gap = (vehicleId: string, index: number): GapCost | undefined => {
    const row = rows[vehicleOf(indexed, vehicleId)]!
    const nodes = placed(row, index)
    return nodes && { ...changeOf(row, nodes), index }
  }
  const left = rows.filter(({ nodes }) => nodes.some(isMoved))

  return {
    gap,
    gaps: () =>
      rows.flatMap(({ order: { vehicleId }, nodes }) =>
        Array.from({ length: nodes.length + 1 }, (_, index) => gap(vehicleId, index) ?? []).flat(),
      ),
    nearest() {
      const [first] = items
      if (!first) return rows.map(({ order }) => order.vehicleId)
      const stop = model.nodeLocation[model.firstStop[first.request]! + first.from]!
      const detours = rows.map(({ order, vehicle, nodes }) => ({
        vehicleId: order.vehicleId,
        metres: detourOf(model, { vehicle, nodes: nodes.filter(isLeft) }, stop),
      }))
      return detours.sort((a, b) => a.metres - b.metres).map(({ vehicleId }) => vehicleId)
    },
    removals: () => left.map((row) => changeOf(row, row.nodes.filter(isLeft))),
    drop(to) {
      if (!to && losing.length > 0)
        throw new RangeError('a request is in a part of a route that does not change')
      const target = to && rows[vehicleOf(indexed, to.vehicleId)]!
      const nodes = target && placed(target, to.index)
      if (target && !nodes)
        throw new RangeError(`nothing may be put at ${to.index} of vehicle ${to.vehicleId}`)
      return rows.flatMap((row) => {
        const order = row === target ? nodes! : row.nodes.filter(isLeft)
        return !order.some((node) => node >= 0 && model.nodeRequest[node]! >= 0)
          ? []
          : [{ ...row.order, visits: order.map((node) => stopOf(model, node)) }]
      })
    },
  }
}

/** Metres that a route is longer at least for passing a location. */
function detourOf(
  model: Model,
  { vehicle, nodes }: Pick<Row, 'vehicle' | 'nodes'>,
  location: number,
): number {
  const { start, end, legs } = model.vehicles[vehicle]!
  const stops = nodes.filter((node) => node !== noNode).map((node) => model.nodeLocation[node]!)
  const along = [start, ...stops, ...(end < 0 ? [] : [end])]
  const last = along.at(-1)!
  let least = end < 0 ? legs.metresOf(last, location) : Infinity
  for (let at = 1; at < along.length; at++) {
    const [from, to] = [along[at - 1]!, along[at]!]
    least = Math.min(
      least,
      legs.metresOf(from, location) + legs.metresOf(location, to) - legs.metresOf(from, to),
    )
  }
  return Number.isNaN(least) ? Infinity : least
}

/** One row for each vehicle, in the order of the problem, with or without visits. */
function rowsOf(indexed: IndexedModel, routes: readonly RouteOrder[]): Row[] {
  const { model } = indexed
  const orders = new Map<number, RouteOrder>()
  for (const route of routes) {
    const vehicle = vehicleOf(indexed, route.vehicleId)
    if (orders.has(vehicle)) throw new RangeError(`vehicle ${route.vehicleId} has two routes`)
    orders.set(vehicle, orderOf(route))
  }
  return model.problem.vehicles.map(({ id }, vehicle) => {
    const order = orders.get(vehicle) ?? { vehicleId: id, visits: [] }
    const nodes = nodesOf(indexed, vehicle, order.visits)
    const timed = timeSequence(model, { vehicle, nodes, length: nodes.length, startsAt: order.startsAt })
    return { order, vehicle, nodes, timed, amounts: amountsOf(timed.violations) }
  })
}

interface Item {
  request: number
  /** The first and the last stop that were taken hold of. */
  from: number
  until: number
  /** Whether other stops may stay in their own route. */
  isPart: boolean
}

/** The other stops of a request, where they can stay in this route because the order of its stops allows it. */
function stayingStops(
  model: Model,
  { request, from, until, isPart }: Item,
  { before, nodes }: { before: readonly number[]; nodes: readonly number[] },
): number[] {
  if (!isPart) return []
  const first = model.firstStop[request]!
  const count = model.stopsOf[request]!
  const isOther = (node: number) =>
    node >= first && node < first + count && (node < first + from || node > first + until)
  const others = nodes.filter(isOther)
  const isInOrder =
    others.length === count - (until - from + 1) &&
    others.every((node, at) => at === 0 || node > others[at - 1]!) &&
    others.every((node) => before.includes(node) === node < first + from)
  return isInOrder ? others : []
}

function itemOf(indexed: IndexedModel, { requestId, stops }: MovedRequest): Item {
  const request = requestOf(indexed, requestId)
  const count = indexed.model.stopsOf[request]!
  const from = Math.min(...(stops ?? [0]))
  const until = Math.max(...(stops ?? [0]))
  if (stops && !stops.every((stop) => Number.isInteger(stop) && stop >= 0 && stop < count))
    throw new RangeError(
      `request ${requestId} has no stop ${stops.find((stop) => !(stop < count)) ?? stops[0]}`,
    )
  if (stops?.length === 0) throw new RangeError(`no stop of request ${requestId} is moved`)
  return { request, from, until, isPart: stops !== undefined && until - from + 1 < count }
}
