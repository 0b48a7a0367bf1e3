import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { problem } from '../problem.ts'

export const smsHookPath = '/hooks/sms'
const limit = { max: 600, timeWindow: 60_000 }
// A text of 100 kB is three times as long where it is escaped.
const longestBody = 400_000

const isSame = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/** The last part of a hook's address has to be its token. @throws Problem `not_found` */
export function requireHookToken(params: unknown, token: string | null): void {
  const { token: given = '' } = params as { token?: string }
  if (token === null || !/^[\w-]+$/.test(given) || !isSame(given, token)) throw problem('not_found')
}

/**
 * Where an SMS provider reports receipts and replies, by POST or GET, in the form it uses. The token in the address
 * authenticates it.
 * @param token null: every call is answered as not found
 */
export async function mountSmsHook(
  app: FastifyInstance,
  {
    token,
    receive,
  }: {
    token: string | null
    /** @param given fields of a form or query, or JSON */
    receive: (given: unknown) => Promise<void>
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestBody }, (request, body, done) => {
      try {
        const isJson = String(request.headers['content-type']).includes('json')
        done(null, isJson ? JSON.parse(String(body)) : Object.fromEntries(new URLSearchParams(String(body))))
      } catch {
        done(problem('malformed_body'))
      }
    })
    const config = { rateLimit: limit }
    scope.post(`/v1${smsHookPath}/:token`, { config }, async (request, reply) => {
      requireHookToken(request.params, token)
      await receive(request.body)
      return reply.code(204).send()
    })
    scope.get(`/v1${smsHookPath}/:token`, { config }, async (request, reply) => {
      requireHookToken(request.params, token)
      const given = request.query as Record<string, unknown>
      const challenge = given['hub.challenge']
      // WhatsApp checks the address by an echo.
      if (typeof challenge === 'string' && /^\w{1,100}$/.test(challenge)) {
        if (given['hub.verify_token'] !== token) throw problem('forbidden')
        return reply.type('text/plain').send(challenge)
      }
      await receive(given)
      return reply.code(204).send()
    })
  })
}
