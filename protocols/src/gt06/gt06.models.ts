import type { DeviceModel, ServerSetting } from '../device-model.ts'
import { foldModelName } from '../model-name.ts'

/** The text that points a tracker at a server, by address (0) or by name (1). The caller has checked the host. */
export function serverText(host: string, port: number): string {
  return `SERVER,${/^\d+\.\d+\.\d+\.\d+$/.test(host) ? 0 : 1},${host},${port},0#`
}

/** Concox and Jimi share these texts, and the makers that follow them. */
function smsSteps({ host, port, apn, apnUser, apnPassword, intervalSeconds }: ServerSetting): string[] {
  const access = apnUser === '' ? `APN,${apn}#` : `APN,${apn},${apnUser},${apnPassword}#`
  return [
    ...(apn === '' ? [] : [access]),
    serverText(host, port),
    'GMT,E,0,0#',
    `TIMER,${intervalSeconds},300#`,
  ]
}

const passwordModel = 'GT06'

const names: readonly (readonly [maker: string, model: string])[] = [
  ['Concox', passwordModel],
  ['Concox', 'GT06N'],
  ['Concox', 'GT06E'],
  ['Concox', 'X3'],
  ['Concox', 'CRX1'],
  ['Concox', 'WeTrack2'],
  ['Concox', 'AT4'],
  ['Jimi', 'JM-VL01'],
  ['Jimi', 'JM-VL02'],
  ['Jimi', 'JM-VL03'],
  ['SEEWORLD', 'S116'],
]

export const gt06Models: readonly DeviceModel[] = names.map(([maker, model]) => ({
  maker,
  model,
  protocol: 'gt06',
  smsSteps,
}))

/** Whether the engine is stopped with a password (`DYD`) and not with `RELAY`. */
export function isPasswordModel(model: string | number | undefined): boolean {
  const name = foldModelName(String(model ?? ''))
  return name === foldModelName(passwordModel) || name === foldModelName(`Concox ${passwordModel}`)
}
