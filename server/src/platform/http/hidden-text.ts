import { fieldCodeOf } from '@rumbo/contract/field-codes'
import { withoutHidden } from '@rumbo/contract/text'
import type * as z from 'zod'
import { type FieldProblem, Problem } from '../problem.ts'
import type { Answer } from './endpoints.ts'

/*
 * Texts with hidden characters are refused unless the record already contains them, so that its other fields can still be changed. An update is therefore parsed with them and compared with the record.
 */
type Issue = z.core.$ZodIssue

const isHiddenOnly = (issues: readonly Issue[]) =>
  issues.length > 0 && issues.every((issue) => fieldCodeOf(issue) === 'hidden_characters')

type Path = readonly PropertyKey[]
const memberOf = (value: unknown, name: PropertyKey) =>
  (value as Record<PropertyKey, unknown> | undefined)?.[name]
export const textAt = (value: unknown, path: Path) => String(path.reduce(memberOf, value))
function putAt(value: unknown, path: Path, text: string): void {
  const holder = path.slice(0, -1).reduce(memberOf, value) as Record<PropertyKey, unknown>
  const name = path.at(-1)
  if (name !== undefined) holder[name] = text
}

/** Parses a body that is invalid only because of hidden characters; null where anything else is wrong. */
export function readWithHidden(
  schema: z.ZodType,
  raw: unknown,
  issues: readonly Issue[],
): { data: unknown } | null {
  if (!isHiddenOnly(issues)) return null
  const stripped = structuredClone(raw)
  for (const { path } of issues) putAt(stripped, path, withoutHidden(textAt(raw, path)))
  const result = schema.safeParse(stripped)
  if (!result.success) return null
  for (const { path } of issues) putAt(result.data, path, textAt(raw, path).trim())
  return { data: result.data }
}

/** A text with hidden characters, allowed only if the record already contains it. */
export interface HiddenText {
  error: FieldProblem
  text: string
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** @throws Problem `validation_failed` for texts with hidden characters that the record does not contain */
export function refuseNewHidden(hidden: readonly HiddenText[], record: unknown): void {
  const present = new Set(textsOf(record))
  const errors = hidden.filter(({ text }) => !present.has(text)).map(({ error }) => error)
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}

export type Transacted = Extract<Answer, { alone: false }>

/** The answer that reads the record an endpoint changes: the GET of its path, or of the parent path. */
export function readerOf({ endpoint }: Answer, answers: readonly Answer[]): Transacted | undefined {
  if (endpoint.method !== 'PUT') return undefined
  const paths = [endpoint.path, endpoint.path.replace(/\/[^/:]+$/, '')]
  const readers = answers.filter((one): one is Transacted => !one.alone && one.endpoint.method === 'GET')
  for (const path of paths) {
    const found = readers.find((one) => one.endpoint.path === path)
    if (found) return found
  }
  return undefined
}
