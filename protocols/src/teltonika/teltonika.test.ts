import { alarmKinds } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, toHex, writeUint16 } from '../bytes.ts'
import { crc16Ibm } from '../checksum.ts'
import { joinBytes } from '../stream.ts'
import { teltonikaDevice } from './teltonika.device.ts'
import { acknowledgements, client, codec8, good, imei, login, place, read } from './teltonika.factory.ts'
import { encodeTeltonikaFrame } from './teltonika.frame.ts'

describe('a connection', () => {
  it('computes CRC-16/ARC as published', () => {
    expect(crc16Ibm(asciiBytes('123456789'))).toBe(0xbb3d)
  })

  it('answers the login with 01 and records with their count', () => {
    const { messages, reports, stream } = read([login, codec8(3), good])
    expect(stream.deviceIdentifier).toBe(imei)
    expect(messages.map((message) => message.login)).toEqual([imei, null, null])
    expect(acknowledgements(messages)).toEqual(['01', '00000003', '00000001'])
    expect(messages.map((message) => message.reports.length)).toEqual([0, 3, 1])
    expect(reports.every(({ fix, telemetry }) => fix?.isValid && telemetry.ignition)).toBe(true)
  })

  it('accepts nothing before the login, and no login without fifteen digits', () => {
    const odd = fromHex('000f33353633303730343234343130313a')
    const { messages, stream } = read([good, odd, Uint8Array.of(0xff)])
    expect(messages).toEqual([])
    expect(stream.deviceIdentifier).toBeNull()
    expect(stream.counts.refusedFrames).toBeGreaterThan(0)
  })

  it('reads what the device side states', () => {
    const [report] = read([login, good]).reports
    expect(report).toMatchObject({
      deviceIdentifier: imei,
      kind: 'position',
      fix: { time: place.time, speedKmh: 42, headingDegrees: 271, satellites: 11, altitudeMetres: 2240 },
      telemetry: {
        ignition: true,
        isEngineBlocked: false,
        batteryPercent: 96,
        powerVolts: 12.61,
        fuelPercent: 55,
        signalPercent: 80,
        odometerMetres: 123_456,
      },
    })
  })

  it('decodes any position to 1e-5 degrees', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.date({ min: new Date('2005-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
        fc.boolean(),
        (latitude, longitude, time, isValid) => {
          const stated = { ...place, latitude, longitude, time, isValid }
          for (const transport of ['tcp', 'udp'] as const) {
            const frame = teltonikaDevice.openDeviceClient(imei, transport).report(stated)
            const { reports } = read(transport === 'udp' ? [frame] : [login, frame], { transport })
            expect(Math.abs((reports[0]?.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
            expect(Math.abs((reports[0]?.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
            expect(reports[0]?.fix?.time).toEqual(time)
            if (!isValid) expect(reports[0]?.fix?.isValid).toBe(false)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('states the cargo area and the engine', () => {
    const cargo = { temperature: -18.5, humidityPercent: 61.2, isDoorOpen: true }
    const stated = client.report({ ...place, cargo, engineHours: 1_234.5, coolantTemperature: 88 })
    const [report] = read([login, stated]).reports
    expect(report?.telemetry.engineHours).toBe(1_234.5)
    expect(report?.extras).toMatchObject({
      ...{ temperature1: -18.5, humidity5: 61.2, doorTrunk: true, coolantTemperature: 88 },
    })
  })

  it('raises each alarm the device side can state', () => {
    const stated = alarmKinds.map((alarm) => ({
      alarm,
      decoded: read([login, client.report({ ...place, alarm })]).reports[0]?.alarm,
    }))
    const supported = stated.filter(({ decoded }) => decoded !== null)
    expect(supported.length).toBe(12)
    for (const { alarm, decoded: kind } of supported) expect(kind).toBe(alarm)
  })

  it('keeps a report with an impossible time or place, without its fix', () => {
    const beyond = client.report({ ...place, latitude: 91 })
    const never = codec8(1)
    never.fill(0xff, 10, 12)
    writeUint16(never, never.length - 2, crc16Ibm(never, 8, never.length - 4))
    const { reports } = read([login, beyond, never])
    expect(reports.map(({ fix, extras }) => [fix, extras.badFix])).toEqual([
      [null, 'coordinates'],
      [null, 'time'],
    ])
    expect(reports[0]?.telemetry.ignition).toBe(true)
  })

  it('gives each record of one frame, and the same record in two frames, the right hash', () => {
    const [first, second] = read([login, good, client.report({ ...place, speedKmh: 43 })]).reports
    const [again] = read([login, good]).reports
    expect(first?.reportHash).toBe(again?.reportHash)
    expect(second?.reportHash).not.toBe(first?.reportHash)
  })

  it('keeps a frame whose records do not fit or whose counts differ, and answers with its count', () => {
    const short = codec8(2).slice(8, -4)
    const wrongCount = encodeTeltonikaFrame(8, 3, short.slice(2, -1))
    const differing = codec8(1)
    differing[differing.length - 5] = 2
    writeUint16(differing, differing.length - 2, crc16Ibm(differing, 8, differing.length - 4))
    const { messages, reports } = read([login, wrongCount, differing, good])
    expect(acknowledgements(messages)).toEqual(['01', '00000003', '00000001', '00000001'])
    expect(reports.map(({ unreadFrame }) => unreadFrame && toHex(unreadFrame.bytes))).toEqual([
      ...[toHex(wrongCount), toHex(differing)],
      undefined,
    ])
  })

  it.each([
    ['one byte', '00'],
    ['two bytes', '0000'],
  ])('reads codec 8 with a fifth, empty group of elements whose count has %s', (_, fifth) => {
    const record = `0000016b40d8ea30 01 c4e94fb0 0b951c80 08c0 0000 09 0000 0001 01 ef01 00 00 00 ${fifth}`
    for (const count of [1, 3]) {
      const frame = encodeTeltonikaFrame(8, count, fromHex(record.repeat(count)))
      const { reports, messages } = read([login, frame])
      expect(acknowledgements(messages)).toEqual(['01', `0000000${count}`])
      expect(reports).toHaveLength(count)
      for (const { fix, telemetry } of reports)
        expect([fix?.satellites, telemetry.ignition, fix?.time.getTime()]).toEqual([9, true, 0x16b40d8ea30])
    }
  })

  it('reads a fifth group that has elements of sixteen bytes, in records that differ', () => {
    const head = '0000016b40d8ea30 01 c4e94fb0 0b951c80 08c0 0000 09 0000 0001 01 ef01 00 00 00'
    const value = '000102030405060708090a0b0c0d0e0f'
    const frame = encodeTeltonikaFrame(8, 11, fromHex(`${head} 01 7e ${value}${`${head} 00`.repeat(10)}`))
    const { reports, messages } = read([login, frame])
    expect(acknowledgements(messages)).toEqual(['01', '0000000b'])
    expect(reports).toHaveLength(11)
    expect(reports[0]?.extras.io126).toBe(value)
    expect(reports.every(({ unreadFrame }) => unreadFrame === undefined)).toBe(true)
  })

  it('neither reads nor acknowledges a frame with a fifth group that was cut short', () => {
    const record = '0000016b40d8ea30 01 c4e94fb0 0b951c80 08c0 0000 09 0000 0001 01 ef01 00 00 00 00'
    const frame = encodeTeltonikaFrame(8, 3, fromHex(record.repeat(3)))
    for (let length = 9; length < frame.length; length++) {
      const cut = frame.slice(0, length)
      expect(acknowledgements(read([login, cut]).messages)).toEqual(['01'])
    }
  })

  it('keeps a frame with unknown bytes behind its records, and acknowledges it', () => {
    const record = '0000016b40d8ea30 01 c4e94fb0 0b951c80 08c0 0000 09 0000 0001 01 ef01 00 00 00'
    const frame = encodeTeltonikaFrame(8, 1, fromHex(`${record} 010203`))
    const { reports, messages } = read([login, frame])
    expect(acknowledgements(messages)).toEqual(['01', '00000001'])
    expect(
      reports.map(({ fix, unreadFrame }) => [fix?.satellites, toHex(unreadFrame?.bytes ?? new Uint8Array())]),
    ).toEqual([[9, toHex(frame)]])
  })
})

describe('datagrams', () => {
  const udp = { transport: 'udp' } as const
  const client = teltonikaDevice.openDeviceClient(imei, 'udp')

  it('name their device each, and are answered with their own numbers', () => {
    const first = client.report(place)
    const { messages, stream } = read([first], udp)
    expect(stream.deviceIdentifier).toBe(imei)
    expect(messages[0]?.login).toBe(imei)
    expect(acknowledgements(messages)).toEqual([`0005${toHex(first, 2, 4)}01${toHex(first, 5, 6)}01`])
    const answer = messages[0]?.acknowledgement ?? new Uint8Array()
    expect(client.read(answer)).toEqual([{ kind: 'acknowledgement', reports: 1 }])
  })

  it('are refused when cut, when joined with rubbish, and without an identifier', () => {
    const whole = client.report(place)
    const nameless = whole.slice()
    nameless[10] = 0x41
    for (const bytes of [whole.slice(0, -1), joinBytes(whole, Uint8Array.of(1)), nameless])
      expect(read([bytes], udp).messages).toEqual([])
  })

  it('are kept and answered where their records do not fit', () => {
    const whole = client.report(place)
    whole[24] = 2
    whole[whole.length - 1] = 2
    const { messages, reports } = read([whole], udp)
    expect(acknowledgements(messages)).toEqual([`0005${toHex(whole, 2, 4)}01${toHex(whole, 5, 6)}02`])
    expect(reports).toMatchObject([{ deviceIdentifier: imei, unreadFrame: { transport: 'udp' } }])
  })

  it('carry answers to commands', () => {
    const answer = client.answer({ type: 'stop_engine', text: 'setdigout 1', key: '*' }, place, true)
    const [report] = read([answer ?? new Uint8Array()], udp).reports
    expect(report?.answer).toEqual({ key: '*', text: 'setdigout 1 OK', isRefused: false })
  })
})
