import type { FastifyRequest } from 'fastify'

/** The name of the scheme is case-insensitive (RFC 9110, section 11.1). */
const bearer = /^Bearer +(\S+)$/i

/** The token of the `Authorization` header; null without one of this scheme. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  bearer.exec(headers.authorization ?? '')?.[1] ?? null
