import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { encodeGt06Login, encodeGt06Position, gt06 } from '@rumbo/protocols'
import { expect, it } from 'vitest'
import { useIntakeHarness } from '../testing/intake.harness.ts'

const harness = useIntakeHarness('file')

/** Sends positions of a GT06 tracker, one message each. */
async function sendPositions(
  ...positions: readonly (readonly [secondsAgo: number, speedKmh: number, course: number])[]
) {
  const receivedAt = harness.test.clock.now()
  const stream = gt06.openStream()
  const reports: DeviceReport[] = []
  const frames = positions.map(([secondsAgo, speedKmh, headingDegrees], at) =>
    encodeGt06Position(
      {
        time: new Date(Math.floor(receivedAt.getTime() / 1000 - secondsAgo) * 1000),
        latitude: 19.4326,
        longitude: -99.1332,
        speedKmh,
        headingDegrees,
      },
      at + 2,
    ),
  )
  for (const frame of [encodeGt06Login(harness.vehicle.imei, 1), ...frames])
    stream.read(frame, receivedAt, (message) => reports.push(...message.reports))
  expect(reports).toHaveLength(positions.length)
  for (const report of reports) await harness.intake.accept(report)
}
const headings = async () => {
  const read = (table: string) =>
    harness.test.build((tx) =>
      tx.sql<{ heading: number | null }>(
        `select heading from telemetry.${table} where vehicle_no = $1 order by 1`,
        [harness.vehicle.no],
      ),
    )
  const [state] = await read('vehicle_state')
  return { now: state?.heading, stored: (await read('positions')).map(({ heading }) => heading) }
}

it('of a stopped vehicle stays that of its last movement, while the reported one is stored', async () => {
  await sendPositions([120, 40, 271], [60, 0, 0], [30, 0, 0])
  expect(await headings()).toEqual({ now: 271, stored: [0, 0, 271] })
})

it('is north for a vehicle moving north, and as reported for a standing one', async () => {
  await sendPositions([120, 40, 271], [60, 40, 0])
  expect((await headings()).now).toBe(0)
  await sendPositions([30, 0, 90])
  expect((await headings()).now).toBe(90)
})

it('is unknown for a vehicle that never moved', async () => {
  await sendPositions([60, 0, 0])
  expect(await headings()).toEqual({ now: null, stored: [0] })
})

it('survives a restart, and does not change with late positions', async () => {
  await sendPositions([120, 40, 271], [60, 0, 0])
  await harness.intake.drain()
  harness.intake = await harness.fleet.startIntake()
  await sendPositions([90, 40, 180], [30, 0, 0])
  expect((await headings()).now).toBe(271)
})
