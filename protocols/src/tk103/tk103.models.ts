import type { DeviceModel } from '../device-model.ts'

/** Texts of the TK103 family; the password is 123456 unless it was changed. */
const smsSteps: DeviceModel['smsSteps'] = ({
  apn,
  apnUser,
  apnPassword,
  host,
  port,
  intervalSeconds,
  devicePassword = '123456',
}) => [
  `begin${devicePassword}`,
  `apn${devicePassword} ${apn}`,
  ...(apnUser === '' && apnPassword === '' ? [] : [`up${devicePassword} ${apnUser} ${apnPassword}`]),
  `adminip${devicePassword} ${host} ${port}`,
  `gprs${devicePassword}`,
  `fix${String(Math.min(intervalSeconds, 999)).padStart(3, '0')}s***n${devicePassword}`,
]

export const tk103Models: readonly DeviceModel[] = ['TK103-2', 'KX402'].map((model) => ({
  maker: 'TK103',
  model,
  protocol: 'tk103',
  smsSteps,
}))
