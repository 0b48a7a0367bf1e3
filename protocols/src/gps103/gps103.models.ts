import type { DeviceModel, ServerSetting } from '../device-model.ts'

/** Every command text carries the manufacturer's default password after its keyword. */
function smsSteps(setting: ServerSetting): string[] {
  const { host, port, apn, apnUser, apnPassword, intervalSeconds, devicePassword = '123456' } = setting
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(host)
  return [
    ...(apn === '' ? [] : [`apn${devicePassword} ${apn}`]),
    ...(apnUser === '' ? [] : [`up${devicePassword} ${apnUser} ${apnPassword}`]),
    `${isAddress ? 'adminip' : 'dns'}${devicePassword} ${host} ${port}`,
    `gprs${devicePassword}`,
    `time zone${devicePassword} 0`,
    `fix${intervalText(intervalSeconds)}***n${devicePassword}`,
  ]
}

/** Three digits and a unit; above 255 of one unit the next unit is used. */
function intervalText(seconds: number): string {
  const unit = seconds <= 255 ? 's' : seconds <= 255 * 60 ? 'm' : 'h'
  const units = Math.round(seconds / { s: 1, m: 60, h: 3600 }[unit])
  return `${String(units).padStart(3, '0')}${unit}`
}

const names = ['GPS103A', 'GPS103B', 'GPS303F', 'GPS303G', 'GPS306A', 'GPS311C', 'GPS403A'] as const

export const gps103Models: readonly DeviceModel[] = names.map((model) => ({
  maker: 'Coban',
  model,
  protocol: 'gps103',
  smsSteps,
}))
