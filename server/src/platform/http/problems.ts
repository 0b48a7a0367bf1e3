import type { Endpoint } from '@rumbo/contract/endpoint'
import type { Problem as ProblemBody } from '@rumbo/contract/problems.contract'
import { translate } from '@rumbo/i18n'
import { problemParams } from '@rumbo/i18n/problem-params'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

const codeByStatus = {
  400: 'malformed_body',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
} as const

/** A full disk, reported by the file system or by PostgreSQL (53100). */
export const isStorageFull = (error: Error & { code?: unknown }): boolean =>
  /^(ENOSPC|EDQUOT|53100)$/.test(String(error.code ?? ''))

/** PostgreSQL is down, starting or overloaded: connection failures and SQLSTATE classes 08, 53 and 57P. */
function isDatabaseAway(error: Error & { code?: unknown }): boolean {
  const code = String(error.code ?? '')
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|08...|53...|57P0.)$/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  )
}

/** Converts any thrown value to a problem; unknown errors reveal only the request id. */
export function problemOf(error: FastifyError | Error): Problem {
  if (error instanceof Problem) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status in codeByStatus) {
    const retryAfterSeconds = 'retryAfterSeconds' in error ? Number(error.retryAfterSeconds) : undefined
    return new Problem(codeByStatus[status as keyof typeof codeByStatus], { retryAfterSeconds })
  }
  if (status !== undefined && status >= 400 && status < 500) return new Problem('malformed_body')
  if (isStorageFull(error)) return new Problem('storage_full')
  return new Problem(isDatabaseAway(error) ? 'unavailable' : 'internal')
}

/** The RFC 9457 body with the product's members, in English. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  const detail = translate(
    'en',
    `problems.${problem.code}`,
    problemParams({ tier: problem.details.tier, ...problem.details.words }),
  )
  return {
    type: `urn:rumbo:problem:${problem.code}`,
    status: problem.status,
    title: detail,
    detail,
    message: detail,
    code: problem.code,
    requestId,
    errors: problem.details.errors?.map((field) => ({
      ...field,
      message: translate('en', `fields.${field.code}`),
    })),
    current: problem.details.current,
    changedBy: problem.details.changedBy,
    changedAt: problem.details.changedAt?.toISOString(),
    notReady: problem.details.notReady && [...problem.details.notReady],
    tier: problem.details.tier,
    words: problem.details.words,
    retryAfterSeconds: problem.details.retryAfterSeconds,
  }
}

/** Seconds by status: a full disk is checked every second, but rarely freed so soon. */
const retryAfter: Partial<Record<number, number>> = { 503: 2, 507: 30 }

/** The caller has disconnected, so the error is a consequence of that and not a failure. */
const isBrokenOff = ({ raw }: FastifyReply, error: Error) =>
  raw.destroyed && !raw.writableFinished && (error.name === 'AbortError' || error instanceof Problem)
/** nginx's status for a connection closed by the client. */
const callerGone = 499

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError | Error,
): FastifyReply {
  if (isBrokenOff(reply, error)) {
    request.log.info('the caller left')
    return reply.code(callerGone).send()
  }
  const problem = problemOf(error)
  // A thrown Problem is a refusal whatever its status; polling must not fill the log with stack traces.
  if (problem.status >= 500 && !(error instanceof Problem))
    request.log.error({ err: error }, 'request failed')
  else request.log.info({ code: problem.code, status: problem.status }, 'request refused')
  const retryAfterSeconds = problem.details.retryAfterSeconds ?? retryAfter[problem.status]
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds))
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, request.id)))
}

/** Codes about the session itself; any other 401 would end a valid session in the browser. */
const aboutSession: ReadonlySet<string> = new Set(['unauthenticated', 'session_expired'])
/** The error an endpoint's handler threw; an unexpected 401 becomes a server error. */
export function refusalOf({ name, access }: Endpoint, error: unknown): unknown {
  const isForeign = error instanceof Problem && error.status === 401 && !aboutSession.has(error.code)
  if (access === 'public' || !isForeign) return error
  return new Error(`The endpoint ${name} refused with ${error.code}, which would end the session.`, {
    cause: error,
  })
}
