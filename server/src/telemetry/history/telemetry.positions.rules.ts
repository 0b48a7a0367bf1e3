import type { PositionColumns, StoredPositions } from '../intake/telemetry.state.ts'

// A position as a row of telemetry.positions: no column is null, since the bitmap of nulls costs a row eight bytes.

/** Values for unknown readings; in `levels`, the byte. */
const unknown = { odometerMetres: -1, heading: -1, altitude: -32_768, level: 255 } as const

/** Satellites, battery, fuel and signal, a byte each, the first one highest. */
const levelsOf = (columns: StoredPositions, at: number): number =>
  (Math.min(columns.satellites[at] ?? unknown.level, unknown.level) << 24) |
  ((columns.batteryPercent[at] ?? unknown.level) << 16) |
  ((columns.fuelPercent[at] ?? unknown.level) << 8) |
  (columns.signalPercent[at] ?? unknown.level)

interface RowColumn {
  name: string
  /** `time`: epoch ms. */
  type: 'int2' | 'int4' | 'int8' | 'time'
  read(columns: PositionColumns, at: number, maxDelayMs: number): number | bigint | undefined
}

/** The columns of a row, in the units of the table. */
export const positionRowColumns: readonly RowColumn[] = [
  { name: 'vehicle_no', type: 'int4', read: (from, at) => from.vehicleNo[at] },
  { name: 'fix_time', type: 'time', read: (from, at) => from.fixTime[at] },
  { name: 'report_hash', type: 'int8', read: (from, at) => from.reportHash[at] },
  {
    name: 'delay_ms',
    type: 'int8',
    read: ({ receivedAt, fixTime }, at, most) =>
      Math.max(-most, Math.min(most, (receivedAt[at] ?? 0) - (fixTime[at] ?? 0))),
  },
  { name: 'latitude', type: 'int4', read: (from, at) => from.latitude[at] },
  { name: 'longitude', type: 'int4', read: (from, at) => from.longitude[at] },
  {
    name: 'odometer_metres',
    type: 'int4',
    read: (from, at) => from.odometerMetres[at] ?? unknown.odometerMetres,
  },
  { name: 'levels', type: 'int4', read: levelsOf },
  { name: 'speed_tenths', type: 'int2', read: (from, at) => from.speedTenths[at] },
  { name: 'heading', type: 'int2', read: (from, at) => from.heading[at] ?? unknown.heading },
  { name: 'altitude', type: 'int2', read: (from, at) => from.altitude[at] ?? unknown.altitude },
  { name: 'flags', type: 'int2', read: (from, at) => from.flags[at] },
]

/** Columns of rows as they are read: times in epoch ms, marks where something is unknown. */
export interface RowColumns {
  fixTime: number[]
  reportHash: bigint[]
  delayMs: number[]
  latitude: number[]
  longitude: number[]
  odometerMetres: number[]
  levels: number[]
  speedTenths: number[]
  heading: number[]
  altitude: number[]
  flags: number[]
}

const unless = (mark: number) => (value: number) => (value === mark ? null : value)
const levelAt = (shift: number) => (levels: number) => unless(unknown.level)((levels >> shift) & 255)

/** Converts rows, with null for unknown values. */
export function positionsOfRows(rows: RowColumns): StoredPositions {
  const { fixTime, reportHash, latitude, longitude, speedTenths, flags, levels } = rows
  return {
    fixTime,
    reportHash,
    latitude,
    longitude,
    speedTenths,
    flags,
    receivedAt: rows.delayMs.map((delay, at) => (fixTime[at] ?? 0) + delay),
    odometerMetres: rows.odometerMetres.map(unless(unknown.odometerMetres)),
    heading: rows.heading.map(unless(unknown.heading)),
    altitude: rows.altitude.map(unless(unknown.altitude)),
    satellites: levels.map(levelAt(24)),
    batteryPercent: levels.map(levelAt(16)),
    fuelPercent: levels.map(levelAt(8)),
    signalPercent: levels.map(levelAt(0)),
  }
}

/** The second of a moment in the key of an open day: whole seconds since 2000, four bytes. */
export const secondText = (moment: string): string =>
  `(date_part('epoch', ${moment} - timestamptz '2000-01-01 00:00:00+00'))::integer`

export const epoch2000Ms = Date.UTC(2000, 0, 1)
const lastSecond = 2 ** 31 - 1

/** The seconds that cover a range of epoch ms; both ends inclusive. */
export const secondsAround = ({ fromMs, toMs }: { fromMs: number; toMs: number }): [number, number] => {
  const inRange = (second: number) => Math.max(-lastSecond, Math.min(lastSecond, second))
  return [inRange(Math.floor((fromMs - epoch2000Ms) / 1000)), inRange(Math.ceil((toMs - epoch2000Ms) / 1000))]
}
