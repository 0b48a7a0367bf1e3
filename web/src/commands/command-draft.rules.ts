/** The draft of a command's dialog and its rules. Pure. */
import type { sendCommand } from '@rumbo/contract/commands.contract'
import {
  type CommandPriority,
  type CommandType,
  commandParameters,
} from '@rumbo/contract/commands.device-command.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type * as z from 'zod'

export const parameterNames = ['speedKmh', 'apn', 'user', 'password', 'host', 'port', 'url'] as const
export type ParameterName = (typeof parameterNames)[number]
export interface CommandDraft {
  priority: CommandPriority
  reason: string
  parameters: Record<ParameterName, string>
}
export type CommandErrorKey = Extract<TextKey, `commands.valid.${string}` | `fields.${string}`>
export type ParameterErrors = Partial<Record<ParameterName | 'reason', CommandErrorKey>>
export type CommandBody = z.input<NonNullable<typeof sendCommand.body>>

export const emptyCommand: CommandDraft = {
  priority: 'medium',
  reason: '',
  parameters: { speedKmh: '', apn: '', user: '', password: '', host: '', port: '', url: '' },
}

/** The fields of a type, in order. */
export function fieldsOf(type: CommandType): { name: ParameterName; isRequired: boolean }[] {
  const known = commandParameters[type] ?? []
  return parameterNames
    .filter((name) => known.includes(name) || known.includes(`${name}?`))
    .map((name) => ({ name, isRequired: known.includes(name) }))
}

const wholeUpTo = (text: string, max: number) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max

/** The server's rules, except those that depend on the device's protocol. */
const wrong: Record<ParameterName, (text: string) => CommandErrorKey | null> = {
  speedKmh: (text) => (wholeUpTo(text, 255) ? null : 'commands.valid.speedKmh'),
  apn: (text) =>
    text.length > 63 ? 'fields.too_long' : /^[A-Za-z0-9._-]+$/.test(text) ? null : 'fields.apn_letters',
  user: (text) => (text.length > 63 ? 'fields.too_long' : null),
  password: (text) => (text.length > 63 ? 'fields.too_long' : null),
  host: (text) =>
    text.length > 253
      ? 'fields.too_long'
      : /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
        ? null
        : 'fields.host_letters',
  port: (text) => (wholeUpTo(text, 65_535) ? null : 'commands.valid.port'),
  url: (text) =>
    text.length > 200
      ? 'fields.too_long'
      : /^(?:https?|ftp):\/\/[\x21-\x7e]+$/.test(text)
        ? null
        : 'commands.valid.url',
}

/** Errors by field. */
export function checkCommand(type: CommandType, { parameters }: CommandDraft): ParameterErrors {
  const found: ParameterErrors = {}
  for (const { name, isRequired } of fieldsOf(type)) {
    const text = parameters[name].trim()
    if (text === '') {
      if (isRequired) found[name] = 'fields.required'
      continue
    }
    const key = wrong[name](text)
    if (key !== null) found[name] = key
  }
  return found
}

const numbers: readonly ParameterName[] = ['speedKmh', 'port']

/** The request body: only fields of its type, without empty ones. */
export function commandBodyOf(vehicleId: string, type: CommandType, draft: CommandDraft): CommandBody {
  const parameters = Object.fromEntries(
    fieldsOf(type).flatMap(({ name }) => {
      const text = draft.parameters[name].trim()
      return text === '' ? [] : [[name, numbers.includes(name) ? Number(text) : text]]
    }),
  )
  return { vehicleId, type, priority: draft.priority, reason: draft.reason.trim() || null, parameters }
}

/** The server's refused fields under the dialog's names: `body.parameters.apn` becomes `apn`. */
export function commandErrorsOf(
  errors: readonly { path: string; code: string }[] | undefined,
): ParameterErrors {
  return Object.fromEntries(
    (errors ?? []).map(({ path, code }) => [
      path.replace(/^body\.(?:parameters\.)?/, ''),
      `fields.${code}` as CommandErrorKey,
    ]),
  )
}
