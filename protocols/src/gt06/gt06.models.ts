import type { DeviceModel, ServerSetting } from '../device-model.ts'
import { foldModelName } from '../model-name.ts'
import type { Gt06Maker } from './gt06.alarms.ts'

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

/** People type models, so the memory of their makers has a limit. */
const maxNames = 1_000

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

/** Models whose maker's document lists the alarm codes (JM-VL03 protocol 1.1.2; GT06N and relatives 1.1.8). */
const documented =
  /^(?:concox|jimi)?(?:jm)?(?:vl\d{2,3}[a-z]?|vw01|gt06[nfe]|gv20a?|et(?:200|210|310)|eg01|x3|crx1|wetrack2)$/

const makerOfName = new Map<string, Gt06Maker | null>()

/**
 * The maker whose alarm codes a model has; null for an unknown model, whose codes mean what most trackers mean by them.
 * @param model as a person wrote it, with or without its maker
 */
export function makerOfModel(model: string | null | undefined): Gt06Maker | null {
  if (!model) return null
  const known = makerOfName.get(model)
  if (known !== undefined) return known
  const name = foldModelName(model)
  const maker = documented.test(name) ? 'concox' : /^(?:seeworld)?s116/.test(name) ? 'seeworld' : null
  if (makerOfName.size < maxNames) makerOfName.set(model, maker)
  return maker
}

/** Whether the engine is stopped with a password (`DYD`) and not with `RELAY`. */
export function isPasswordModel(model: string | number | undefined): boolean {
  const name = foldModelName(String(model ?? ''))
  return name === foldModelName(passwordModel) || name === foldModelName(`Concox ${passwordModel}`)
}
