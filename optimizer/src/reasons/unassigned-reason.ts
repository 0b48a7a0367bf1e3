import type { Window } from '../problem/problem.ts'

/** Why a request is in no route: the first constraint that, relaxed alone, would have let it in. `late` in seconds. */
export type UnassignedReason = { requestId: string } & Reason

export type Reason =
  | { code: 'no_vehicles' }
  /** No vehicle has these skills, or none that has them is among the vehicles it may go to. */
  | { code: 'skills'; missing: string[] }
  | { code: 'vehicles' }
  /** `isFree`: larger vehicles may have it, but their routes may not change. */
  | { code: 'capacity'; dimension: number; needed: number; largest: number; isFree: boolean }
  | { code: 'unreachable'; stop: number }
  /** No vehicle can keep the windows of all its stops, wherever it starts; `late` seconds at best. */
  | { code: 'windows_exclude'; late: number }
  /** Even a vehicle that does nothing else comes too late; the nearest one `late` seconds. */
  | ({ code: 'window_impossible'; late: number; vehicleId: string } & MissedWindow)
  /** It fits no shift even alone. */
  | { code: 'shift'; late: number }
  /** It fits once its windows close this much later. */
  | ({ code: 'window'; late: number; vehicleId: string } & MissedWindow)
  /** It fits once a vehicle may work this much longer. */
  | { code: 'overtime'; late: number; vehicleId: string }
  /** It fits once a vehicle has more room than is `free` on its way. */
  | { code: 'full'; vehicleId: string; dimension: number; needed: number; free: number }
  /** It fits once a vehicle may drive farther, work longer or make more stops; without `vehicleId` already by itself. */
  | ({ code: 'limits'; vehicleId?: string } & ExceededLimit)
  /** It would fit, but costs more than leaving it out. */
  | { code: 'penalty' }
  | { code: 'combination' }

/** The stop whose window alone would have to close later, and that window; none where it takes several. */
export interface MissedWindow {
  stop?: number
  window?: Window
}

/** Metres, seconds or stops of the route with the request, and how many are allowed; none where several limits are exceeded. */
export interface ExceededLimit {
  limit?: 'metres' | 'seconds' | 'stops'
  needed?: number
  allowed?: number
}
