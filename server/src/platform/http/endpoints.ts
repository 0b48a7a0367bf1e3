import type { Endpoint, OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Actor } from '../access/access.ts'
import type { Transaction } from '../database/transaction.ts'

/** Properties of the request that are not input. */
export interface RequestFacts {
  id: string
  address: string
  userAgent: string
  cookies: Readonly<Record<string, string | undefined>>
  /** The token of the `Authorization` header, not yet verified. */
  bearer: string | null
}

/** A call of a signed-in person within one transaction under their role, which the server opens and commits. */
export interface Call {
  tx: Transaction
  actor: Actor
  request: RequestFacts
}

/** A call that opens its own transactions: sign-in, and calls that must not hold one while they work. */
export interface LoneCall {
  /** Null for public endpoints without a valid token. */
  actor: Actor | null
  request: RequestFacts
  /** For cookies and headers only; the body is what the handler returns. */
  reply: Pick<FastifyReply, 'setCookie' | 'clearCookie' | 'header'>
  /** Aborted when the caller disconnects before the response. */
  signal: AbortSignal
  /** Of the request. */
  log: FastifyBaseLogger
}

export type Answer =
  | {
      endpoint: Endpoint
      alone: false
      /** The transaction runs under the system role on the caller's behalf. */
      isSystem?: boolean
      /** Slow work that needs no transaction; runs before one is opened. */
      prepare?: (input: never) => Promise<unknown>
      handle: (input: never, call: Call, prepared: never) => Promise<unknown>
    }
  | { endpoint: Endpoint; alone: true; handle: (input: never, call: LoneCall) => Promise<unknown> }

/** Binds a contract to its action, which runs in one transaction. */
export function answer<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, call: Call) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, handle }
}

/**
 * Binds a contract to an action in one transaction under the system role, on the caller's behalf: for tables that no
 * person's role may write. Row-level security does not apply, so the action must check access itself.
 */
export function answerAsSystem<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, call: Call) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, isSystem: true, handle }
}

/** Like `answer`, with slow work before the transaction, such as a route by road. */
export function answerAfter<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (input: ParsedOf<E>) => Promise<Prepared>,
  handle: (input: ParsedOf<E>, call: Call, prepared: Prepared) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, prepare, handle }
}

/** Like `answerAsSystem`, with slow work before the transaction, such as hashing a password. */
export function answerPrepared<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (input: ParsedOf<E>) => Promise<Prepared>,
  handle: (input: ParsedOf<E>, call: Call, prepared: Prepared) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, isSystem: true, prepare, handle }
}

/** Binds a contract to an action that opens its own transactions or needs none. */
export function answerAlone<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, call: LoneCall) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: true, handle }
}
