import { dayMs, hourMs } from '@rumbo/contract/time-units'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import type { Intake } from '../index.ts'
import { createCompanyClocks } from './telemetry.clocks.ts'
import { buildIntakeFleet, type IntakeFleet } from './telemetry.intake.factory.ts'

let test: TestApp
let early: IntakeFleet
let intake: Intake

beforeAll(async () => {
  test = await createTestApp()
  early = await buildIntakeFleet(test, positionPipeline)
})
afterAll(() => test.close())
beforeEach(async () => {
  intake = await early.startIntake()
})
afterEach(() => intake.drain())

const now = () => test.clock.now().getTime()
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const rejected = (imei: string) =>
  read('select reason from telemetry.rejected_reports where device_identifier = $1', [imei])
const dayOf = async (no: number) =>
  (
    await read<{ day: string }>('select day::text from telemetry.vehicle_state where vehicle_no = $1', [no])
  )[0]?.day
/** 20:00 in Mexico City, 03:00 of the next day in Madrid. */
const evening = () => Math.floor(now() / dayMs) * dayMs + 2 * hourMs - dayMs

describe('the settings of a company created while the gateway runs', () => {
  it('apply to the first report of its trackers', async () => {
    const late = await buildIntakeFleet(test, positionPipeline, {
      timeZone: 'Europe/Madrid',
      historyDays: 1_000,
    })
    const vehicle = await late.addVehicle()
    await intake.accept(late.fixAt(vehicle.imei, now() - 400 * dayMs))
    await intake.accept(late.fixAt(vehicle.imei, evening()))
    expect(await rejected(vehicle.imei)).toEqual([])
    expect(await dayOf(vehicle.no)).toBe(new Date(evening()).toISOString().slice(0, 10))
  })

  it('apply to a vehicle of a company with a shorter retention', async () => {
    const brief = await buildIntakeFleet(test, positionPipeline, { historyDays: 30 })
    const vehicle = await brief.addVehicle()
    await intake.accept(brief.fixAt(vehicle.imei, now() - 60 * dayMs))
    expect(await rejected(vehicle.imei)).toEqual([{ reason: 'too_old' }])
  })
})

it('follow a change of time zone and retention immediately', async () => {
  const vehicle = await early.addVehicle()
  await intake.accept(early.fixAt(vehicle.imei, evening()))
  const before = await dayOf(vehicle.no)
  await read(
    "update organisation.companies set time_zone = 'Pacific/Auckland', history_days = 1000 where id = $1",
    [early.companyId],
  )
  const reports = (async function* () {
    for (let second = 1; ; second += 1) yield early.fixAt(vehicle.imei, evening() + second * 1_000)
  })()
  await expect
    .poll(async () => {
      const { value } = await reports.next()
      if (value) await intake.accept(value)
      return dayOf(vehicle.no)
    })
    .not.toBe(before)
  await intake.accept(early.fixAt(vehicle.imei, now() - 400 * dayMs))
  expect(await rejected(vehicle.imei)).toEqual([])
})

describe('reading company settings', () => {
  it('is repeated if they changed while they were being read', async () => {
    let historyDays = 1
    const answers: (() => void)[] = []
    const clocks = createCompanyClocks(async () => {
      const found = new Map([['company', { timeZone: 'UTC', historyDays, roadSpeedLimits: false }]])
      await new Promise<void>((resolve) => answers.push(resolve))
      return found
    })
    const first = clocks.read()
    historyDays = 2
    const [second, third] = [clocks.read(), clocks.read()]
    answers.shift()?.()
    await first
    expect(clocks.of('company').historyDays).toBe(1)
    await expect.poll(() => answers.length).toBe(1)
    answers.shift()?.()
    await Promise.all([second, third])
    expect(clocks.of('company').historyDays).toBe(2)
    expect(answers).toEqual([])
  })
})
