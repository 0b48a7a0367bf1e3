import type * as z from 'zod'
import { type FieldCode, fieldCodes } from './problems.contract.ts'

/** The product's word for what a schema refused. */
export function fieldCodeOf(issue: z.core.$ZodIssue): FieldCode {
  const stated = issue.code === 'custom' ? issue.params?.code : issue.message
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
