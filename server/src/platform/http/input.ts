import type { Endpoint } from '@rumbo/contract/endpoint'
import { fieldCodeOf } from '@rumbo/contract/field-codes'
import type * as z from 'zod'
import { type FieldProblem, Problem } from '../problem.ts'
import { type HiddenText, readWithHidden, textAt } from './hidden-text.ts'

type Issue = z.core.$ZodIssue

function fieldsOf(part: string, issue: Issue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [part, ...issue.path, key].map(String).join('.'),
      code: 'unknown_field',
    }))
  }
  return [{ path: [part, ...issue.path].map(String).join('.'), code: fieldCodeOf(issue) }]
}

/** Texts that PostgreSQL cannot store: with NUL or a lone surrogate. */
function unstorableOf(path: string, value: unknown): FieldProblem[] {
  if (typeof value === 'string')
    return value.includes('\u0000') || /\p{Cs}/u.test(value) ? [{ path, code: 'wrong_format' }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => unstorableOf(`${path}.${name}`, inner))
}

/** A weak new password as the only error gets its own problem code, where the endpoint declares it. */
const isWeakPassword = ({ problems }: Endpoint, errors: readonly FieldProblem[]) =>
  (problems?.includes('password_weak') ?? false) &&
  errors.every(({ path, code }) => code !== 'required' && /^body\.(new_)?password$/.test(path))

/**
 * Parses params, query and body by the contract.
 * @param hidden receives texts of the body with hidden characters, which are refused without it
 * @throws Problem `validation_failed` naming every invalid field
 */
export function readInput(
  endpoint: Endpoint,
  raw: { params: unknown; query: unknown; body: unknown },
  hidden?: HiddenText[],
) {
  const errors: FieldProblem[] = []
  const read = (part: 'params' | 'query' | 'body') => {
    const schema = endpoint[part]
    if (!schema) return undefined
    const result = schema.safeParse(raw[part], { reportInput: true })
    if (result.success) {
      errors.push(...unstorableOf(part, result.data))
      return result.data
    }
    const { issues } = result.error
    const kept = hidden && part === 'body' ? readWithHidden(schema, raw.body, issues) : null
    if (hidden && kept) {
      errors.push(...unstorableOf(part, kept.data))
      for (const issue of issues)
        for (const error of fieldsOf(part, issue)) hidden.push({ error, text: textAt(kept.data, issue.path) })
      return kept.data
    }
    for (const issue of issues) errors.push(...fieldsOf(part, issue))
    return undefined
  }
  const input = { params: read('params'), query: read('query'), body: read('body') }
  if (errors.length > 0)
    throw new Problem(isWeakPassword(endpoint, errors) ? 'password_weak' : 'validation_failed', { errors })
  return input
}
