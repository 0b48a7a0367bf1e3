import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validate } from 'uuid'
import type { Actor } from '../access/access.ts'
import { problem } from '../problem.ts'
import { type Authenticator, actorOf, limitPerPerson, requireOwnPassword } from './server.ts'

export interface SentFile {
  name: string
  contentType: string
  bytes: number
  content: Buffer | NodeJS.ReadableStream
}

/** Files of one kind: where they are mounted, who stores them and who reads them. */
export interface ServedFiles {
  /** Below `/v1`: `POST` with the bytes and `?name=` stores one; `GET /:id` downloads it. */
  path: string
  /** Names the calls in log and metrics, as `<name>.upload` and `<name>.download`. */
  name: string
  /** Bytes of one file. */
  limitBytes: number
  uploadsPerMinute: number
  /** @returns what is answered with 201 @throws Problem */
  store(actor: Actor, name: string, content: AsyncIterable<Buffer>): Promise<unknown>
  /** @throws Problem `file_not_found`, also where the person may not read it */
  read(actor: Actor, id: string): Promise<SentFile>
}

/** `attachment` with the name twice: ASCII for old clients, RFC 8187 for all others. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Sends a file to be saved, never shown: it is not kept by caches, and nobody guesses another type. */
export const sendFile = (reply: FastifyReply, { name, contentType, bytes, content }: SentFile) =>
  reply
    .header('content-disposition', attachmentHeader(name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-length', bytes)
    .type(contentType)
    .send(content)

/** Uploads and downloads: raw bytes instead of JSON, with the same sign-in, problems, log and metrics. */
export async function mountFiles(
  app: FastifyInstance,
  { files, authenticator }: { files: ServedFiles; authenticator: Authenticator },
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
      `/v1${files.path}`,
      {
        config: {
          endpointName: `${files.name}.upload`,
          isUpload: true,
          rateLimit: limitPerPerson({ calls: files.uploadsPerMinute, seconds: 60 }, authenticator),
        },
      },
      async (request, reply) => {
        const actor = await personOf(request)
        const { name } = request.query as Record<string, unknown>
        if (typeof name !== 'string' || name === '') throw problem('malformed_body')
        if (Number(request.headers['content-length'] ?? 0) > files.limitBytes)
          throw problem('payload_too_large')
        return reply.code(201).send(await files.store(actor, name, bytesOf(request, files.limitBytes)))
      },
    )
    scope.get(
      `/v1${files.path}/:id`,
      { config: { endpointName: `${files.name}.download` } },
      async (request, reply) => {
        const actor = await personOf(request)
        const id = String((request.params as { id?: unknown }).id)
        if (!validate(id)) throw problem('file_not_found')
        return sendFile(reply, await files.read(actor, id))
      },
    )
  })
}

/** The body of a request, in pieces. @throws Problem `payload_too_large` as soon as it is */
async function* bytesOf(request: FastifyRequest, limitBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  // The stream is not destroyed on refusal, so that a client that is still sending receives the response.
  for await (const piece of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > limitBytes) throw problem('payload_too_large')
    yield piece
  }
}
