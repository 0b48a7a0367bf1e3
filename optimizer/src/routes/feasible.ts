import type { Model } from '../model/model.ts'
import type { Routes } from './routes.ts'
import { tolerance } from './windows.ts'

/** Whether an updated route keeps its times, its loads and the limits of its vehicle. */
export function isFeasible(model: Model, routes: Routes, vehicle: number): boolean {
  const { dimensions } = model
  const { capacity, latest, end, seconds, locations, maxMetres, maxStops } = model.vehicles[vehicle]!
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  if (length === 0) return true
  if (
    length > maxStops ||
    routes.metres[vehicle]! > maxMetres + tolerance ||
    !(routes.cost[vehicle]! < Infinity)
  )
    return false
  for (let d = 0; d < dimensions; d++)
    if (routes.startLoad[vehicle * dimensions + d]! > capacity[d]! + tolerance) return false
  for (let at = 0; at < length; at++) {
    const node = order[at]!
    if (!(routes.begins[node]! <= routes.latest[node]! + tolerance)) return false
    for (let d = 0; d < dimensions; d++)
      if (routes.loadAfter[node * dimensions + d]! > capacity[d]! + tolerance) return false
  }
  const last = order[length - 1]!
  const back = end < 0 ? 0 : seconds[model.nodeLocation[last]! * locations + end]!
  return routes.departs[last]! + back <= latest + tolerance
}
