import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { describe, expect, it } from 'vitest'
import { asSystem } from '../../platform/access/access.ts'
import { deleteOld } from '../history/telemetry.retention.repository.ts'
import { lookUpDevices } from '../intake/telemetry.known-devices.repository.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { packReadings, unpackLatest, unpackReadings } from './telemetry.reading-packing.rules.ts'
import { keptOf, readingsIn } from './telemetry.reading-state.ts'

const harness = useIntakeHarness('file')
const { read, report, state } = harness

/** What the history has of the vehicle, by report: names with values, `!` for those that cannot be true. */
async function stored(): Promise<Record<string, unknown>[]> {
  const rows = await read<{ stated_at: Date; readings: Buffer }>(
    'select stated_at, readings from telemetry.readings where vehicle_no = $1 order by stated_at, report_hash',
    [harness.vehicle.no],
  )
  return rows.map(({ readings }) =>
    Object.fromEntries(
      [...unpackReadings(readings, 0)].map(({ name, value, isImplausible }) => [
        `${name.name}${isImplausible ? '!' : ''}`,
        value,
      ]),
    ),
  )
}

const extras = (given: DeviceReport['extras'], secondsAgo = 0) => report({ extras: given }, secondsAgo)
async function accept(...reports: DeviceReport[]): Promise<void> {
  for (const one of reports) await harness.intake.accept(one)
}

describe('the history', () => {
  it('has only what changed, from reports with a fix and without', async () => {
    await accept(
      extras({ temperature1: -18, door: false }, 50),
      extras({ temperature1: -18.05, door: false }, 40),
      extras({ temperature1: -17, door: false }, 30),
      report({ fix: null, kind: 'status', extras: { door: true } }),
    )
    expect(await stored()).toEqual([
      { temperature1: -18, door: false },
      { temperature1: -17 },
      { door: true },
    ])
  })

  it('has that there are no trouble codes any more, and nothing of other empty texts', async () => {
    await accept(
      extras({ troubleCodes: 'P0301,P0420', driverUniqueId: 'A1' }, 20),
      extras({ driverUniqueId: '' }, 15),
      extras({ troubleCodes: '', driverUniqueId: '' }, 10),
      extras({ troubleCodes: '', driverUniqueId: '' }),
    )
    expect(await stored()).toEqual([
      { troubleCodes: 'P0301,P0420', driverUniqueId: 'A1' },
      { troubleCodes: '' },
    ])
    expect(await latest()).toEqual({ troubleCodes: '', driverUniqueId: 'A1' })
  })

  it('has what did not change again after ten minutes', async () => {
    await accept(...[20, 15, 9, 1].map((minutes) => extras({ temperature1: 4 }, minutes * 60)))
    expect(await stored()).toHaveLength(2)
  })

  it('has a late report too, once, however often it is sent; the latest stay', async () => {
    const late = extras({ temperature1: 9, driverUniqueId: 'OLD' }, 3_600)
    await accept(extras({ temperature1: 4 }), late, late)
    expect(await stored()).toEqual([{ temperature1: 9, driverUniqueId: 'OLD' }, { temperature1: 4 }])
    expect(await latest()).toEqual({ temperature1: 4 })
  })

  it('has late reports of a month that has no partition yet', async () => {
    await accept(extras({ temperature1: 9 }, 170 * 86_400))
    expect(await stored()).toEqual([{ temperature1: 9 }])
  })

  it('has both of two reports of one moment', async () => {
    const [one, other] = [extras({ temperature1: 4 }), extras({ driverUniqueId: 'A1' })]
    await accept(one, other)
    expect((await stored()).flatMap(Object.keys).sort()).toEqual(['driverUniqueId', 'temperature1'])
    expect(await latest()).toMatchObject({ temperature1: 4 })
  })
})

/** The latest readings in the gateway's memory. */
async function latest(): Promise<Record<string, unknown>> {
  const kept = harness.intake.stateOf(harness.vehicle.imei)?.readings
  if (!kept || !('places' in kept)) return {}
  return Object.fromEntries(
    [...readingsIn(kept)].map(({ name: { name }, value, implausible }) => [
      name,
      implausible ? { value, implausible: implausible.value } : value,
    ]),
  )
}

