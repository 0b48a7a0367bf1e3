import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isReservedPath, pathOf } from './refusals.ts'

const nonceMark = '__CSP_NONCE__'

/**
 * Serves the built browser application: hashed assets for a year, its page for every path outside `/v1`,
 * with a nonce of its own for each response.
 * @param directory where the build lies; without one only the API answers
 */
export async function mountPages(app: FastifyInstance, directory: string): Promise<void> {
  const file = join(directory, 'index.html')
  if (!existsSync(file)) return
  const page = readFileSync(file, 'utf8')
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    wildcard: false,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get('/*', (request, reply) => {
    if (isReservedPath(pathOf(request.url))) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(nonceMark, reply.cspNonce.style))
  })
}
