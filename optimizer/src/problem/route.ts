/** A stop of a request, or a reload where `requestId` is absent. `stop` is its index within the request, 0 where absent. */
export interface RouteStop {
  requestId?: string
  stop?: number
}

/** Which stops a vehicle visits in which order. Every `PlannedRoute` is one; what is returned has no times. */
export interface RouteOrder {
  vehicleId: string
  visits: readonly RouteStop[]
  /** A fixed departure, in seconds of the problem; without it the vehicle leaves as late as its route allows. */
  startsAt?: number
  /** This many visits at its beginning stay as they are, and nothing comes before or between them. */
  frozen?: number
  /** Nothing in it changes. */
  isClosed?: boolean
}

/** The order of a route alone, without times. */
export const orderOf = ({ vehicleId, visits, startsAt, frozen, isClosed }: RouteOrder): RouteOrder => ({
  vehicleId,
  visits: visits.map(({ requestId, stop = 0 }) => (requestId === undefined ? {} : { requestId, stop })),
  startsAt,
  frozen,
  isClosed,
})
