import type { Model } from '../model/model.ts'
import { addAbsent, type Routes, removeAbsent, setOrder } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'

export interface Undo {
  /** Begins a change; what was touched before is forgotten. */
  begin: () => void
  /** Must be called before a change alters a route, however often. Before the first change it keeps nothing. */
  touch: (vehicle: number) => void
  /** Restores routes and absent requests as they were when the change began. */
  undo: () => void
}

/** Keeps the routes that one change touches, so that it costs no copy of all of them to undo it. */
export function createUndo(model: Model, routes: Routes): Undo {
  const touched: number[] = []
  /** By vehicle, the last change that touched it. */
  const touchedIn = new Int32Array(model.vehicleCount)
  const saved: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(16))
  const savedLength = new Int32Array(model.vehicleCount)
  const savedAbsent = new Int32Array(model.requestCount)
  let savedAbsentCount = 0
  let change = 0
  return {
    begin() {
      change++
      touched.length = 0
      savedAbsentCount = routes.absentCount
      for (let at = 0; at < savedAbsentCount; at++) savedAbsent[at] = routes.absent[at]!
    },
    touch(vehicle) {
      if (touchedIn[vehicle] === change) return
      touchedIn[vehicle] = change
      touched.push(vehicle)
      const length = routes.length[vehicle]!
      if (saved[vehicle]!.length < length) saved[vehicle] = new Int32Array(length * 2)
      const copy = saved[vehicle]!
      const order = routes.order[vehicle]!
      for (let at = 0; at < length; at++) copy[at] = order[at]!
      savedLength[vehicle] = length
    },
    undo() {
      while (routes.absentCount > 0) removeAbsent(routes, routes.absent[routes.absentCount - 1]!)
      for (let at = 0; at < savedAbsentCount; at++) addAbsent(routes, savedAbsent[at]!)
      for (const vehicle of touched) {
        const order = routes.order[vehicle]!
        for (let at = 0; at < routes.length[vehicle]!; at++)
          if (routes.vehicleOf[order[at]!] === vehicle) routes.vehicleOf[order[at]!] = -1
      }
      for (const vehicle of touched) {
        setOrder(routes, vehicle, saved[vehicle]!, savedLength[vehicle]!)
        updateRoute(model, routes, vehicle)
      }
    },
  }
}
