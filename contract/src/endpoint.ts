import type * as z from 'zod'
import type { Capability } from './access.ts'
import type { Feature } from './features.ts'
import type { ProblemCode } from './problems.contract.ts'

/** Who may call: anyone, anyone signed in, or those whose level and scopes grant a capability. */
export type EndpointAccess = 'public' | 'signed-in' | Capability

/** Problems any endpoint may answer; endpoints list only what is their own. */
export const commonProblems = [
  'malformed_body',
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'unavailable',
  'busy',
  'storage_full',
  'internal',
] as const satisfies readonly ProblemCode[]

/** Names of the fields of a schema's values; any name where the schema is left open. */
type FieldOf<Schema> = unknown extends z.output<Schema> ? string : Extract<keyof z.output<Schema>, string>

interface FeatureSelector<Place extends 'params' | 'query' | 'body' | 'output', Schema> {
  in: Place
  /** The field that holds the id of a fleet. */
  fleet?: FieldOf<Schema>
  /** The field that holds the id of a company; counts only where the input, or else the answer, names no fleet. */
  company?: FieldOf<Schema>
}

/**
 * Whose feature a call uses.
 * - Selectors: the fleets (else companies) in those fields of the input, and of the answer. A call whose input leaves
 *   them out concerns everything within the caller's reach.
 * - `reach`: everything within the caller's reach.
 * - `record`: the record the call acts on, whose fleet the action checks (`requireCan`, `requireCallFeature`).
 */
export type FeatureOwner<Params = z.ZodType, Query = z.ZodType, Body = z.ZodType, Output = z.ZodType> =
  | 'reach'
  | 'record'
  | readonly (
      | FeatureSelector<'params', Params>
      | FeatureSelector<'query', Query>
      | FeatureSelector<'body', Body>
      | FeatureSelector<'output', Output>
    )[]

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** Stable name, `domain.verb`; used for idempotency, metrics and OpenAPI operation ids. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/v1`, with `:name` parameters. A trailing slash is optional on the wire. */
  path: string
  summary: string
  /** What the summary has no room for; part of the OpenAPI document, as are descriptions of the schemas' fields. */
  description?: string
  access: EndpointAccess
  /** Refused where the fleet (or every fleet of the caller) has it switched off or its tier lacks it. */
  feature?: { name: Feature; of: FeatureOwner }
  params?: Params
  query?: Query
  body?: Body
  /** Longest body. Default: 1 MB. */
  bodyBytes?: number
  output: Output
  /** Default: 200. */
  status?: 200 | 201 | 202
  /** A POST, PUT or DELETE that is also accepted while the disk is full: it only reads, writes very little or frees space. */
  worksWhenFull?: true
  problems?: readonly ProblemCode[]
  /** For a change that must not be retried automatically: no answer is stored under its idempotency key. */
  isRepeatable?: false
  /** Calls within so many seconds: of one address where access is public, else of one signed-in person. */
  limit?: { calls: number; seconds: number }
}

export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? (unknown extends z.input<P> ? unknown : { params: z.input<P> }) &
        (unknown extends z.input<Q> ? unknown : { query?: z.input<Q> }) &
        (unknown extends z.input<B> ? unknown : { body: z.input<B> })
    : never
export type ParsedOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer O> ? z.output<O> : never

/** Keeps the literal types of a definition, so that server and browser derive theirs from it. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
>(
  definition: Endpoint<Params, Query, Body, Output> & {
    feature?: { of: FeatureOwner<NoInfer<Params>, NoInfer<Query>, NoInfer<Body>, NoInfer<Output>> }
  },
): Endpoint<Params, Query, Body, Output> {
  return definition
}
