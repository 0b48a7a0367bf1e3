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
/** Replaces passwords in everything that people can read. */
export const mask = '••••••'

/** Eight or more letters and digits in a row, four of them digits: an IMEI, a SIM or serial number, a VIN. */
const identifierLike = /(?=(?:[A-Za-z]*\d){4})[A-Za-z0-9]{8,}/g

/**
 * Masks identifiers in a device's answer, for people who may not read them; status words, voltages and places stay.
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

/**
 * The input field of a parameter the protocol refused; all parameters for one that users do not enter, such as the
 * model.
 */
export const fieldOfParameter = (name: string): ParameterProblem => ({
  path: name in sampleParameters ? `body.parameters.${name}` : 'body.parameters',
  code: codeOfParameter(name),
})

/** Parameters that are missing, unknown for the type, or cannot be encoded in any protocol. */
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

/** Splits parameters into readable ones with masked passwords, and the original ones that contain passwords. */
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

/** The text sent to a device with its passwords masked. */
export function maskedText(text: string, secrets: readonly (string | number | undefined)[]): string {
  // The longest first: one may be part of another.
  const sought = secrets.map((secret) => String(secret ?? '')).sort((a, b) => b.length - a.length)
  return sought.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, mask)), text)
}

/** The vehicle's last known position and speed. */
export interface Motion {
  /** Time of the last usable fix; null before the first. */
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
  return speedKmh > stopEngineRule.maxSpeedKmh ? 'vehicle_too_fast' : null
}

const fold = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** Compares typed text, ignoring case and spaces. */
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
/** The opposite type, whose queued commands a newer command cancels. */
export const oppositeOf = (type: CommandType): CommandType | null => opposites[type] ?? null

/** Sample parameters to test whether a protocol supports a type. */
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
