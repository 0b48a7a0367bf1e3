import { describe, expect, it } from 'vitest'
import { fromHex } from '../bytes.ts'
import type { DeviceStreamOptions } from '../protocol.ts'
import { encodeGt06Login } from './gt06.device.ts'
import { encodeGt06Frame } from './gt06.encode.ts'
import { gt06 } from './gt06.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const login = encodeGt06Login('861000000000018', 1)
const built = (type: number, body: string) => encodeGt06Frame(type, fromHex(body), 5)
/** A message 0x26 with a place, ignition on, and an alarm code. */
const alarmOf = (code: string) =>
  built(0x26, `1a0304050600 cb 02158ea0 0aa2b8a0 2a 1d0f 09 014e1450a40a1b2c 46 06 04 ${code} 02`)

describe('an alarm code that models use differently', () => {
  const alarmsOf = (modelOf: DeviceStreamOptions['modelOf'], ...codes: string[]) => {
    const stream = gt06.openStream({ modelOf })
    const alarms: (string | null)[] = []
    for (const frame of [login, ...codes.map(alarmOf)])
      stream.read(frame, receivedAt, ({ reports }) => alarms.push(...reports.map(({ alarm }) => alarm)))
    return alarms
  }
  const codes = ['09', '0c', '18', '32', '01']

  // JM-VL03 protocol 1.1.2: tow, switched on, cover removed, unplugged.
  it.each([
    'JM-VL03',
    'Jimi JM-VL03',
    'jm vl02',
    'VL103M',
    'GT06N',
    'Concox GT06E',
    'WeTrack2',
    'GV20',
    'ET310',
  ])('is read by the document of %s', (model) => {
    expect(alarmsOf(() => model, ...codes)).toEqual(['tow', 'other', 'tampering', 'removing', 'sos'])
  })

  it.each([undefined, null, '', 'GT06', 'AT4', 'ST300', 'my tracker', 'x31', 'not a JM-VL03 at all'])(
    'means what most trackers mean where the model is %s',
    (model) => {
      const most = ['vibration', 'tampering', 'removing', 'tampering', 'sos']
      expect(alarmsOf(() => model, ...codes)).toEqual(most)
      expect(alarmsOf(undefined, ...codes)).toEqual(most)
    },
  )

  it('has its maker from the model where the message does not show it', () => {
    expect(alarmsOf(() => 'SEEWORLD S116', '28', '29')).toEqual(['harsh_cornering', 'crash'])
    expect(alarmsOf(() => null, '28', '29')).toEqual(['harsh_braking', 'harsh_acceleration'])
  })

  it('is read by it too when a kept frame is decoded again', () => {
    const kept: Readonly<Record<string, string | number | boolean>>[] = []
    const stream = gt06.openStream({ modelOf: () => 'JM-VL03' })
    for (const frame of [login, built(0xc7, '0102')])
      stream.read(frame, receivedAt, ({ reports }) => {
        for (const { unreadFrame } of reports) if (unreadFrame) kept.push(unreadFrame.context)
      })
    expect(kept).toMatchObject([{ maker: 'concox' }])
    const again = (context: Record<string, string | number | boolean>) => {
      const resumed = gt06.openStream({ resumed: { deviceIdentifier: '861000000000018', context } })
      const alarms: (string | null)[] = []
      resumed.read(alarmOf('09'), receivedAt, ({ reports }) =>
        alarms.push(...reports.map((one) => one.alarm)),
      )
      return alarms
    }
    expect(again(kept[0] ?? {})).toEqual(['tow'])
    expect(again({ maker: 'toString' })).toEqual(['vibration'])
  })

  it('is read by the model from when its vehicle is known, on the same connection', () => {
    let calls = 0
    const asked: string[] = []
    const modelOf = (deviceIdentifier: string) => {
      asked.push(deviceIdentifier)
      return ++calls > 2 ? 'JM-VL03' : undefined
    }
    expect(alarmsOf(modelOf, '09', '09', '09', '09')).toEqual(['vibration', 'vibration', 'tow', 'tow'])
    // A known model is not asked for again.
    expect(asked).toEqual(Array(3).fill('861000000000018'))
  })
})
