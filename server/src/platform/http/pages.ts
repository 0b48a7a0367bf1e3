import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isReservedPath, pathOf } from './refusals.ts'

const nonceMark = '__CSP_NONCE__'

/**
 * Serves the built browser application: hashed assets cached for a year, the customer's page for tracking links, and
 * the application's page for every other path outside `/v1`, with a new nonce per response.
 * @param directory the folder of the build; without it only the API is served
 */
export async function mountPages(app: FastifyInstance, directory: string): Promise<void> {
  const file = join(directory, 'index.html')
  if (!existsSync(file)) return
  const page = readFileSync(file, 'utf8')
  const trackingPage = readFileSync(join(directory, 'track.html'), 'utf8')
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
  // The same for every link, so that it says nothing about one: its data comes from the API.
  app.get('/s/:token', (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('text/html; charset=utf-8')
      .send(trackingPage),
  )
  app.get('/*', (request, reply) => {
    if (isReservedPath(pathOf(request.url))) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(nonceMark, reply.cspNonce.style))
  })
}
