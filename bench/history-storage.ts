import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { closeDays } from '@rumbo/server/telemetry/history/telemetry.closing.actions'
import { readPositions } from '@rumbo/server/telemetry/index'
import { buildReport } from '@rumbo/server/telemetry/telemetry.factory'
import { fillDevices, identifiersOf } from './harness/fleet.ts'
import { atMost, exactly, recorded, report } from './harness/report.ts'
import { openTelemetryHarness } from './harness/telemetry.ts'

// Bytes on disk of a position, open and closed, and how long a day of one vehicle takes to read. A day of vehicles that
// report every ten seconds while they drive and every minute while they stand, and of one that reports each second; then
// an hour of a thousand that report every ten seconds, whose entries fill the key from a thousand places at a time.
const vehicles = 60
const manyVehicles = 1_000
const dayMs = 86_400_000
const firstDay = Date.parse('2026-03-02T00:00:00Z')
let now = firstDay
const clock = () => new Date(now)

const identifiers = identifiersOf(manyVehicles)
const harness = await openTelemetryHarness((tx) => fillDevices(tx, identifiers))
const intake = harness.intakeAt(clock)
await intake.start()

/** The same numbers at each run. */
let seed = 7
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

interface Car {
  imei: string
  latitude: number
  longitude: number
  heading: number
  speedKmh: number
  metres: number
  battery: number
  isDriving: boolean
}
const cars: Car[] = identifiers.map((imei) => ({
  imei,
  latitude: 19.3 + random() / 4,
  longitude: -99.2 + random() / 4,
  heading: random() * 360,
  speedKmh: 0,
  metres: random() * 1e8,
  battery: 80 + random() * 20,
  isDriving: false,
}))

function drive(car: Car, at: number, seconds: number): DeviceReport {
  if (random() < seconds / 1_500) car.isDriving = !car.isDriving
  car.speedKmh = car.isDriving ? Math.max(0, Math.min(110, car.speedKmh + (random() - 0.45) * 12)) : 0
  car.heading = (car.heading + (car.isDriving ? (random() - 0.5) * 40 : 0) + 360) % 360
  const metres = (car.speedKmh / 3.6) * seconds
  car.metres += metres
  car.latitude += (metres * Math.cos((car.heading * Math.PI) / 180)) / 111_195 + (random() - 0.5) * 2e-5
  car.longitude += (metres * Math.sin((car.heading * Math.PI) / 180)) / 104_900 + (random() - 0.5) * 2e-5
  car.battery = Math.max(5, car.battery - random() / 500)
  return buildReport({
    deviceIdentifier: car.imei,
    receivedAt: new Date(at + 400 + Math.floor(random() * 1_500)),
    reportHash: BigInt.asIntN(64, BigInt(Math.floor(random() * 2 ** 52)) * 0x9e3779b97f4a7c15n),
    telemetry: {
      ignition: car.isDriving,
      odometerMetres: car.metres,
      batteryPercent: car.battery,
      signalPercent: 60 + Math.floor(random() * 5) * 10,
    },
    fix: {
      time: new Date(at),
      latitude: car.latitude,
      longitude: car.longitude,
      speedKmh: car.speedKmh,
      headingDegrees: car.heading,
      altitudeMetres: 2_240 + Math.round(random() * 6),
      satellites: 8 + Math.floor(random() * 4),
    },
  })
}

let waits: Promise<void>[] = []
async function accept(report: DeviceReport): Promise<void> {
  waits.push(intake.accept(report))
  if (waits.length < 8_000) return
  await Promise.all(waits)
  waits = []
}

let stored = 0
const storing = performance.now()
for (let second = 0; second < 86_400; second += 1) {
  now = firstDay + second * 1000
  for (const [index, car] of cars.slice(0, vehicles).entries()) {
    const every = index === 0 ? 1 : car.isDriving ? 10 : 60
    if (second % every !== 0) continue
    await accept(drive(car, now, every))
    stored += 1
  }
}
await Promise.all(waits)
const storeSeconds = (performance.now() - storing) / 1000
let manyStored = 0
for (let second = 0; second < 3_600; second += 1) {
  now = firstDay + dayMs + second * 1000
  for (let index = second % 10; index < manyVehicles; index += 10) {
    const car = cars[index]
    if (car) await accept(drive(car, now, 10))
    manyStored += 1
  }
}
await Promise.all(waits)
await harness.asSystem((tx) => tx.sql('select 1'))

const sizeOf = async (table: string): Promise<number> => {
  const rows = await harness.asSystem((tx) =>
    tx.sql<{ bytes: string }>('select pg_total_relation_size($1::regclass)::text as bytes', [table]),
  )
  return Number(rows[0]?.bytes)
}
const [{ no } = { no: 0 }] = await harness.asSystem((tx) =>
  tx.sql<{ no: number }>('select vehicle_no as no from vehicles.listened where imei = $1', [identifiers[0]]),
)
async function readDay(): Promise<{ positions: number; milliseconds: number }> {
  let best = { positions: 0, milliseconds: Number.POSITIVE_INFINITY }
  for (let turn = 0; turn < 3; turn += 1) {
    const startedAt = performance.now()
    const { positions } = await harness.asSystem((tx) =>
      readPositions(tx, no, { fromMs: firstDay, toMs: firstDay + dayMs, limit: 100_000 }),
    )
    const milliseconds = performance.now() - startedAt
    if (milliseconds < best.milliseconds) best = { positions: positions.fixTime.length, milliseconds }
  }
  return best
}

try {
  const hotBytes = await sizeOf('telemetry.positions_20260302')
  const manyBytes = await sizeOf('telemetry.positions_20260303')
  const hotDay = await readDay()
  await harness.asSystem((tx) =>
    tx.sql("update telemetry.history_boundary set read_from = '2026-03-02', write_from = '2026-03-02'"),
  )
  now = firstDay + 4 * dayMs
  const startedAt = performance.now()
  await closeDays(harness.database, clock(), { log: harness.log })
  const closeSeconds = (performance.now() - startedAt) / 1000
  const closedBytes = await sizeOf('telemetry.position_hours_202603')
  const closedDay = await readDay()
  const [{ records } = { records: 0 }] = await harness.asSystem((tx) =>
    tx.sql<{ records: number }>('select sum(records)::float8 as records from telemetry.position_hours'),
  )
  report('history-storage', {
    'positions stored': recorded(stored, 'positions'),
    'stored in this process alone': recorded(stored / storeSeconds, 'positions/s'),
    'open day': atMost(hotBytes / stored, 'bytes/position', 135),
    'open hour of 1,000 vehicles': atMost(manyBytes / manyStored, 'bytes/position', 135),
    'closed day': atMost(closedBytes / stored, 'bytes/position', 40),
    'positions of the closed day': exactly(records, 'positions', stored),
    'closing it': recorded(stored / closeSeconds, 'positions/s'),
    'a day of 86,400 positions, open': atMost(hotDay.milliseconds, 'ms', 1_000),
    'a day of 86,400 positions, closed': atMost(closedDay.milliseconds, 'ms', 1_000),
    'positions read of it': exactly(closedDay.positions, 'positions', hotDay.positions),
  })
  await intake.drain()
} finally {
  await harness.close()
}
