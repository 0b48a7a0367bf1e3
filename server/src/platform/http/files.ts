import { filesPath, uploadLimit, uploadTypes } from '@rumbo/contract/work.contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FileStore } from '../files/files.ts'
import { problem } from '../problem.ts'
import { type Authenticator, actorOf, limitPerPerson, requireOwnPassword } from './server.ts'

/** Rate limit per person. */
const uploadLimits = { calls: 20, seconds: 60 }

/** `attachment` with the name twice: ASCII for old clients, RFC 8187 for all others. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Uploads and downloads: raw bytes instead of JSON, with the same sign-in, problems, log and metrics. */
export async function mountFiles(
  app: FastifyInstance,
  { files, authenticator }: { files: FileStore; authenticator: Authenticator },
): Promise<void> {
  const personOf = async (request: FastifyRequest) => {
    const actor = await actorOf(request, authenticator)
    requireOwnPassword(actor)
    if (actor.level === 'guest') throw problem('forbidden')
    return actor
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.post(
      `/v1${filesPath}`,
      {
        config: {
          endpointName: 'files.upload',
          isUpload: true,
          rateLimit: limitPerPerson(uploadLimits, authenticator),
        },
      },
      async (request, reply) => {
        const actor = await personOf(request)
        const { name } = request.query as Record<string, unknown>
        if (typeof name !== 'string' || name === '') throw problem('malformed_body')
        if (Number(request.headers['content-length'] ?? 0) > uploadLimit) throw problem('payload_too_large')
        // The stream is not destroyed on refusal, so that a client that is still sending receives the response.
        const bytes: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false })
        return reply.code(201).send(await files.receive(actor, name, bytes))
      },
    )

    scope.get(
      `/v1${filesPath}/:id`,
      { config: { endpointName: 'files.download' } },
      async (request, reply) => {
        const actor = await personOf(request)
        const file = await files.find(actor, String((request.params as { id?: unknown }).id))
        return reply
          .header('content-disposition', attachmentHeader(file.name))
          .header('cache-control', 'private, no-store')
          .header('x-content-type-options', 'nosniff')
          .header('content-length', file.bytes)
          .type(
            file.contentType === uploadTypes.csv ? `${file.contentType}; charset=utf-8` : file.contentType,
          )
          .send(file.stream())
      },
    )
  })
}
