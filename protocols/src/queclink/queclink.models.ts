import type { DeviceModel, ServerSetting } from '../device-model.ts'
import { customaryPassword, serverSetting } from './queclink.commands.ts'

/** Access point, server, then reports while driving and every quarter of an hour at rest. */
const steps = (model: string) => (setting: ServerSetting) => {
  const password = setting.devicePassword ?? customaryPassword(model)
  const { apn, apnUser, apnPassword, host, port, intervalSeconds } = setting
  const interval = Math.max(5, Math.min(86_400, Math.round(intervalSeconds)))
  return [
    `AT+GTBSI=${password},${apn},${apnUser},${apnPassword},,,,,FFFF$`,
    `AT+GTSRI=${password},${serverSetting(host, port)},FFFF$`,
    `AT+GTFRI=${password},1,0,,0,0000,0000,,${interval},1000,1000,,30,900,,,,,FFFF$`,
  ]
}

/** The models whose messages the decoder is tested on and whose settings go by SMS. */
export const queclinkModels: readonly DeviceModel[] = [
  'GV50',
  'GV55',
  'GV65',
  'GV75W',
  'GV200',
  'GV300',
  'GV300W',
  'GV310LAU',
  'GV350M',
].map((model) => ({ maker: 'Queclink', model, protocol: 'queclink', smsSteps: steps(model) }))
