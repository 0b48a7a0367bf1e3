import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { gps103Device } from './gps103.device.ts'
import { imei, login, place, read, singly } from './gps103.factory.ts'
import { gps103 } from './gps103.ts'

const unsupported: readonly CommandType[] = [
  'update_apn',
  'update_server',
  'lock_doors',
  'unlock_doors',
  'factory_reset',
  'firmware_update',
]
const command = (
  type: CommandType,
  parameters: Record<string, string | number> = {},
  deviceIdentifier: string = imei,
) => gps103.encodeCommand({ id: 'c', deviceIdentifier, protocol: 'gps103', type, parameters }, 7)

describe('commands', () => {
  it('are written without an end', () => {
    expect(command('stop_engine')).toMatchObject({ text: `**,imei:${imei},J`, answerKey: 'jt' })
    expect(command('resume_engine')).toMatchObject({ text: `**,imei:${imei},K`, answerKey: 'kt' })
    expect(command('set_speed_limit', { speedKmh: 80 })).toMatchObject({ text: `**,imei:${imei},H,080` })
    expect(command('gps_position')).toMatchObject({ text: `**,imei:${imei},B`, answerKey: null })
  })

  it.each(commandTypes)('%s is understood and answered by the device, or unsupported', (type) => {
    const encoding = command(type, { speedKmh: 80 })
    if (!encoding.isEncoded) {
      expect(encoding).toEqual({ isEncoded: false, reason: 'unsupported' })
      expect(unsupported).toContain(type)
      return
    }
    const bytes = joinBytes(asciiBytes('LOADON'), encoding.bytes)
    const isQuery = encoding.answerKey === null
    const key = encoding.answerKey ?? 'tracker'
    const understood = isQuery ? 'gps_position' : type
    for (const chunks of [[bytes], singly(bytes)]) {
      const device = gps103Device.openDeviceClient(imei)
      expect(chunks.flatMap((chunk) => device.read(chunk))).toEqual([
        { kind: 'login', isAccepted: true },
        { kind: 'heartbeat' },
        { kind: 'command', type: understood, text: encoding.text, key },
      ])
      for (const isDone of [true, false]) {
        const answer = device.answer({ type: understood, text: encoding.text, key }, place, isDone)
        const [report] = read([login, answer ?? '']).reports
        expect(report?.fix?.isValid).toBe(true)
        if (isQuery) expect(report?.answer).toBeNull()
        else expect(report?.answer).toMatchObject({ key, isRefused: !isDone })
      }
    }
  })

  it('show by their answer whether the engine is stopped', () => {
    const decode = (event: string) =>
      read([`imei:${imei},${event},231226105556,,F,105556.000,A,3518.59664,N,04658.22381,E,0.00,13.26;`])
        .reports[0]
    expect(decode('jt')).toMatchObject({ kind: 'answer', telemetry: { isEngineBlocked: true } })
    expect(decode('kt')).toMatchObject({ kind: 'answer', telemetry: { isEngineBlocked: false } })
    expect(decode('lf')?.answer).toEqual({ key: 'lt', text: 'lf', isRefused: true })
  })

  it('refuse what does not fit the grammar', () => {
    for (const speedKmh of [0, 256, 1.5, '80,J', 'x'])
      expect(command('set_speed_limit', { speedKmh })).toMatchObject({ parameter: 'speedKmh' })
    for (const identifier of ['1', `${imei},J;**,imei:${imei}`, `${imei};`])
      expect(command('stop_engine', {}, identifier)).toMatchObject({ parameter: 'deviceIdentifier' })
  })
})
