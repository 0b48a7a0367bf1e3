/** A usable fix in stored units: epoch ms, degrees × 10,000,000, tenths of km/h. */
export interface MovementFix {
  at: number
  latitude: number
  longitude: number
  speedTenths: number
  ignition: boolean | null
}

export interface DaySums {
  records: number
  distanceMetres: number
  movingSeconds: number
  idleSeconds: number
  engineSeconds: number
  maxSpeedTenths: number
  firstAt: number | null
}

/** How a vehicle's movement stands after its last usable fix. Times are epoch ms, places stored units. */
export interface Movement {
  at: number
  latitude: number
  longitude: number
  ignition: boolean | null
  /** On a trip: the stop that may end it. Else: the stay. */
  standSince: number | null
  standLatitude: number
  standLongitude: number
  standIdleSeconds: number
  tripStartedAt: number | null
  tripDistanceMetres: number
  /** The trip's distance where the stop began. */
  tripStandMetres: number
  tripMaxSpeedTenths: number
  tripMovingSeconds: number
  engineSeconds: number
  /** `2026-03-02`, by the company's clocks; null before the first fix. */
  day: string | null
  sums: DaySums
  /** Suspect fixes since the last believed one that are consistent with one another, and the last of them. */
  suspectFixes: number
  suspectAt: number | null
  suspectLatitude: number
  suspectLongitude: number
}

export type MovementEvent =
  | { kind: 'trip_began'; startedAt: number; latitude: number; longitude: number }
  | {
      kind: 'trip_ended'
      startedAt: number
      endedAt: number
      latitude: number
      longitude: number
      distanceMetres: number
      maxSpeedTenths: number
      movingSeconds: number
    }
  | { kind: 'stay_began'; startedAt: number; latitude: number; longitude: number }
  | { kind: 'stay_ended'; startedAt: number; endedAt: number; idleSeconds: number }
  | { kind: 'day_ended'; day: string; sums: DaySums; lastAt: number }

export const noSums = (): DaySums => ({
  records: 0,
  distanceMetres: 0,
  movingSeconds: 0,
  idleSeconds: 0,
  engineSeconds: 0,
  maxSpeedTenths: 0,
  firstAt: null,
})

export const newMovement = (): Movement => ({
  at: Number.NEGATIVE_INFINITY,
  latitude: 0,
  longitude: 0,
  ignition: null,
  standSince: null,
  standLatitude: 0,
  standLongitude: 0,
  standIdleSeconds: 0,
  tripStartedAt: null,
  tripDistanceMetres: 0,
  tripStandMetres: 0,
  tripMaxSpeedTenths: 0,
  tripMovingSeconds: 0,
  engineSeconds: 0,
  day: null,
  sums: noSums(),
  suspectFixes: 0,
  suspectAt: null,
  suspectLatitude: 0,
  suspectLongitude: 0,
})

/** Copies field by field: this happens for each report. */
export function assignMovement(to: Movement, from: Movement): void {
  to.at = from.at
  to.latitude = from.latitude
  to.longitude = from.longitude
  to.ignition = from.ignition
  to.standSince = from.standSince
  to.standLatitude = from.standLatitude
  to.standLongitude = from.standLongitude
  to.standIdleSeconds = from.standIdleSeconds
  to.tripStartedAt = from.tripStartedAt
  to.tripDistanceMetres = from.tripDistanceMetres
  to.tripStandMetres = from.tripStandMetres
  to.tripMaxSpeedTenths = from.tripMaxSpeedTenths
  to.tripMovingSeconds = from.tripMovingSeconds
  to.engineSeconds = from.engineSeconds
  to.day = from.day
  to.suspectFixes = from.suspectFixes
  to.suspectAt = from.suspectAt
  to.suspectLatitude = from.suspectLatitude
  to.suspectLongitude = from.suspectLongitude
  assignSums(to.sums, from.sums)
}

function assignSums(to: DaySums, from: DaySums): void {
  to.records = from.records
  to.distanceMetres = from.distanceMetres
  to.movingSeconds = from.movingSeconds
  to.idleSeconds = from.idleSeconds
  to.engineSeconds = from.engineSeconds
  to.maxSpeedTenths = from.maxSpeedTenths
  to.firstAt = from.firstAt
}