describe('what cannot be true', () => {
  it('is kept as it was stated, marked, and does not replace the last value', async () => {
    await accept(extras({ temperature1: 4 }, 20), extras({ temperature1: -3274.5 }))
    expect(await stored()).toEqual([{ temperature1: 4 }, { 'temperature1!': -3274.5 }])
    expect(await latest()).toEqual({ temperature1: { value: 4, implausible: -3274.5 } })
  })

  it('is the raw value a decoder set aside', async () => {
    await accept(extras({ temperature1Raw: -3274.5 }))
    expect(await latest()).toEqual({ temperature1: { value: null, implausible: -3274.5 } })
  })

  it('is what a bound took out, also under a name that the catalogue does not describe', async () => {
    const given = { altitudeMetresRaw: 65_000, accuracyMetresRaw: 2_000_000, cabinTempRaw: -3274.5 }
    await accept(extras({ ...given, ownTempRaw: 21, levelRaw: 900, Raw: 1 }))
    expect(await latest()).toEqual({
      altitudeMetres: { value: null, implausible: 65_000 },
      accuracyMetres: { value: null, implausible: 2_000_000 },
      cabinTemp: { value: null, implausible: -3274.5 },
      // An app's own names: nothing says that these values cannot be true.
      ...{ ownTempRaw: 21, levelRaw: 900, Raw: 1 },
    })
  })

  it('is an empty battery that is being charged; the state of the vehicle stays', async () => {
    await accept(
      report({ telemetry: { batteryPercent: 80 } }, 20),
      report({ telemetry: { batteryPercent: 0, isCharging: true }, extras: { batteryVolts: 0 } }),
    )
    expect(await state()).toMatchObject({ battery_percent: 80 })
    expect(await latest()).toMatchObject({
      batteryPercent: { value: 80, implausible: 0 },
      batteryVolts: { value: null, implausible: 0 },
    })
  })

  it('is a charging battery of 0 % where no voltage contradicts that', async () => {
    const charging = (batteryPercent: number, given: DeviceReport['extras'] = {}, isCharging = true) =>
      report({ telemetry: { batteryPercent, isCharging }, extras: given })
    await accept(charging(0))
    expect(await latest()).toMatchObject({ batteryPercent: { value: null, implausible: 0 } })
    expect(await state()).toMatchObject({ battery_percent: null })
    await accept(charging(0, { batteryVolts: 3.3 }))
    expect(await latest()).toMatchObject({ batteryPercent: 0 })
    await accept(charging(1), charging(0, {}, false))
    expect(await latest()).toMatchObject({ batteryPercent: 0 })
  })

  it('is a jump of the odometer, until three readings agree about it', async () => {
    const at = (odometerMetres: number, secondsAgo: number) =>
      report({ telemetry: { odometerMetres } }, secondsAgo)
    await accept(at(500_000, 60), at(1_500_000, 50))
    expect(await state()).toMatchObject({ odometer_metres: 500_000 })
    await accept(at(500_100, 40))
    expect(await state()).toMatchObject({ odometer_metres: 500_100 })
    await accept(at(20, 30), at(40, 20))
    expect(await state()).toMatchObject({ odometer_metres: 500_100 })
    await accept(at(60, 10))
    expect(await state()).toMatchObject({ odometer_metres: 60 })
  })

  it('is no number that JSON could not state, and no endless text', async () => {
    await accept(extras({ wingspan: Number.NaN, note: 'x'.repeat(70_000), ['n'.repeat(61)]: 1 }))
    expect(await stored()).toEqual([{ 'wingspan!': 'NaN', note: 'x'.repeat(500) }])
  })
})

describe('the pipeline', () => {
  it('a vehicle keeps a limited number of names', async () => {
    for (let round = 0; round < 3; round += 1)
      await accept(
        extras(Object.fromEntries(Array.from({ length: 240 }, (_, at) => [`own ${round} ${at}x`, at]))),
      )
    const { readingsLeftOut, ...own } = await latest()
    expect([Object.keys(own).length, readingsLeftOut]).toEqual([400, 240])
  })
})

describe('two gateways', () => {
  it('that take reports of one vehicle keep the same latest readings, and store nothing twice', async () => {
    const other = await harness.fleet.startIntake()
    const reports = Array.from({ length: 20 }, (_, at) =>
      extras({ temperature1: at, door: at % 2 === 0 }, 200 - at),
    )
    for (const [at, one] of reports.entries()) await (at % 2 === 0 ? harness.intake : other).accept(one)
    // A device that repeats what it sent to the first gateway.
    for (const one of reports.slice(0, 5)) await other.accept(one)
    await other.drain()
    const found = await stored()
    expect(found.map(({ temperature1 }) => temperature1)).toEqual(reports.map((_, at) => at))
    const last = { temperature1: 19, door: false }
    // What a third gateway begins with: the row of the latest, which is written once a minute, and the history since.
    const third = await harness.fleet.startIntake()
    const begun = third.stateOf(harness.vehicle.imei)?.readings
    await third.drain()
    if (!begun || 'places' in begun) throw new Error('The third gateway has no stored readings.')
    const kept = [...readingsIn(keptOf(begun))]
    expect(Object.fromEntries(kept.map(({ name, value }) => [name.name, value]))).toEqual(last)
    expect(kept.map(({ time }) => time)).toEqual([harness.nowMs() - 181_000, harness.nowMs() - 181_000])
    // Each value of the row was stated at the time that the row has for it.
    for (const { name, value, time } of unpackLatest(begun.packed, begun.asOf)) {
      const at = 200 - (harness.nowMs() - time) / 1_000
      expect([name.name, value]).toEqual([name.name, reports[at]?.extras[name.name]])
    }
  })

  it('the next one begins with the latest readings, and stores its first report in whole', async () => {
    await accept(extras({ temperature1: 4, door: true }, 30))
    const next = await harness.fleet.startIntake()
    await next.accept(extras({ temperature1: 4, door: true }))
    await next.drain()
    expect(await stored()).toEqual([
      { temperature1: 4, door: true },
      { temperature1: 4, door: true },
    ])
  })
})

