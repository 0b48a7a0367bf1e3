import type { Endpoint, OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../access/access.ts'
import type { Transaction } from '../database/transaction.ts'

/** Facts of the request that are not input. */
export interface RequestFacts {
  id: string
  address: string
  userAgent: string
  cookies: Readonly<Record<string, string | undefined>>
  /** The token of the `Authorization` header, not yet verified. */
  bearer: string | null
}

/** A call of a signed-in person: one transaction under their role, opened and committed by the runner. */
export interface Call {
  tx: Transaction
  actor: Actor
  request: RequestFacts
}

/** A call that opens transactions of its own: sign-in, and what must not hold one while it works. */
export interface LoneCall {
  /** Null for public endpoints without a valid token. */
  actor: Actor | null
  request: RequestFacts
  /** Cookies and headers only; the body is what the handler returns. */
  reply: Pick<FastifyReply, 'setCookie' | 'clearCookie' | 'header'>
  /** Aborted when the caller has gone before the answer. */
  signal: AbortSignal
}

export type Answer =
  | {
      endpoint: Endpoint
      alone: false
      /** The transaction runs under the system's role in the caller's name. */
      isSystem?: boolean
      /** What takes its time and needs no transaction; done before one is opened. */
      prepare?: (input: never) => Promise<unknown>
      handle: (input: never, call: Call, prepared: never) => Promise<unknown>
    }
  | { endpoint: Endpoint; alone: true; handle: (input: never, call: LoneCall) => Promise<unknown> }

/** Binds a contract to its action inside one transaction. */
export function answer<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, call: Call) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, handle }
}

/**
 * Binds a contract to an action in one transaction under the system's role, in the caller's name: for tables no
 * person's role may write. Row-level security does not help here: the action itself decides by the rules first.
 */
export function answerAsSystem<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, call: Call) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, isSystem: true, handle }
}

/** The same, with something prepared before the transaction: a password's hash takes longer than one should be held. */
export function answerPrepared<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (input: ParsedOf<E>) => Promise<Prepared>,
  handle: (input: ParsedOf<E>, call: Call, prepared: Prepared) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: false, isSystem: true, prepare, handle }
}

/** Binds a contract to an action that opens its own transactions, or needs none. */
export function answerAlone<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, call: LoneCall) => Promise<OutputOf<E>>,
): Answer {
  return { endpoint, alone: true, handle }
}
