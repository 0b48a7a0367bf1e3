import type { Endpoint } from '@rumbo/contract/endpoint'
import { type FieldCode, fieldCodes } from '@rumbo/contract/problems.contract'
import type * as z from 'zod'
import { type FieldProblem, Problem } from '../problem.ts'

type Issue = z.core.$ZodIssue

/** The product's word for what a schema refused. */
export function fieldCodeOf(issue: Issue): FieldCode {
  const stated = issue.code === 'custom' ? issue.params?.code : undefined
  if (typeof stated === 'string' && (fieldCodes as readonly string[]).includes(stated))
    return stated as FieldCode
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'wrong_type'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? issue.minimum === 1
          ? 'required'
          : 'too_short'
        : 'too_small'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big'
    case 'invalid_format':
      return issue.format === 'email' ? 'email_invalid' : 'wrong_format'
    case 'invalid_value':
      return 'not_allowed'
    default:
      return 'wrong_format'
  }
}

function fieldsOf(part: string, issue: Issue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [part, ...issue.path, key].map(String).join('.'),
      code: 'unknown_field',
    }))
  }
  return [{ path: [part, ...issue.path].map(String).join('.'), code: fieldCodeOf(issue) }]
}

/** Texts no database column takes: NUL, and half of a character. */
function unstorableOf(path: string, value: unknown): FieldProblem[] {
  if (typeof value === 'string')
    return value.includes('\u0000') || /\p{Cs}/u.test(value) ? [{ path, code: 'wrong_format' }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => unstorableOf(`${path}.${name}`, inner))
}

/** Reads params, query and body by the contract; throws `validation_failed` naming every refused field. */
export function readInput(endpoint: Endpoint, raw: { params: unknown; query: unknown; body: unknown }) {
  const errors: FieldProblem[] = []
  const read = (part: 'params' | 'query' | 'body') => {
    const schema = endpoint[part]
    if (!schema) return undefined
    const result = schema.safeParse(raw[part], { reportInput: true })
    if (result.success) {
      errors.push(...unstorableOf(part, result.data))
      return result.data
    }
    for (const issue of result.error.issues) errors.push(...fieldsOf(part, issue))
    return undefined
  }
  const input = { params: read('params'), query: read('query'), body: read('body') }
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
  return input
}
