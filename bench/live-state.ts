import { fillDevices, identifiersOf } from './harness/fleet.ts'
import { atMost, exactly, recorded, report } from './harness/report.ts'
import { openTelemetryHarness } from './harness/telemetry.ts'

// Start of a gateway: creating partitions and loading the last state of 100,000 vehicles before it listens.
const vehicles = 100_000

const identifiers = identifiersOf(vehicles)
const harness = await openTelemetryHarness((tx) => fillDevices(tx, identifiers))
try {
  await harness.intakeAt(() => new Date()).start()
  await harness.asSystem((tx) =>
    tx.sql(`update telemetry.vehicle_state set as_of = now(), last_report_at = now(), latitude = 194326000,
      longitude = -991332000, speed_tenths = 300, heading = 90, satellites = 9, ignition = true, protocol = 'gt06',
      trip_started_at = now(), day = current_date, day_records = 100, odometer_metres = 123456.7`),
  )
  const intake = harness.intakeAt(() => new Date())
  const startedAt = performance.now()
  await intake.start()
  const seconds = (performance.now() - startedAt) / 1000
  report('live-state', {
    'vehicles in memory': exactly(intake.counters().knownDevices, 'vehicles', vehicles),
    'live state rebuilt': atMost(seconds, 's', 3),
    'memory of the process': recorded(process.memoryUsage().rss / 1e6, 'MB'),
  })
  await intake.drain()
} finally {
  await harness.close()
}
