import { commandTypes, type DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { alarmKinds, type DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, readText } from '../bytes.ts'
import type { SimulatedReport } from '../device-side.ts'
import type { DeviceMessage, DeviceStreamOptions } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { type Capture, readDeviceData } from '../testing/captures.ts'
import { suntechDevice } from './suntech.device.ts'
import { suntech } from './suntech.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const identifier = '205170303'
const status: SimulatedReport = {
  time: new Date('2026-03-04T05:06:00Z'),
  isValid: true,
  latitude: 19.4326,
  longitude: -99.1332,
  altitudeMetres: 2240,
  speedKmh: 42.5,
  headingDegrees: 271.25,
  satellites: 11,
  signalPercent: 75,
  ignition: true,
  isEngineBlocked: false,
  batteryPercent: 80,
  powerVolts: 12.7,
  fuelPercent: 40,
  odometerMetres: 123_456,
  alarm: null,
  isStored: false,
}

const line = (text: string) => asciiBytes(`${text}\r`)
const join = (parts: readonly Uint8Array[]) => parts.reduce<Uint8Array>(joinBytes, new Uint8Array(0))
const good = () => suntechDevice.openDeviceClient(identifier).report(status)
const binary = fromHex(
  '81004e05200013383fffff3401000301130a0512080400000000000000000000000047f9d5846a06810072225214010100020300a8002604c1000004b000000470000025a100000000000025c4000000a6',
)
const zipAlert = fromHex(
  '0200301312345678900301401403040506070012342543712063195700002a50010e258b0001e2400c70012a0000006404250103',
)

function read(chunks: readonly Uint8Array[], options: DeviceStreamOptions = {}) {
  const stream = suntech.openStream(options)
  const messages: DeviceMessage[] = []
  const outcomes = chunks.map((chunk) => stream.read(chunk, receivedAt, (message) => messages.push(message)))
  return { stream, messages, outcomes, reports: messages.flatMap(({ reports }) => reports) }
}

const essence = (reports: readonly DeviceReport[]) =>
  reports.map(({ fix, kind, alarm, deviceIdentifier }) => ({ fix, kind, alarm, deviceIdentifier }))

describe('frames', () => {
  const uex =
    'ST600UEX;008728327;20;520;20190218;10:56:51;0bf1a893;334;20;2f19;18;+20.514195;-100.743597;000.015;000.00;9;1;3720808;12.89;000000;44;t_0=0D;N_0=0551.0;t_1=14;N_1=039F.0;Q_D=0B\r\n;9E;010440;4.1;1'
  const alive = line(`ST300ALV;${identifier}`)
  const stt = line(
    'STT;0560001616;BFFFFF;56;1.0.15;1;20200219;20:52:25;00008D6C;334;20;0925;24;+20.741764;-103.430364;0.00;0.00;19;1;00000001;00000000;2;1;1765;00008003;0.0;12.14;136598',
  )
  const all = join([good(), binary, alive, line(uex), stt, zipAlert, binary, good()])

  it('reads the same reports from single bytes as from one chunk', () => {
    const joined = read([all])
    const split = read(Array.from(all, (byte) => new Uint8Array([byte])))
    expect(joined.reports).toHaveLength(8)
    expect(essence(split.reports)).toEqual(essence(joined.reports))
    expect(joined.stream.waitingBytes).toBe(0)
    expect(joined.stream.counts).toMatchObject({ frames: 8, resyncs: 0, refusedFrames: 0 })
  })

  it('keeps serial data with a line end whole', () => {
    const [report] = read([line(uex)]).reports
    expect(report?.extras.serialText).toContain('Q_D=0B')
    expect(report?.extras.batteryVolts).toBe(4.1)
    expect(report?.telemetry.engineHours).toBe(174)
  })

  it('ignores a wrong length of serial data', () => {
    const wrong = line(uex.replace(';44;', ';999;'))
    const { reports } = read([wrong, ...Array.from({ length: 12 }, good)])
    expect(reports.filter(({ deviceIdentifier }) => deviceIdentifier === identifier)).toHaveLength(12)
  })

  it('finds the next frame behind garbage, broken text, broken binary and a broken ZIP', () => {
    const broken = [
      asciiBytes('GET / HTTP/1.1\r\n\r\n'),
      fromHex('00ff7e820281'),
      good().slice(0, 40),
      line('ST300STT;;;;;;;;'),
      line('XYZ;1'),
      binary.slice(0, 30),
      zipAlert.slice(0, 20),
      fromHex('0300'),
    ]
    for (const part of broken) {
      const { reports } = read([part, good(), good(), binary])
      expect(reports.filter(({ deviceIdentifier }) => deviceIdentifier === identifier)).toHaveLength(2)
    }
  })

  it('discards a frame without an end', () => {
    const endless = asciiBytes(`ST300STT;${'1'.repeat(3000)}`)
    expect(read([endless]).outcomes).toEqual(['overlong'])
    expect(read([asciiBytes('1'.repeat(9000)), good()]).reports).toHaveLength(1)
  })

  it('distinguishes two devices on one socket', () => {
    const other = suntechDevice.openDeviceClient('100850000').report(status)
    const { messages } = read([good(), good(), other, good()])
    expect(messages.map(({ login }) => login)).toEqual([identifier, null, '100850000', identifier])
  })

  it('acknowledges legacy reports on UDP, and needs no carriage return there', () => {
    const datagram = good().slice(0, -1)
    const [message] = read([datagram], { transport: 'udp' }).messages
    expect(readText(message?.acknowledgement ?? binary, 0, 20)).toContain('ST300ACK;205170303')
    expect(read([alive, stt], { transport: 'udp' }).messages.map((m) => m.acknowledgement)).toEqual([
      null,
      null,
    ])
    expect(read([good()]).messages[0]?.acknowledgement).toBeNull()
  })
})

describe('reading', () => {
  it('reads binary, with minus in the highest bit', () => {
    const [report] = read([binary]).reports
    expect(report).toMatchObject({
      deviceIdentifier: '0520001338',
      fix: { isValid: true, speedKmh: 1.14, headingDegrees: 87.86, satellites: 20 },
      telemetry: { ignition: true, isEngineBlocked: false },
      extras: { index: 168, header: 'universal' },
    })
    expect(report?.fix?.latitude).toBeCloseTo(4.717013, 6)
    expect(report?.fix?.longitude).toBeCloseTo(-74.057345, 6)
    expect(report?.fix?.time).toEqual(new Date('2019-10-05T18:08:04Z'))
  })

  it('reads the alert of a ZIP', () => {
    const [report] = read([zipAlert]).reports
    expect(report).toMatchObject({
      deviceIdentifier: '123456789',
      kind: 'alarm',
      alarm: 'sos',
      fix: { isValid: true, latitude: 37.43712, longitude: 99.1957 },
      telemetry: { ignition: true, odometerMetres: 123_456, powerVolts: 12.7 },
    })
  })

  it('keeps a report whose date or place is impossible', () => {
    const text = readText(good(), 0, good().length)
    const date = read([asciiBytes(text.replace('20260304', '20260231'))]).reports[0]
    const place = read([asciiBytes(text.replace('+19.432600', '+99.432600'))]).reports[0]
    expect(date).toMatchObject({ fix: null, extras: { badFix: 'time' }, telemetry: { ignition: true } })
    expect(place).toMatchObject({ fix: null, extras: { badFix: 'coordinates' } })
  })

  it('recognises a refusal', () => {
    const answer = (text: string) => read([line(text)]).reports[0]?.answer
    expect(answer('ST300CMD;Res;100850000;010;Enable1NoUse')).toMatchObject({
      key: 'Enable1',
      isRefused: true,
    })
    expect(answer('RPR;4309999001;NG;10')).toMatchObject({ key: 'PRG;10', isRefused: true })
  })

  it('refuses invalid identifiers', () => {
    for (const id of ['', '12', '1'.repeat(21), '12 34', "1';--"]) {
      expect(read([line(`ST300ALV;${id}`)]).messages).toEqual([])
    }
  })
})

describe('the device side', () => {
  it('is decoded to five decimals', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.boolean(),
        fc.boolean(),
        (latitude, longitude, isValid, ignition) => {
          const measured = { ...status, latitude, longitude, isValid, ignition, isEngineBlocked: !ignition }
          const [report] = read([suntechDevice.openDeviceClient(identifier).report(measured)]).reports
          expect(report?.fix?.isValid).toBe(isValid)
          expect(Math.abs((report?.fix?.latitude ?? 999) - latitude)).toBeLessThan(1e-5)
          expect(Math.abs((report?.fix?.longitude ?? 999) - longitude)).toBeLessThan(1e-5)
          expect(report?.fix?.time).toEqual(status.time)
          expect(report?.telemetry).toMatchObject({
            ignition,
            isEngineBlocked: !ignition,
            odometerMetres: 123_456,
          })
        },
      ),
      { seed: 5011, numRuns: 300 },
    )
  })

  it('states every alarm the protocol has', () => {
    const stated = alarmKinds.filter((alarm) => {
      const [report] = read([suntechDevice.openDeviceClient(identifier).report({ ...status, alarm })]).reports
      expect([alarm, null]).toContain(report?.alarm)
      return report?.alarm === alarm
    })
    expect(stated).toHaveLength(18)
  })

  it('marks what was stored', () => {
    const [report] = read([
      suntechDevice.openDeviceClient(identifier).report({ ...status, isStored: true }),
    ]).reports
    expect(report?.extras.isStored).toBe(true)
  })
})

