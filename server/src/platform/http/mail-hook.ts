import type { FastifyInstance } from 'fastify'
import { problem } from '../problem.ts'
import { requireHookToken } from './sms-hook.ts'

const mailHookPath = '/hooks/mail'
const limit = { max: 600, timeWindow: 60_000 }

/**
 * Where a mail server or provider passes on mails that arrived: as `message/rfc822`, or as JSON. The token in the address
 * authenticates it. 204 means that the mail is stored.
 * @param options.token null: every call is answered as not found
 */
export async function mountMailHook(
  app: FastifyInstance,
  options: {
    token: string | null
    /** Bytes of a call. */
    longestBody: number
    /** @param given the bytes of a mail, or JSON. @returns false for what is no mail */
    receive: (given: unknown) => Promise<boolean>
  },
): Promise<void> {
  const { token, longestBody: bodyLimit, receive } = options
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
      try {
        const isJson = String(request.headers['content-type']).includes('json')
        done(null, isJson ? JSON.parse(String(body)) : body)
      } catch {
        done(problem('malformed_body'))
      }
    })
    const config = { rateLimit: limit, isUpload: true }
    scope.post(
      `/v1${mailHookPath}/:token`,
      {
        config,
        // Before the body is read.
        onRequest: async (request) => requireHookToken(request.params, token),
      },
      async (request, reply) => {
        if (!(await receive(request.body))) throw problem('malformed_body')
        return reply.code(204).send()
      },
    )
  })
}
