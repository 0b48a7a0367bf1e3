import type { FastifyInstance } from 'fastify'
import type { Actor } from '../access/access.ts'
import { problem } from '../problem.ts'
import { type Authenticator, actorOf, limitPerPerson, requireOwnPassword } from './server.ts'

/** Rate limit per person: enough for 16 GB in parts of 8 MB. */
const partLimits = { calls: 2_000, seconds: 3_600 }

/**
 * Upload of a large file in parts: `POST <path>/:id/parts?offset=…` receives the bytes of one part as its body.
 * `receive` checks access and returns the number of bytes stored so far.
 */
export async function mountUploadParts(
  app: FastifyInstance,
  options: {
    path: string
    endpointName: string
    authenticator: Authenticator
    receive: (actor: Actor, id: string, offset: number, bytes: AsyncIterable<Buffer>) => Promise<number>
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post(
      `/v1${options.path}/:id/parts`,
      {
        config: {
          endpointName: options.endpointName,
          isUpload: true,
          rateLimit: limitPerPerson(partLimits, options.authenticator),
        },
      },
      async (request, reply) => {
        const actor = await actorOf(request, options.authenticator)
        requireOwnPassword(actor)
        const { id } = request.params as { id: string }
        const { offset } = request.query as Record<string, unknown>
        if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) throw problem('malformed_body')
        // The stream is not destroyed on refusal, so that a client that is still sending receives the response.
        const bytes: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false })
        return reply.send({ received: await options.receive(actor, id, Number(offset), bytes) })
      },
    )
  })
}
