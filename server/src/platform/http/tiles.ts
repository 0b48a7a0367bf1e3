import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type {} from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { problem } from '../problem.ts'

export interface TileReader {
  /** A gzipped tile; null where it is empty, undefined where there is no such set, version, zoom or place. */
  tile(set: string, version: string, zoom: number, x: number, y: number): Promise<Buffer | null | undefined>
}

const unzip = promisify(gunzip)
const wholeNumber = /^\d{1,9}$/
const acceptsGzip = /(^|[\s,])(gzip|\*)\s*(?!;\s*q=0(\.0*)?\s*(,|$))/i

/**
 * Serves map tiles publicly, cached for a year: a replaced set has a new version in its URL. Tiles are sent as
 * compressed in the archive.
 */
export function mountTiles(app: FastifyInstance, tiles: TileReader): void {
  app.get('/v1/tiles/:set/:version/:z/:x/:y', { compress: false }, async (request, reply) => {
    const { set = '', version = '', z = '', x = '', y = '' } = request.params as Record<string, string>
    if (![z, x, y].every((part) => wholeNumber.test(part))) throw problem('not_found')
    const tile = await tiles.tile(set, version, Number(z), Number(x), Number(y))
    if (tile === undefined) throw problem('not_found')
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', `"${set}-${version}-${z}-${x}-${y}"`)
      .header('vary', 'accept-encoding')
    if (tile === null) return reply.code(204).send()
    reply.type('application/vnd.mapbox-vector-tile')
    if (acceptsGzip.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.header('content-encoding', 'gzip').send(tile)
    return reply.send(await unzip(tile))
  })
}
