import { ProblemError } from '../app/data/problems.ts'
import { fieldProblems } from '../identity/field-problems.ts'

/**
 * Maps fields refused by the server to fields of the form, with text keys. A duplicate name is reported at `name`.
 */
export function refusedFields<Field extends string, Key extends string>(
  error: unknown,
): Partial<Record<Field, Key>> {
  const isNameTaken = error instanceof ProblemError && error.code === 'name_taken'
  const found = fieldProblems(error)
    .filter(({ message }) => message.startsWith('fields.'))
    .map(({ field, message }) => [field, message])
  const all = isNameTaken ? [...found, ['name', 'problems.name_taken']] : found
  return Object.fromEntries(all) as Partial<Record<Field, Key>>
}
