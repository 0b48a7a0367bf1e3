import { type Problem, type ProblemCode, problemCodes } from '@rumbo/contract/problems.contract'

/** The server refused a call. `message` is the text of the server; `code` is null when the answer had none. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string | null
  readonly problem: Problem | null
  constructor(status: number, message: string, found: Problem | null) {
    super(message)
    this.name = 'ProblemError'
    this.status = status
    this.code = found?.code ?? null
    this.problem = found
  }
}

/** No answer arrived: the network failed or the call timed out. */
export class TransportError extends Error {
  readonly isTimeout: boolean
  constructor(message: string, isTimeout: boolean) {
    super(message)
    this.name = 'TransportError'
    this.isTimeout = isTimeout
  }
}

const htmlInsteadOfJson = 'Backend API not available - received HTML instead of JSON response'

/** HTML arrived instead of JSON: something other than the product answers at this address. */
export class NotTheApiError extends Error {
  readonly status: number
  constructor(status: number) {
    super(htmlInsteadOfJson)
    this.name = 'NotTheApiError'
    this.status = status
  }
}

const storageFullStatus = 507

/**
 * No answer or a server error: a later retry may succeed. A full disk is excluded because it stays full for longer.
 */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof TransportError ||
  ((error instanceof ProblemError || error instanceof NotTheApiError) &&
    error.status >= 500 &&
    error.status !== storageFullStatus)

const isKnownCode = (code: string): code is ProblemCode => (problemCodes as readonly string[]).includes(code)

/** The problem code of a refusal; null when this version of the page does not know it. */
export function knownCode(error: unknown): ProblemCode | null {
  return error instanceof ProblemError && error.code !== null && isKnownCode(error.code) ? error.code : null
}

export interface ErrorWords {
  problem: (code: ProblemCode, problem: Problem | null) => string
  timeout: () => string
  html: () => string
  networkError: () => string
}

/**
 * The message to show, in the order of section 8: a known code but `internal` in the user's language, else the message
 * of the answer, else `fallback`, else the words for a network error: browsers word theirs in English only.
 */
export function errorMessage(error: unknown, words: ErrorWords, fallback?: string): string {
  const code = knownCode(error)
  // That the server failed says less than what failed.
  if (code !== null && !(code === 'internal' && fallback))
    return words.problem(code, (error as ProblemError).problem)
  if (error instanceof NotTheApiError) return words.html()
  if (error instanceof ProblemError && error.message !== '' && code === null) return error.message
  if (fallback) return fallback
  if (error instanceof TransportError && error.isTimeout) return words.timeout()
  return words.networkError()
}

/** Parses the body of an answer as a problem; null if it is not one. */
export function readProblem(body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null) return null
  const { code, status, errors } = body as Partial<Record<keyof Problem, unknown>>
  if (typeof code !== 'string' || typeof status !== 'number') return null
  return { ...(body as Problem), errors: Array.isArray(errors) ? errors : undefined }
}

/** The `message` or `detail` of any JSON answer, or an empty string. */
export function messageField(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { message, detail } = body as { message?: unknown; detail?: unknown }
  if (typeof message === 'string' && message !== '') return message
  return typeof detail === 'string' ? detail : ''
}
