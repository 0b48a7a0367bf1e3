import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { gt06 } from '@rumbo/protocols'
import { describe, expect, it } from 'vitest'
import { recordAlarms } from '../../events/index.ts'
import { forgetRejected } from '../history/telemetry.partitions.repository.ts'
import { decodeAgain } from '../index.ts'
import { buildReport } from '../telemetry.factory.ts'

const fromHex = (hex: string) => Buffer.from(hex, 'hex')

import { useIntakeHarness } from '../testing/intake.harness.ts'

const harness = useIntakeHarness('test', { commitAlarms: recordAlarms })
const { read } = harness

const kept = () =>
  read<{ reason: string; protocol: string; frame: string }>(
    `select reason, protocol, encode(frame, 'hex') as frame from telemetry.rejected_reports order by received_at, id`,
  )

let hash = 1_000_000n
/** What a decoder that could not read the frame reported. */
function unread(hex: string, given: Partial<DeviceReport> = {}): DeviceReport {
  hash += 1n
  return {
    ...buildReport({
      ...{
        deviceIdentifier: harness.vehicle.imei,
        receivedAt: harness.test.clock.now(),
        fix: null,
        kind: 'status',
      },
      reportHash: hash,
    }),
    unreadFrame: { bytes: fromHex(hex), transport: 'tcp', context: { zoneMinutes: 0 } },
    ...given,
  }
}

/** Frames the present decoder of GT06 reads: an SOS from a cell alone, and a position of 2016-07-28 20:13:37. */
const sosFrame = '78781219028f0a29e10036f12003040102000875dc0d0a'

describe('a frame that could not be read', () => {
  it('is stored with its report, once a day however often the device repeats it', async () => {
    const report = unread('7878')
    await harness.intake.accept(report)
    await harness.intake.accept(report)
    expect(await kept()).toEqual([{ reason: 'unread', protocol: 'gt06', frame: '7878' }])
    expect(harness.intake.counters().rejected).toEqual({ gt06: { unread: 2 } })
    expect(harness.intake.stateOf(harness.vehicle.imei)?.isSilent).toBe(false)
    harness.test.clock.advance(86_400)
    await harness.intake.accept({ ...report, receivedAt: harness.test.clock.now() })
    expect(await kept()).toHaveLength(2)
  })

  it('is only counted for an unknown device', async () => {
    await harness.intake.accept(unread('7878', { deviceIdentifier: '861000000077777' }))
    expect(await kept()).toEqual([])
    expect(await read('select reports from telemetry.unknown_devices')).toEqual([{ reports: 1 }])
  })

  it('is counted but not stored if it is larger than 4 kB', async () => {
    await harness.intake.accept(unread('41'.repeat(4_096)))
    harness.test.clock.advance(1)
    await harness.intake.accept(unread('41'.repeat(4_097)))
    expect((await kept()).map(({ frame }) => frame?.length ?? null)).toEqual([8_192, null])
  })

  it('is replaced by newer ones beyond 1,000 of its device, and never by those of another device', async () => {
    const other = await harness.fleet.addVehicle()
    await harness.intake.accept(unread('ff', { deviceIdentifier: other.imei }))
    for (let block = 0; block < 2; block += 1) {
      harness.test.clock.advance(1)
      const many = Array.from({ length: 600 }, () => unread(`0${block}`))
      await Promise.all(many.map((one) => harness.intake.accept(one)))
    }
    const frames = await read(
      `select device_identifier = $1 as is_other, encode(frame, 'hex') as frame, count(*)::int as amount
       from telemetry.rejected_reports group by 1, 2 order by 1, 2`,
      [other.imei],
    )
    expect(frames).toEqual([
      { is_other: false, frame: '00', amount: 400 },
      { is_other: false, frame: '01', amount: 600 },
      { is_other: true, frame: 'ff', amount: 1 },
    ])
  })

  it('is deleted after 30 days', async () => {
    await harness.intake.accept(unread('7878'))
    harness.test.clock.advance(29 * 86_400)
    await forgetRejected(harness.test.database, harness.test.clock.now())
    expect(await kept()).toHaveLength(1)
    harness.test.clock.advance(2 * 86_400)
    await forgetRejected(harness.test.database, harness.test.clock.now())
    expect(await kept()).toEqual([])
  })

  it('stays when more than 100,000 newer reports without a frame were refused', async () => {
    await harness.intake.accept(unread('7878'))
    await read(
      `insert into telemetry.rejected_reports (id, received_at, device_identifier, protocol, reason, report)
       select gen_random_uuid(), $1::timestamptz + at * interval '1 ms', 'other', 'h02', 'future', '{}'
       from generate_series(1, 100002) as at`,
      [harness.test.clock.now()],
    )
    await forgetRejected(harness.test.database, harness.test.clock.now())
    expect(
      await read(
        'select reason, count(*)::int as amount from telemetry.rejected_reports group by 1 order by 1',
      ),
    ).toEqual([
      { reason: 'future', amount: 100_001 },
      { reason: 'unread', amount: 1 },
    ])
  })
})

