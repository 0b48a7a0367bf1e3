import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { asSystem } from '../../platform/access/access.ts'
import { lockVehicle } from '../../vehicles/index.ts'
import { type Intake, readPositions } from '../index.ts'
import {
  buildIntakeFleet,
  type IntakeFleet,
  type ReportingVehicle,
} from '../intake/telemetry.intake.factory.ts'
import type { IntakeOptions } from '../intake/telemetry.intake.ts'
import { buildReport } from '../telemetry.factory.ts'

type Given = Partial<Parameters<typeof buildReport>[0]>

/** An intake with a vehicle of its own for each test. */
class IntakeHarness {
  test!: TestApp
  fleet!: IntakeFleet
  intake!: Intake
  vehicle!: ReportingVehicle

  readonly nowMs = () => this.test.clock.now().getTime()
  /** A report of the vehicle, with a fix of that time. */
  readonly report = (given: Given = {}, secondsAgo = 0): DeviceReport => {
    const time = new Date(this.nowMs() - secondsAgo * 1000)
    const fix = given.fix === null ? null : { time, ...given.fix }
    return buildReport({
      deviceIdentifier: this.vehicle.imei,
      receivedAt: this.test.clock.now(),
      ...given,
      fix,
    })
  }
  /** A fix of the vehicle at a moment, north by a metre a second. */
  readonly fixAt = (timeMs: number, given: Given = {}): DeviceReport =>
    this.fleet.fixAt(this.vehicle.imei, timeMs, given)

  readonly read = <Row>(text: string, values: unknown[] = []) =>
    this.test.build((tx) => tx.sql<Row>(text, values))
  /** As the history reads them. */
  readonly history = (no = this.vehicle.no, fromMs = 0, limit = 100_000) =>
    this.test.database.transaction(asSystem('test'), (tx) =>
      readPositions(tx, no, { fromMs, toMs: this.nowMs() + dayMs, limit }),
    )
  readonly times = async (no = this.vehicle.no) => (await this.history(no)).positions.fixTime
  readonly positions = () =>
    this.read<{
      latitude: number
      flags: number
      speed_tenths: number
      odometer_metres: number
      levels: number
    }>('select * from telemetry.positions where vehicle_no = $1 order by fix_time, report_hash', [
      this.vehicle.no,
    ])
  readonly state = async () =>
    (
      await this.read<{ latitude: number; as_of: Date; battery_percent: number; odometer_metres: number }>(
        'select * from telemetry.vehicle_state where vehicle_no = $1',
        [this.vehicle.no],
      )
    )[0]
  readonly status = (id = this.vehicle.id) =>
    this.test.build(async (tx) => (await lockVehicle(tx, id))?.status)
  readonly rejected = () =>
    this.read<{ reason: string; detail: string | null }>(
      'select reason, detail from telemetry.rejected_reports where device_identifier = $1',
      [this.vehicle.imei],
    )

  async open(): Promise<void> {
    this.test = await createTestApp()
    this.fleet = await buildIntakeFleet(this.test, positionPipeline)
  }
  async start(options?: Partial<IntakeOptions>): Promise<void> {
    this.vehicle = await this.fleet.addVehicle()
    this.intake = await this.fleet.startIntake(options)
  }
}

/**
 * Hooks that give each test of a file a vehicle and an intake.
 * @param databaseOf each test has a database of its own, or the tests of a file share one
 * @param options of the intake
 */
export function useIntakeHarness(
  databaseOf: 'test' | 'file',
  options?: Partial<IntakeOptions>,
): IntakeHarness {
  const at = new IntakeHarness()
  if (databaseOf === 'file') {
    beforeAll(() => at.open())
    afterAll(() => at.test.close())
  }
  beforeEach(async () => {
    if (databaseOf === 'test') await at.open()
    await at.start(options)
  })
  afterEach(async () => {
    await at.intake.drain()
    if (databaseOf === 'test') await at.test.close()
  })
  return at
}
