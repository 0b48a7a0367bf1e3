import type { DeviceModel, ServerSetting } from '../device-model.ts'

/**
 * Settings by number, as every model of the FM family takes them. A message begins with the SMS login and
 * password, each with a blank behind it; without them the two blanks remain.
 */
function smsSteps(setting: ServerSetting): string[] {
  const { host, port, apn, apnUser, apnPassword, intervalSeconds, devicePassword = '' } = setting
  const setParameters = (values: string) => ` ${devicePassword} setparam ${values}`
  return [
    ...(apn === '' ? [] : [setParameters(`2001:${apn};2002:${apnUser};2003:${apnPassword}`)]),
    // 2006: over TCP.
    setParameters(`2004:${host};2005:${port};2006:0`),
    // Driving in the home network: a record, and sending, as often.
    setParameters(`10050:${intervalSeconds};10055:${intervalSeconds}`),
  ]
}

const names = [
  'FMB003',
  'FMB010',
  'FMB110',
  'FMB120',
  'FMB122',
  'FMB125',
  'FMB130',
  'FMB140',
  'FMB204',
  'FMB208',
  'FMB900',
  'FMB920',
  'FMB930',
  'FMB964',
  'FMC003',
  'FMC125',
  'FMC130',
  'FMC920',
  'FMM003',
  'FMM125',
  'FMM130',
  'FMM920',
  'FMT100',
  'FMU125',
  'FMU130',
] as const

export const teltonikaModels: readonly DeviceModel[] = names.map((model) => ({
  maker: 'Teltonika',
  model,
  protocol: 'teltonika',
  smsSteps,
}))
