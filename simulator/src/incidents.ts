import type { Device } from './device.ts'
import type { Manoeuvre } from './drive.ts'
import type { Vehicle } from './vehicle.ts'

/** What a vehicle can be made to do, so that its readings and movements become events without an alarm of its tracker. */
export const incidents = [
  'speeding',
  'road_speeding',
  'harsh_braking',
  'harsh_acceleration',
  'crash',
  'low_fuel',
  'low_battery',
] as const
export type Incident = (typeof incidents)[number]

/** The tracker reports every second meanwhile, and the vehicle is on the road for so long. */
const closelyMs = 45_000
const lowPercent = 12
const withoutPowerSeconds = 300

const manoeuvres: Readonly<Partial<Record<Incident, readonly Manoeuvre[]>>> = {
  speeding: [
    { toKmh: 128, metresPerSecond2: 2, holdSeconds: 16 },
    { toKmh: 45, metresPerSecond2: 2.4, holdSeconds: 0 },
  ],
  // Within the limits of vehicles, and above those of most streets.
  road_speeding: [
    { toKmh: 78, metresPerSecond2: 2, holdSeconds: 26 },
    { toKmh: 45, metresPerSecond2: 2.4, holdSeconds: 0 },
  ],
  harsh_braking: [
    { toKmh: 55, metresPerSecond2: 2, holdSeconds: 2 },
    { toKmh: 10, metresPerSecond2: 5, holdSeconds: 1 },
  ],
  harsh_acceleration: [
    { toKmh: 15, metresPerSecond2: 2, holdSeconds: 2 },
    { toKmh: 70, metresPerSecond2: 4.5, holdSeconds: 2 },
    { toKmh: 45, metresPerSecond2: 2, holdSeconds: 0 },
  ],
  crash: [
    { toKmh: 64, metresPerSecond2: 2, holdSeconds: 2 },
    { toKmh: 0, metresPerSecond2: 9, holdSeconds: 0 },
  ],
}

/** Makes it happen; false where it is not possible now, because the vehicle does not drive. */
export function cause(incident: Incident, vehicle: Vehicle, device: Device, nowMs: number): boolean {
  if (incident === 'low_fuel') vehicle.drainTank(lowPercent)
  if (incident === 'low_battery') {
    vehicle.cutPower(withoutPowerSeconds)
    vehicle.drainBattery(lowPercent)
  }
  const forced = manoeuvres[incident]
  if (!forced) return true
  if (!vehicle.force(forced, incident === 'crash')) return false
  device.reportClosely(nowMs + closelyMs)
  return true
}
