import { type FieldCode, fieldCodes } from '@rumbo/contract/problems.contract'
import { ProblemError } from '../app/data/problems.ts'

export interface FieldProblem {
  field: string
  /** Text key of the reason where it is known, else the server's words. */
  message: string
}

const isFieldCode = (code: string): code is FieldCode => (fieldCodes as readonly string[]).includes(code)

/** The refused fields of a refusal, by the name the form gives them: `body.email` and `email` are `email`. */
export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof ProblemError)) return []
  return (error.problem?.errors ?? []).map(({ path, code, message }) => ({
    field: path.replace(/^\/?body[./]/, '').replace(/^\//, ''),
    message: isFieldCode(code) ? `fields.${code}` : message,
  }))
}
