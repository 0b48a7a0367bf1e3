import {
  type CommandType,
  commandParameters,
  stopEngineRule,
} from '@rumbo/contract/commands.device-command.contract'
import type { FieldCode } from '@rumbo/contract/problems.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { stopEngineFixMs } from '@rumbo/contract/telemetry.freshness'

export type Parameters = Readonly<Record<string, string | number>>
export interface ParameterProblem {
  path: string
  code: FieldCode
}

const secretNames: readonly string[] = ['password']
/** Stands for a password wherever a person may look. */
export const mask = '••••••'

/** Eight or more letters and digits in a row, four of them digits: an IMEI, a SIM or serial number, a VIN. */
const identifierLike = /(?=(?:[A-Za-z]*\d){4})[A-Za-z0-9]{8,}/g

/**
 * The answer of a device for those who may not read what identifies it: status words, voltages and places stay.
 * @param known identifiers of the vehicle and its tracker, which may be short or written with hyphens
 */
export function maskIdentifiers(text: string, known: readonly (string | null)[]): string {
  const values = known.flatMap((value) => value || []).sort((a, b) => b.length - a.length)
  const patterns = values.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const withoutKnown = patterns.length === 0 ? text : text.replace(new RegExp(patterns.join('|'), 'gi'), mask)
  return withoutKnown.replace(identifierLike, mask)
}

const grammar: Readonly<Partial<Record<string, { pattern: RegExp; code: FieldCode }>>> = {
  apn: { pattern: /^[A-Za-z0-9._-]+$/, code: 'apn_letters' },
  host: { pattern: /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/, code: 'host_letters' },
  url: { pattern: /^(?:https?|ftp):\/\/[\x21-\x7e]+$/, code: 'wrong_format' },
}
const codeOfParameter = (name: string): FieldCode => grammar[name]?.code ?? 'wrong_format'

/** The field of a parameter the protocol refused; for one that people do not enter, such as the model, all parameters. */
export const fieldOfParameter = (name: string): ParameterProblem => ({
  path: name in sampleParameters ? `body.parameters.${name}` : 'body.parameters',
  code: codeOfParameter(name),
})

/** What is missing, does not belong to the type, or cannot be put into any message. */
export function parameterProblems(type: CommandType, parameters: Parameters): ParameterProblem[] {
  const known = commandParameters[type] ?? []
  const names = known.map((name) => name.replace('?', ''))
  const missing = known.filter((name) => !name.endsWith('?') && parameters[name] === undefined)
  const given = Object.entries(parameters)
  return [
    ...missing.map((name) => ({ path: `body.parameters.${name}`, code: 'parameter_missing' as const })),
    ...given
      .filter(([name]) => !names.includes(name))
      .map(([name]) => ({ path: `body.parameters.${name}`, code: 'unknown_field' as const })),
    ...given
      .filter(([name, value]) => names.includes(name) && grammar[name]?.pattern.test(String(value)) === false)
      .map(([name]) => ({ path: `body.parameters.${name}`, code: codeOfParameter(name) })),
  ]
}

/** The password in an address such as `ftp://user:password@host/`. */
const urlPassword = /^([a-z]+:\/\/[^/@:]*:)[^/]+(?=@)/

/** Parameters as people may read them, and those with passwords as they are. */
export function partSecrets(parameters: Parameters): { shown: Parameters; secrets: Parameters | null } {
  const isSecret = ([name, value]: [string, string | number]) =>
    secretNames.includes(name) ? value !== '' : name === 'url' && urlPassword.test(String(value))
  const secrets = Object.entries(parameters).filter(isSecret)
  if (secrets.length === 0) return { shown: parameters, secrets: null }
  const masked = Object.fromEntries(
    secrets.map(([name, value]) => [
      name,
      name === 'url' ? String(value).replace(urlPassword, `$1${mask}`) : mask,
    ]),
  )
  return { shown: { ...parameters, ...masked }, secrets: Object.fromEntries(secrets) }
}

/** The text written to a device without the passwords in it. */
export function maskedText(text: string, secrets: readonly (string | number | undefined)[]): string {
  let shown = text
  for (const secret of secrets)
    if (secret !== undefined && secret !== '') shown = shown.replaceAll(String(secret), mask)
  return shown
}

/** Where and how fast the vehicle is known to be. */
export interface Motion {
  /** Of the last usable fix; null before the first. */
  fixTime: Date | null
  speedKmh: number | null
}
export type StopObstacle = 'vehicle_too_fast' | 'no_recent_fix'

/** The connection a gateway would send a command on, and whether another one also claims to be the device. */
export interface DeliveryConnection {
  protocol: DeviceProtocol
  /** Unique among all gateways; answers carry it. */
  connection: string
  /** `unsettled`: another one sent within the last minute, so this one may be a reconnection or an impostor. */
  standing: 'settled' | 'unsettled' | 'claimed'
}

/** Why the engine must not be stopped now; null where it may. */
export function stopObstacle({ fixTime, speedKmh }: Motion, now: Date): StopObstacle | null {
  if (fixTime === null || speedKmh === null) return 'no_recent_fix'
  if (now.getTime() - fixTime.getTime() > stopEngineFixMs) return 'no_recent_fix'
  return speedKmh > stopEngineRule.mostSpeedKmh ? 'vehicle_too_fast' : null
}

const fold = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** Typed by hand: letter case and spaces do not matter. */
export const isConfirmed = (typed: string | null, vehicleNumber: string): boolean =>
  typed !== null && fold(typed) === fold(vehicleNumber)

const opposites: Readonly<Partial<Record<CommandType, CommandType>>> = {
  stop_engine: 'resume_engine',
  resume_engine: 'stop_engine',
  lock_doors: 'unlock_doors',
  unlock_doors: 'lock_doors',
  activate_alarm: 'deactivate_alarm',
  deactivate_alarm: 'activate_alarm',
}
/** What a newer command of this type takes out of the queue: both together would mean nothing. */
export const oppositeOf = (type: CommandType): CommandType | null => opposites[type] ?? null

/** Parameters with which a type can be tried on a protocol. */
const sampleParameters: Parameters = {
  speedKmh: 80,
  apn: 'internet',
  user: '',
  password: '',
  host: '192.0.2.1',
  port: 5023,
  url: 'http://192.0.2.1/f.bin',
}
export const sampleParametersOf = (type: CommandType): Parameters =>
  Object.fromEntries(
    (commandParameters[type] ?? [])
      .map((name) => name.replace('?', ''))
      .flatMap((name) => {
        const value = sampleParameters[name]
        return value === undefined || value === '' ? [] : [[name, value]]
      }),
  )
