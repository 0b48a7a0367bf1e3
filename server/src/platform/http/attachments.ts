import {
  attachmentBytes,
  attachmentsPath,
  type MessageAttachment,
} from '@rumbo/contract/communication.attachments.contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validate } from 'uuid'
import type { Actor } from '../access/access.ts'
import { problem } from '../problem.ts'
import { attachmentHeader } from './files.ts'
import { type Authenticator, actorOf, limitPerPerson, requireOwnPassword } from './server.ts'

export interface AttachmentStore {
  store(actor: Actor, name: string, content: Buffer): Promise<MessageAttachment>
  read(actor: Actor, id: string): Promise<{ name: string; contentType: string; content: Buffer }>
}

const uploadLimits = { calls: 30, seconds: 60 }

/** The whole body. @throws Problem `payload_too_large` as soon as it is */
async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > attachmentBytes) throw problem('payload_too_large')
  const chunks: Buffer[] = []
  let size = 0
  // The stream is not destroyed on refusal, so that a client that is still sending receives the response.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > attachmentBytes) throw problem('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Attachments of messages: raw bytes instead of JSON, with the same sign-in, problems, log and metrics. */
export async function mountAttachments(
  app: FastifyInstance,
  { attachments, authenticator }: { attachments: AttachmentStore; authenticator: Authenticator },
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
      `/v1${attachmentsPath}`,
      {
        config: {
          endpointName: 'attachments.upload',
          isUpload: true,
          rateLimit: limitPerPerson(uploadLimits, authenticator),
        },
      },
      async (request, reply) => {
        const actor = await personOf(request)
        const { name } = request.query as Record<string, unknown>
        if (typeof name !== 'string' || name === '') throw problem('malformed_body')
        return reply.code(201).send(await attachments.store(actor, name, await bodyOf(request)))
      },
    )
    scope.get(
      `/v1${attachmentsPath}/:id`,
      { config: { endpointName: 'attachments.download' } },
      async (request, reply) => {
        const actor = await personOf(request)
        const id = String((request.params as { id?: unknown }).id)
        if (!validate(id)) throw problem('file_not_found')
        const { name, contentType, content } = await attachments.read(actor, id)
        return reply
          .header('content-disposition', attachmentHeader(name))
          .header('cache-control', 'private, no-store')
          .header('x-content-type-options', 'nosniff')
          .type(contentType)
          .send(content)
      },
    )
  })
}
