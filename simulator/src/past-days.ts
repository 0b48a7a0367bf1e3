import { minuteMs } from '@rumbo/contract/time-units'
import { type Coordinates, destination, distanceMetres, type RoadGraph } from '@rumbo/geo'
import { createDrive } from './drive.ts'
import type { Random } from './random.ts'
import { anyPlace } from './vehicle.ts'
import { traitsOfKind, type VehicleKind } from './vehicle-kinds.ts'

/** A tracker's report of a past day. */
export interface PastReport {
  timeMs: number
  latitude: number
  longitude: number
  speedKmh: number
  headingDegrees: number
  odometerMetres: number
  ignition: boolean
  /** 0 to 100, like the two below. */
  fuelPercent: number
  /** The tracker's own. */
  batteryPercent: number
  signalPercent: number
}

export interface PastDaysOptions {
  graph: RoadGraph
  kind: VehicleKind
  /** The start and end of every shift. */
  home: Coordinates
  random: Random
  /** In order of time, without overlap; a vehicle is back home within half an hour after its shift. */
  shifts: readonly { fromMs: number; toMs: number }[]
  /** At `fromMs`. */
  odometerMetres: number
  /** The vehicle stands at home from here to its first shift, and after its last one to the end. */
  fromMs: number
  toMs: number
  onReport(point: PastReport): void
}

const stepSeconds = 1.5
const intervalMs = { driving: 15_000, idling: 60_000, parked: 30 * minuteMs }
const roamingMetres = { near: 1_500, far: 9_000, fromHome: 11_000 }
const engineOffAfterMs = 20_000
const lowFuelPercent = 18

/** Simulates past days without waiting and passes every report of the tracker to `onReport`. */
export function simulatePastDays(options: PastDaysOptions): void {
  const { graph, kind, random, shifts, onReport: take } = options
  const traits = traitsOfKind[kind]
  const start = graph.snap(options.home)
  if (start === null) throw new Error('No street of the region is near the home of a simulated vehicle')
  const home: Coordinates = { latitude: start.latitude, longitude: start.longitude }
  let { odometerMetres } = options
  let timeMs = options.fromMs
  let place = home
  let headingDegrees = random.between(0, 360)
  let fuelPercent = random.between(40, 95)
  let batteryPercent = random.between(80, 100)
  let batteryAtMs = timeMs
  let signalPercent = random.between(55, 95)

  function report(ignition: boolean, speedKmh = 0): void {
    const { latitude, longitude } = destination(place, random.between(0, 360), random.between(0, 3))
    const change = ((ignition ? 0.8 : -0.05) * (timeMs - batteryAtMs)) / minuteMs
    batteryPercent = kind === 'scooter' ? fuelPercent : Math.max(5, Math.min(100, batteryPercent + change))
    batteryAtMs = timeMs
    if (speedKmh > 0) signalPercent = Math.max(25, Math.min(100, signalPercent + random.between(-6, 6)))
    take({
      timeMs: Math.floor(timeMs / 1_000) * 1_000,
      latitude,
      longitude,
      speedKmh,
      headingDegrees,
      odometerMetres: Math.round(odometerMetres),
      ignition,
      fuelPercent,
      batteryPercent,
      signalPercent,
    })
  }

  /** Stands until a time; the engine stops after `engineOffMs`. */
  function stand(untilMs: number, engineOffMs: number): void {
    const offAtMs = timeMs + engineOffMs
    while (timeMs < untilMs) {
      const ignition = timeMs < offAtMs
      const nextMs = timeMs + (ignition ? intervalMs.idling : intervalMs.parked) * random.between(0.95, 1.05)
      timeMs = Math.min(untilMs, ignition ? Math.min(nextMs, Math.max(offAtMs, timeMs + 1_000)) : nextMs)
      if (timeMs < untilMs) report(timeMs < offAtMs)
    }
  }

  function driveTo(to: Coordinates): void {
    const route = graph.route(place, to)
    if (route === null) return
    const drive = createDrive(route, traits, random)
    const startMetres = odometerMetres
    let reportAtMs = timeMs
    while (!drive.isFinished) {
      if (timeMs >= reportAtMs) {
        place = drive.place
        headingDegrees = drive.headingDegrees
        odometerMetres = startMetres + drive.drivenMetres
        report(true, drive.speedKmh)
        reportAtMs += intervalMs.driving
      }
      drive.step(stepSeconds)
      timeMs += stepSeconds * 1_000
    }
    place = drive.place
    odometerMetres = startMetres + drive.drivenMetres
    fuelPercent = Math.max(2, fuelPercent - (drive.drivenMetres / 1_000) * traits.fuelPercentPerKm)
    report(true)
  }

  function randomDestination(): Coordinates {
    for (let attempt = 0; attempt < 12; attempt++) {
      const to = anyPlace(graph, random)
      const metres = distanceMetres(place, to)
      const isNear = metres >= roamingMetres.near && metres <= roamingMetres.far
      if (isNear && distanceMetres(home, to) <= roamingMetres.fromHome) return to
    }
    return home
  }

  report(false)
  for (const shift of shifts) {
    stand(shift.fromMs, 0)
    while (timeMs < shift.toMs) {
      driveTo(randomDestination())
      if (fuelPercent < lowFuelPercent) fuelPercent = random.between(88, 100)
      const isResting = random.chance(0.12)
      const minutes = isResting ? random.between(25, 50) : random.between(2, 14)
      stand(timeMs + minutes * minuteMs, random.chance(0.25) ? minutes * minuteMs : engineOffAfterMs)
    }
    driveTo(home)
  }
  stand(options.toMs, engineOffAfterMs)
}
