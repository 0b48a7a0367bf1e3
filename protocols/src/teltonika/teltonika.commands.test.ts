import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, toHex } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { teltonikaDevice } from './teltonika.device.ts'
import { imei, login, place, read, singly } from './teltonika.factory.ts'
import { encodeTeltonikaFrame } from './teltonika.frame.ts'
import { teltonika } from './teltonika.ts'

describe('commands', () => {
  const command = (type: CommandType, parameters: Record<string, string | number> = {}) =>
    teltonika.encodeCommand({ id: 'c', deviceIdentifier: imei, protocol: 'teltonika', type, parameters }, 7)
  const parametersOf: Partial<Record<CommandType, Record<string, string | number>>> = {
    set_speed_limit: { speedKmh: 90 },
    update_apn: { apn: 'internet.itelcel.com', user: 'webgprs', password: 'webgprs2002' },
    update_server: { host: 'gps.example.mx', port: 5027 },
  }

  it('writes codec 12 as published', () => {
    // Type 5, "getinfo": the example the maker prints.
    expect(toHex(encodeTeltonikaFrame(12, 1, fromHex('0500000007676574696e666f')))).toBe(
      '000000000000000f0c010500000007676574696e666f0100004312',
    )
    const stop = command('stop_engine')
    expect(stop).toMatchObject({ isEncoded: true, text: 'setdigout 1', answerKey: '*' })
  })

  it.each(commandTypes)('%s is understood and answered by the device, or unsupported', (type) => {
    const encoding = command(type, parametersOf[type])
    if (!encoding.isEncoded) {
      expect(encoding).toEqual({ isEncoded: false, reason: 'unsupported' })
      expect(['time_sync', 'alarm_reset', 'activate_alarm', 'deactivate_alarm', 'firmware_update']).toContain(
        type,
      )
      return
    }
    const device = teltonikaDevice.openDeviceClient(imei)
    const received = [Uint8Array.of(1), ...singly(encoding.bytes)].flatMap((chunk) => device.read(chunk))
    expect(received).toEqual([
      { kind: 'login', isAccepted: true },
      { kind: 'command', type, text: encoding.text, key: '*' },
    ])
    for (const isDone of [true, false]) {
      const answer = device.answer({ type, text: encoding.text, key: '*' }, place, isDone)
      const { reports, messages } = read([login, answer ?? new Uint8Array()])
      expect(reports[0]?.answer).toMatchObject({ key: encoding.answerKey, isRefused: !isDone })
      expect(messages[1]?.acknowledgement).toBeNull()
    }
  })

  it('reads the refusals the firmwares write, and takes no result for one', () => {
    const device = teltonikaDevice.openDeviceClient(imei)
    const refused = (text: string) => {
      const type = 6
      const content = joinBytes(Uint8Array.of(type, 0, 0, 0, text.length), asciiBytes(text))
      return read([device.login() ?? login, encodeTeltonikaFrame(12, 1, content)]).reports[0]?.answer
        ?.isRefused
    }
    expect(refused('CAN line flags are empty!')).toBe(true)
    expect(refused('LVCAN not detected')).toBe(true)
    expect(refused('MCAN Service not supported')).toBe(true)
    expect(refused('DOUT1:1 Timeout:INFINITY')).toBe(false)
    expect(refused('GPS:1 Sat:12 Lat:19.43 Long:-99.13')).toBe(false)
  })

  it('refuses parameters that would begin another setting', () => {
    for (const bad of ['a;2004:b', 'a b', 'a:b', '', 'a\nb', 'ñ', 'x'.repeat(60)]) {
      expect(command('update_apn', { apn: bad })).toMatchObject({ reason: 'bad_parameter', parameter: 'apn' })
      expect(command('update_server', { host: bad, port: 1 })).toMatchObject({ parameter: 'host' })
    }
    expect(command('update_apn', { apn: 'a', user: 'b;c' })).toMatchObject({ parameter: 'user' })
    expect(command('update_apn', { apn: 'a', user: 'b', password: ';' })).toMatchObject({
      parameter: 'password',
    })
    for (const speedKmh of [0, 256, 1.5, 'x'])
      expect(command('set_speed_limit', { speedKmh })).toMatchObject({ parameter: 'speedKmh' })
    expect(command('update_server', { host: 'h', port: 70_000 })).toMatchObject({ parameter: 'port' })
  })
})
