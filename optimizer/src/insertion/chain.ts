import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { beginOf, tolerance } from '../routes/windows.ts'
import type { Blink, Insertion } from './found.ts'
import { timedDelta } from './timed-delta.ts'

/** A way of having placed the first stops of a request: when it goes on, what it cost, and where they are. */
interface Label {
  time: number
  cost: number
  /** Where the vehicle is: the last node of the route, or a stop that was placed after it. */
  last: number
  /** Whether `last` is a stop of the request. */
  isOut: boolean
  before: number[]
}

/**
 * The cheapest places for a request of any number of stops in order. Goes through the route once and keeps, for each
 * number of stops placed, the cheapest and the earliest way: exact where one way is both, else a good guess.
 */
export function bestOfChain(
  model: Model,
  routes: Routes,
  request: number,
  vehicle: number,
  best: Insertion,
  blink: Blink,
) {
  const { nodeLocation, nodeService } = model
  const {
    start,
    end,
    earliest,
    latest: until,
    locations,
    seconds,
    cost,
    fixed,
    metres,
    maxMetres,
  } = model.vehicles[vehicle]!
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const first = model.firstStop[request]!
  const stops = model.stopsOf[request]!
  const loads = chainLoads(model, request)
  const frozen = routes.frozen[vehicle]!
  const lastFrozen = frozen > 0 ? order[frozen - 1]! : -1
  let through: Label[][] = Array.from({ length: stops + 1 }, () => [])
  through[0]!.push({
    time: lastFrozen < 0 ? earliest : routes.departs[lastFrozen]!,
    cost: length === 0 ? fixed : 0,
    last: lastFrozen < 0 ? start : nodeLocation[lastFrozen]!,
    isOut: false,
    before: [],
  })
  for (let at = frozen; at <= length; at++) {
    const before = at > 0 ? order[at - 1]! : -1
    const from = before < 0 ? start : nodeLocation[before]!
    const next = at < length ? order[at]! : -1
    const to = next < 0 ? end : nodeLocation[next]!
    const removed = length === 0 || to < 0 ? 0 : cost[from * locations + to]!
    const isPassedOver = --blink.left < 0
    if (isPassedOver) blink.left = blink.next()
    const here: Label[][] = through.map((labels) => labels.slice())
    for (let stop = 0; stop < stops && !isPassedOver; stop++) {
      if (!mayPlace(model, routes, { vehicle, before, stop, stops, loads })) continue
      const node = first + stop
      for (const label of here[stop]!) {
        const arc = label.last * locations + nodeLocation[node]!
        const begin = beginOf(model, node, label.time + seconds[arc]!)
        if (begin === Infinity || label.cost + cost[arc]! - removed >= best.cost) continue
        keep(here[stop + 1]!, {
          time: begin + nodeService[node]!,
          cost: label.cost + cost[arc]!,
          last: nodeLocation[node]!,
          isOut: true,
          before: [...label.before, at],
        })
      }
    }
    for (const label of here[stops]!) {
      if (!label.isOut) continue
      let delta = label.cost + (to < 0 ? 0 : cost[label.last * locations + to]!) - removed
      if (delta >= best.cost) continue
      const reaches = label.time + (to < 0 ? 0 : seconds[label.last * locations + to]!)
      if (
        next < 0
          ? reaches > until + tolerance
          : beginOf(model, next, reaches) > routes.latest[next]! + tolerance
      )
        continue
      const places = Int32Array.from(label.before)
      if (maxMetres !== Infinity && metresWith(places) > maxMetres + tolerance) continue
      if (model.timed[vehicle]) delta += timedDelta(model, routes, request, vehicle, places)
      if (!(delta < best.cost)) continue
      best.cost = delta
      best.vehicle = vehicle
      best.before.set(places)
      best.reload = -1
    }
    if (next < 0) break
    const onward: Label[][] = Array.from({ length: stops + 1 }, () => [])
    for (let level = 0; level < stops; level++) {
      if (level > 0 && !mayCarry(model, routes, { vehicle, node: next, level, loads })) continue
      for (const label of here[level]!) {
        const begin = beginOf(model, next, label.time + seconds[label.last * locations + to]!)
        if (begin > routes.latest[next]! + tolerance) continue
        keep(onward[level]!, {
          time: begin + nodeService[next]!,
          cost: label.isOut ? label.cost + cost[label.last * locations + to]! - removed : label.cost,
          last: to,
          isOut: false,
          before: label.before,
        })
      }
    }
    through = onward
  }

  function metresWith(places: Int32Array) {
    let total = 0
    let last = start
    let stop = 0
    const go = (location: number) => {
      if (location >= 0) total += metres[last * locations + location]!
      last = location
    }
    for (let at = 0; at <= length; at++) {
      while (stop < stops && places[stop] === at) go(nodeLocation[first + stop++]!)
      go(at < length ? nodeLocation[order[at]!]! : end)
    }
    return total
  }
}

/** Keeps the cheapest and the earliest of the ways that are at the same place. */
function keep(labels: Label[], label: Label) {
  for (let at = labels.length - 1; at >= 0; at--) {
    const other = labels[at]!
    if (other.isOut !== label.isOut) continue
    if (other.cost <= label.cost && other.time <= label.time) return
    if (label.cost <= other.cost && label.time <= other.time) labels.splice(at, 1)
  }
  labels.push(label)
  const same = labels.filter(({ isOut }) => isOut === label.isOut)
  if (same.length <= 2) return
  const cheapest = same.reduce((best, one) => (one.cost < best.cost ? one : best))
  const soonest = same.reduce((best, one) => (one.time < best.time ? one : best))
  for (const one of same) if (one !== cheapest && one !== soonest) labels.splice(labels.indexOf(one), 1)
}

/** On board because of the request, by number of stops placed and dimension. */
function chainLoads(model: Model, request: number): number[][] {
  const { dimensions, nodeLoad, fromStart } = model
  const first = model.firstStop[request]!
  const levels: number[][] = [
    Array.from({ length: dimensions }, (_, d) => fromStart[request * dimensions + d]!),
  ]
  for (let stop = 0; stop < model.stopsOf[request]!; stop++)
    levels.push(levels[stop]!.map((load, d) => load + nodeLoad[(first + stop) * dimensions + d]!))
  return levels
}

interface Place {
  vehicle: number
  before: number
  stop: number
  stops: number
  loads: number[][]
}

function mayPlace(model: Model, routes: Routes, { vehicle, before, stop, stops, loads }: Place) {
  const { dimensions } = model
  const { capacity } = model.vehicles[vehicle]!
  for (let d = 0; d < dimensions; d++) {
    const most = capacity[d]! + tolerance
    const index = (before < 0 ? vehicle : before) * dimensions + d
    const load = before < 0 ? routes.startLoad[index]! : routes.loadAfter[index]!
    if (load + loads[stop + 1]![d]! > most) return false
    if (stop === 0 && (before < 0 ? load : routes.highestUntil[index]!) + loads[0]![d]! > most) return false
    if (
      stop === stops - 1 &&
      (before < 0 ? routes.startHighest : routes.highestFrom)[index]! + loads[stops]![d]! > most
    )
      return false
  }
  return true
}

function mayCarry(
  model: Model,
  routes: Routes,
  { vehicle, node, level, loads }: { vehicle: number; node: number; level: number; loads: number[][] },
) {
  const { dimensions } = model
  for (let d = 0; d < dimensions; d++)
    if (
      routes.loadAfter[node * dimensions + d]! + loads[level]![d]! >
      model.vehicles[vehicle]!.capacity[d]! + tolerance
    )
      return false
  return true
}
