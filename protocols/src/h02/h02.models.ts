import type { DeviceModel, ServerSetting } from '../device-model.ts'

/** Sinotrack's texts: access point, server, seconds between reports driving and parked, time in UTC. */
function smsSteps(setting: ServerSetting): string[] {
  const { apn, apnUser, apnPassword, host, port, devicePassword: password = '0000' } = setting
  const access = apnUser === '' ? apn : `${apn} ${apnUser} ${apnPassword}`
  return [
    ...(apn === '' ? [] : [`803${password} ${access}`]),
    `804${password} ${host} ${port}`,
    `805${password} ${Math.max(10, setting.intervalSeconds)}`,
    `809${password} 300`,
    `896${password}E00`,
  ]
}

export const h02Models: readonly DeviceModel[] = [
  'ST-901',
  'ST-901L',
  'ST-902',
  'ST-903',
  'ST-904',
  'ST-905',
  'ST-906',
  'ST-906L',
  'ST-907',
  'ST-915',
].map((model) => ({ maker: 'Sinotrack', model, protocol: 'h02', smsSteps }))