const command = (
  type: DeviceCommand['type'],
  parameters: DeviceCommand['parameters'] = {},
): DeviceCommand => ({
  id: '1',
  deviceIdentifier: identifier,
  protocol: 'suntech',
  type,
  parameters,
})
const given = {
  apn: 'internet.itelcel.com',
  host: 'gps.example.org',
  port: 5011,
  speedKmh: 90,
  url: 'http://a/b',
}

describe('commands', () => {
  it.each([
    ['ST300', 9],
    ['ST4315U', 9],
  ])('are understood and answered by the device side of a %s', (model, expected) => {
    const encoded = commandTypes.filter((type) => {
      const encoding = suntech.encodeCommand(command(type, { ...given, model }), 7)
      if (!encoding.isEncoded) return false
      const client = suntechDevice.openDeviceClient(identifier)
      const [message] = client.read(encoding.bytes)
      if (message?.kind !== 'command') throw new Error(`${type} was not understood`)
      expect(message.type === type || message.type === 'request_location').toBe(true)
      const answer = client.answer(message, status, true)
      const [report] = answer ? read([answer]).reports : []
      expect(report?.answer?.key ?? null).toBe(encoding.answerKey)
      expect(report?.answer?.isRefused ?? false).toBe(false)
      return true
    })
    expect(encoded).toHaveLength(expected)
  })

  it('use the header of the model', () => {
    const textFor = (model?: string) => {
      const encoding = suntech.encodeCommand(command('stop_engine', model ? { model } : {}), 1)
      return encoding.isEncoded ? encoding.text : encoding.reason
    }
    expect(textFor()).toBe('ST300CMD;205170303;02;Enable1\\r')
    expect(textFor('Suntech ST310U')).toBe('ST300CMD;205170303;02;Enable1\\r')
    expect(textFor('SA200')).toBe('SA200CMD;205170303;02;Enable1\\r')
    expect(textFor('ST600R')).toBe('ST600CMD;205170303;02;Enable1\\r')
    expect(textFor('ST4300')).toBe('CMD;205170303;04;01\\r')
    expect(textFor('universal')).toBe('CMD;205170303;04;01\\r')
  })

  it('refuse a second field in a parameter', () => {
    const model = 'ST4300'
    const bad = ['a;b', 'a#02', 'a\rCMD;1;04;01', '', 'a b', 'ñ']
    for (const value of bad) {
      expect(suntech.encodeCommand(command('update_apn', { ...given, model, apn: value }), 1)).toMatchObject({
        parameter: 'apn',
      })
      expect(
        suntech.encodeCommand(command('update_server', { ...given, model, host: value }), 1),
      ).toMatchObject({
        parameter: 'host',
      })
    }
    expect(
      suntech.encodeCommand(command('update_server', { ...given, model, port: 70_000 }), 1),
    ).toMatchObject({
      parameter: 'port',
    })
    const forged = { ...command('stop_engine'), deviceIdentifier: '1;02;Reset\r' }
    expect(suntech.encodeCommand(forged, 1)).toMatchObject({ parameter: 'deviceIdentifier' })
  })
})