describe('decoding again', () => {
  it('reads a request of a phone', async () => {
    const seconds = Math.floor(harness.test.clock.now().getTime() / 1_000) - 60
    const request = `id=${harness.vehicle.imei}&lat=19.4&lon=-99.1&timestamp=${seconds}\n`
    await harness.intake.accept({ ...unread(Buffer.from(request).toString('hex')), protocol: 'osmand' })
    expect(await decodeAgain(harness.test.database, harness.intake)).toEqual({
      frames: 1,
      read: 1,
      reports: 1,
    })
    expect(await kept()).toEqual([])
    expect(await read('select latitude from telemetry.positions')).toEqual([{ latitude: 194_000_000 }])
  })

  it('stores as history what can be decoded now, and deletes the frame', async () => {
    await harness.intake.accept(
      harness.fleet.fixAt(harness.vehicle.imei, harness.test.clock.now().getTime(), {
        telemetry: { ignition: false },
      }),
    )
    await harness.intake.accept(unread(sosFrame))
    await harness.intake.accept(unread('787805c7000150120d0a'))
    harness.test.clock.advance(7_200)
    const before = { ...harness.intake.stateOf(harness.vehicle.imei) }
    expect(await decodeAgain(harness.test.database, harness.intake)).toEqual({
      frames: 2,
      read: 1,
      reports: 1,
    })
    expect(await kept()).toMatchObject([{ frame: '787805c7000150120d0a' }])
    expect(await read('select kind, is_late, occurrences from events.events')).toEqual([
      { kind: 'sos', is_late: true, occurrences: 1 },
    ])
    // Two hours old, it says nothing of the vehicle's present.
    const { ignition, lastReportAt, batteryPercent } = harness.intake.stateOf(harness.vehicle.imei) ?? {}
    expect({ ignition, lastReportAt, batteryPercent }).toEqual({
      ...{ ignition: false, lastReportAt: before.lastReportAt, batteryPercent: null },
    })
  })

  it('stores a position at its time, and changes nothing when repeated', async () => {
    const stream = gt06.openStream({ resumed: { deviceIdentifier: harness.vehicle.imei, context: {} } })
    const frame = '787822221a0301080000c9027ac8180c46586000140001cc00287d001f710000010008'
    const live: DeviceReport[] = []
    stream.read(fromHex(`${frame}20860d0a`), harness.test.clock.now(), (message) =>
      live.push(...message.reports),
    )
    expect(live[0]?.fix?.isValid).toBe(true)
    await harness.intake.accept(unread(`${frame}20860d0a`))
    const rows = await read('select * from telemetry.rejected_reports')
    expect(await decodeAgain(harness.test.database, harness.intake)).toEqual({
      frames: 1,
      read: 1,
      reports: 1,
    })
    const positions = () => read('select fix_time from telemetry.positions')
    expect(await positions()).toEqual([{ fix_time: live[0]?.fix?.time }])
    // As after a crash between the commit and the removal of the frame.
    await harness.test.build((tx) =>
      tx.sql(
        'insert into telemetry.rejected_reports select * from jsonb_populate_recordset(null::telemetry.rejected_reports, $1)',
        [JSON.stringify(rows.map((row) => ({ ...(row as object), frame: `\\x${frame}20860d0a` })))],
      ),
    )
    expect(await decodeAgain(harness.test.database, harness.intake)).toEqual({
      frames: 1,
      read: 1,
      reports: 1,
    })
    expect(await positions()).toHaveLength(1)
    expect(await decodeAgain(harness.test.database, harness.intake)).toEqual({
      frames: 0,
      read: 0,
      reports: 0,
    })
  })

  it('keeps frames of devices without a vehicle, and those with another identifier', async () => {
    await harness.intake.accept(unread(sosFrame))
    const unknownDevice = { accept: harness.intake.accept, stateOf: () => undefined }
    expect(await decodeAgain(harness.test.database, unknownDevice)).toEqual({
      frames: 1,
      read: 0,
      reports: 0,
    })
    const h02 = Buffer.from('*HQ,9990000001,V1,050607,A,1925.9560,N,09907.9920,W,12.3,271,040326,FFFFFBFF#')
    await harness.intake.accept(unread(h02.toString('hex'), { protocol: 'h02' }))
    expect(await decodeAgain(harness.test.database, harness.intake)).toEqual({
      frames: 2,
      read: 1,
      reports: 1,
    })
    expect(await kept()).toMatchObject([{ protocol: 'h02' }])
  })
})
