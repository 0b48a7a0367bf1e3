import { hourMs } from '@rumbo/contract/time-units'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { writeBatch } from '../intake/telemetry.batch.repository.ts'
import { lookUpDevices } from '../intake/telemetry.known-devices.repository.ts'
import { writeDays, writeMovements } from '../intake/telemetry.movement.repository.ts'
import { newStoredPositions, type StoredPositions, type VehicleState } from '../intake/telemetry.state.ts'
import { degreesToStored, positionFlag, storedToDegrees } from '../telemetry.rules.ts'
import { openHours, type PackedHour, readBoundary, writeHours } from './telemetry.closing.repository.ts'
import { localDay } from './telemetry.days.rules.ts'
import { copyPosition, packHour } from './telemetry.hours.rules.ts'
import { openDays } from './telemetry.partitions.repository.ts'
import { createReplay } from './telemetry.recompute.rules.ts'

export { newStoredPositions, type StoredPositions }

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** One usable position, in degrees, km/h and metres; it arrived within a second. */
export interface BuiltPosition {
  timeMs: number
  latitude: number
  longitude: number
  speedKmh: number
  headingDegrees: number
  odometerMetres: number
  ignition: boolean
  fuelPercent: number
  /** Default: 96. */
  batteryPercent?: number
  /** Default: 78. */
  signalPercent?: number
}

/** Appends a position; times must increase. Its hash is derived from time and place. */
export function addPosition(to: StoredPositions, position: BuiltPosition): void {
  const latitude = degreesToStored(position.latitude)
  const longitude = degreesToStored(position.longitude)
  to.fixTime.push(position.timeMs)
  to.reportHash.push(BigInt(position.timeMs) * 1_000_003n + BigInt(latitude ^ longitude))
  to.receivedAt.push(position.timeMs + 700)
  to.latitude.push(latitude)
  to.longitude.push(longitude)
  to.odometerMetres.push(Math.round(position.odometerMetres))
  to.speedTenths.push(Math.round(position.speedKmh * 10))
  to.heading.push(Math.round(position.headingDegrees) % 360)
  to.altitude.push(2_240)
  to.flags.push(positionFlag.ignitionKnown | (position.ignition ? positionFlag.ignitionOn : 0))
  to.satellites.push(9)
  to.batteryPercent.push(Math.round(position.batteryPercent ?? 96))
  to.fuelPercent.push(Math.round(position.fuelPercent))
  to.signalPercent.push(Math.round(position.signalPercent ?? 78))
}

export interface HistoryBuilder {
  /** The state of a device's vehicle in the gateway; undefined for an unknown device. */
  stateOf(deviceIdentifier: string): VehicleState | undefined
  /** Writes the positions added so far, with hours, trips, stays, days, and the state after the last one. */
  write(deviceIdentifier: string, positions: StoredPositions, timeZone: string): Promise<void>
  end(): Promise<void>
}

/**
 * Writes past positions in bulk, for tests and the demo, as if received in time: closed days as packed hours, others as
 * rows. For vehicles without reports.
 */
export async function createHistoryBuilder(
  database: Database,
  deviceIdentifiers: readonly string[],
  now: Date,
): Promise<HistoryBuilder> {
  await openDays(database, now)
  const states = await lookUpDevices(database, deviceIdentifiers)
  const openFrom = await database.transaction(asSystem('history'), async (tx) => {
    const boundary = await readBoundary(tx)
    if (!boundary) throw new Error('The boundary between closed and open days is missing')
    return Date.parse(`${boundary.readFrom}T00:00:00Z`)
  })
  const pool = database.systemPool({ connections: 1 })

  return {
    stateOf: (deviceIdentifier) => states.get(deviceIdentifier),
    async write(deviceIdentifier, positions, timeZone) {
      const state = states.get(deviceIdentifier)
      if (!state || positions.fixTime.length === 0) return
      const replay = createReplay(timeZone, null)
      replay.add(positions)
      const { movement } = replay
      const { closed, open } = split(positions, openFrom)
      const today = localDay(timeZone, movement.at).day
      const days = [...replay.days.values()]
      const engineSeconds = days.reduce((sum, { sums }) => sum + sums.engineSeconds, 0)
      const sums = replay.days.get(today)?.sums ?? movement.sums
      takeLast(state, positions)
      state.movement = { ...movement, engineSeconds: movement.engineSeconds || engineSeconds, sums }
      const hours = packHours(state.vehicleNo, closed)
      await database.transaction(asSystem('history'), async (tx) => {
        const [first] = hours
        if (first) await openHours(tx, dayText(first.hourMs), dayText(hours.at(-1)?.hourMs ?? first.hourMs))
        await writeHours(tx, hours)
        const begun = replay.events.filter((event) => event.kind !== 'day_ended')
        await writeMovements(
          tx,
          begun.map((event) => ({ vehicle: state, event })),
        )
        const over = days.filter(({ day }) => day !== today)
        await writeDays(
          tx,
          over.map((day) => ({ vehicle: state, ...day })),
        )
      })
      const client = await pool.connect()
      try {
        const vehicleNo = open.fixTime.map(() => state.vehicleNo)
        const batch = {
          positions: { vehicleNo, ...open },
          readings: [],
          latest: [],
          fences: [],
          states: [state],
          dirty: [],
        }
        const refused = await writeBatch(client, batch)
        if (refused.size > 0) throw new Error(`${deviceIdentifier} reported while its history was written`)
        state.stateVersion += 1
      } finally {
        client.release()
      }
    },
    end: () => pool.end(),
  }
}

function split(positions: StoredPositions, openFromMs: number) {
  const closed = newStoredPositions()
  const open = newStoredPositions()
  for (const [at, time] of positions.fixTime.entries())
    copyPosition(positions, at, time < openFromMs ? closed : open)
  return { closed, open }
}

function packHours(vehicleNo: number, positions: StoredPositions): PackedHour[] {
  const byHour = new Map<number, StoredPositions>()
  for (const [at, time] of positions.fixTime.entries()) {
    const hour = Math.floor(time / hourMs) * hourMs
    const kept = byHour.get(hour) ?? newStoredPositions()
    byHour.set(hour, kept)
    copyPosition(positions, at, kept)
  }
  return [...byHour].map(([hour, kept]) => ({
    vehicleNo,
    hourMs: hour,
    records: kept.fixTime.length,
    points: packHour(kept),
  }))
}

/** The state is that of the last position. */
function takeLast(state: VehicleState, positions: StoredPositions): void {
  const last = positions.fixTime.length - 1
  state.asOf = positions.fixTime[last] ?? 0
  state.lastReportAt = positions.receivedAt[last] ?? 0
  state.lastReportHash = positions.reportHash[last] ?? 0n
  state.latitude = storedToDegrees(positions.latitude[last] ?? 0)
  state.longitude = storedToDegrees(positions.longitude[last] ?? 0)
  state.speedKmh = (positions.speedTenths[last] ?? 0) / 10
  state.heading = positions.heading[last] ?? null
  state.altitude = positions.altitude[last] ?? null
  state.satellites = positions.satellites[last] ?? null
  state.ignition = ((positions.flags[last] ?? 0) & positionFlag.ignitionOn) !== 0
  state.batteryPercent = positions.batteryPercent[last] ?? null
  state.fuelPercent = positions.fuelPercent[last] ?? null
  state.signalPercent = positions.signalPercent[last] ?? null
  state.odometerMetres = positions.odometerMetres[last] ?? 0
}