describe('hostile bytes', () => {
  const captures = readDeviceData<{ captures: Capture[] }>('captures/suntech.json')?.captures ?? []
  const seeds = captures.length > 0 ? captures.map(({ hex }) => fromHex(hex)) : [good(), binary, zipAlert]

  it.each(['tcp', 'udp'] as const)('never throw, and a good frame is read afterwards (%s)', (transport) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 40 }),
        (seed, changes, noise) => {
          const mutated = joinBytes(seed, noise)
          for (const [at, value] of changes) mutated[at % mutated.length] = value
          const stream = suntech.openStream({ transport })
          const reports: DeviceReport[] = []
          const take = ({ reports: some }: DeviceMessage) => reports.push(...some)
          if (stream.read(mutated, receivedAt, take) === 'overlong') return
          // A length that reaches into what follows ends within 1,023 bytes.
          for (let times = 0; times < 10; times++) stream.read(good(), receivedAt, take)
          expect(reports.at(-1)?.deviceIdentifier).toBe(identifier)
          const isBounded = ({ extras, deviceIdentifier }: DeviceReport) =>
            Object.keys(extras).length <= 64 && /^[A-Za-z0-9]{3,20}$/.test(deviceIdentifier)
          expect(reports.every(isBounded)).toBe(true)
        },
      ),
      { seed: 5011, numRuns: 1000 },
    )
  })
})
