import { type FieldCode, fieldCodes } from '@rumbo/contract/problems.contract'
import { ProblemError } from '../app/data/problems.ts'

export interface FieldProblem {
  field: string
  /** Text key of a known reason, else the server's own text. */
  message: string
}

const isFieldCode = (code: string): code is FieldCode => (fieldCodes as readonly string[]).includes(code)

/** The fields of a refusal under the form's names: `body.email` and `email` become `email`. */
export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof ProblemError)) return []
  return (error.problem?.errors ?? []).map(({ path, code, message }) => ({
    field: path.replace(/^\/?body[./]/, '').replace(/^\//, ''),
    message: isFieldCode(code) ? `fields.${code}` : message,
  }))
}