describe('a gateway that begins again', () => {
  it('knows what was stated after the row of the latest was written', async () => {
    await accept(extras({ temperature1: 4, door: false }, 50), extras({ door: true }, 40))
    for (const secondsAgo of [20, 0]) {
      await harness.intake.drain()
      harness.intake = await harness.fleet.startIntake()
      await accept(extras({ temperature1: 4 }, secondsAgo))
      expect(await latest()).toEqual({ temperature1: 4, door: true })
    }
  })
})

describe('after a crash', () => {
  /** Rows of the history that the row of the latest lacks, a second apart, the last one now. */
  const insertRows = (no: number, count: number) =>
    read(
      `insert into telemetry.readings (vehicle_no, stated_at, report_hash, readings)
       select $1, $2::timestamptz - make_interval(secs => $3::int4 - row), row, packed
       from unnest($4::bytea[]) with ordinality as rows(packed, row)`,
      [
        no,
        new Date(harness.nowMs()),
        count,
        Array.from({ length: count }, (_, at) =>
          packReadings([
            { name: readingOf('temperature1'), value: at, isImplausible: false },
            {
              name: readingOf(`own ${at % 60}x`),
              value: `${no} ${at} `.padEnd(400, 'ñ'),
              isImplausible: false,
            },
          ]),
        ),
      ],
    )

  it('a gateway knows what was stored last of each vehicle, and keeps none of the rows it read', async () => {
    const vehicles = await Promise.all(Array.from({ length: 3 }, () => harness.fleet.addVehicle()))
    for (const [at, { imei, no }] of vehicles.entries()) {
      await harness.intake.accept({
        ...extras({ temperature1: -1, door: true }, 1_000),
        deviceIdentifier: imei,
      })
      // More than are read at once, and more than count.
      await insertRows(no, at === 1 ? 2 : 600)
    }
    const atStart = await harness.fleet.startIntake()
    // Of more devices than are read at once, most of them unknown.
    const byLookUp = await lookUpDevices(
      harness.test.database,
      vehicles.flatMap(({ imei }) => [...Array.from({ length: 300 }, (_, at) => `${imei}-${at}`), imei]),
    )
    expect(byLookUp.size).toBe(vehicles.length)
    for (const [at, { imei, no }] of vehicles.entries()) {
      const last = at === 1 ? 1 : 599
      for (const state of [atStart.stateOf(imei), byLookUp.get(imei)]) {
        if (!state?.readings || 'places' in state.readings) throw new Error('There are no stored readings.')
        const { packed, asOf } = state.readings
        const values = new Map([...unpackLatest(packed, asOf)].map(({ name, value }) => [name.name, value]))
        expect(values.get('temperature1')).toBe(last)
        expect(values.get('door')).toBe(true)
        expect(String(values.get(`own ${last % 60}x`))).toMatch(new RegExp(`^${no} ${last} `))
        expect(asOf).toBe(harness.nowMs())
        expect(packed.length).toBeLessThan(80_000)
      }
    }
    await atStart.drain()
  })
})

describe('retention', () => {
  it('of the company removes old readings and a row of the latest that is old', async () => {
    await accept(extras({ temperature1: 4 }))
    const forget = (days: number) =>
      harness.test.database.transaction(asSystem('test'), (tx) =>
        deleteOld(
          tx,
          harness.vehicle.no,
          harness.vehicle.no,
          new Date(harness.nowMs() + days * 1_440 * minuteMs),
        ),
      )
    const rows = () =>
      read('select 1 from telemetry.latest_readings where vehicle_no = $1', [harness.vehicle.no])
    await forget(179)
    expect([(await stored()).length, (await rows()).length]).toEqual([1, 1])
    await forget(181)
    expect([(await stored()).length, (await rows()).length]).toEqual([0, 0])
  })
})
