import { commonProblems, type Endpoint } from '@rumbo/contract/endpoint'
import { clientMessage, serverMessage } from '@rumbo/contract/live.contract'
import { type ProblemCode, problem, problemStatus } from '@rumbo/contract/problems.contract'
import { filesPath, uploadedFile } from '@rumbo/contract/work.contract'
import type * as z from 'zod'
import { createSchemaWriter, type SchemaWriter } from './openapi-schemas.ts'

function parametersOf(writer: SchemaWriter, schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = writer.input(schema) as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: property,
  }))
}

function responsesOf(writer: SchemaWriter, endpoint: Endpoint) {
  const responses: Record<string, object> = {
    [endpoint.status ?? 200]: {
      description: 'Done',
      content: { 'application/json': { schema: writer.output(endpoint.output) } },
    },
  }
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of [...(endpoint.problems ?? []), ...commonProblems]) {
    const status = problemStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of byStatus) {
    responses[status] = {
      description: codes.join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  }
  return responses
}

const problemAnswer = (codes: string) => ({
  description: codes,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const ofFiles = { tags: ['files'], 'x-access': 'signed-in', security: [{ bearer: [] }] }

/** Uploads and downloads: raw bytes, therefore not endpoints of the contract. */
const filePathsOf = (writer: SchemaWriter) => ({
  [`/v1${filesPath}`]: {
    post: {
      ...ofFiles,
      operationId: 'files.upload',
      summary: 'Send a CSV or XLSX file, for an import',
      parameters: [{ name: 'name', in: 'query', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: bytes },
      responses: {
        201: {
          description: 'Kept for a day',
          content: { 'application/json': { schema: writer.output(uploadedFile) } },
        },
        413: problemAnswer('payload_too_large'),
        415: problemAnswer('unsupported_media_type'),
        422: problemAnswer('file_unreadable'),
      },
    },
  },
  [`/v1${filesPath}/{id}`]: {
    get: {
      ...ofFiles,
      operationId: 'files.download',
      summary: 'A file of one’s own, as an attachment',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        200: { description: 'The bytes', content: bytes },
        404: problemAnswer('file_not_found'),
      },
    },
  },
})

/** Repeating a call with the same key returns the first answer and changes nothing. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the client, at most 128 characters. A call repeated with the same key and body gets the stored answer of the first one; with another body it is refused.',
  schema: { type: 'string', maxLength: 128 },
}

/** The live stream, a WebSocket: JSON messages in both directions. */
const livePathOf = (writer: SchemaWriter) => ({
  '/v1/live': {
    get: {
      operationId: 'live.connect',
      summary: 'Open the live stream (WebSocket)',
      description:
        'The first message is `hello` with an access token and the fleets to watch. For each fleet the server sends a snapshot, then numbered changes; `previous` is the number the client must hold, otherwise it asks for the snapshot `again`.',
      tags: ['live'],
      'x-access': 'signed-in',
      security: [],
      responses: {
        101: { description: 'The connection is a WebSocket' },
        403: problemAnswer('origin_refused'),
        404: problemAnswer('not_found'),
        503: problemAnswer('unavailable'),
      },
      'x-client-messages': writer.input(clientMessage),
      'x-server-messages': writer.output(serverMessage),
    },
  },
})

const inPath = (name: string, type: 'string' | 'integer') => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
})

/** Map tiles: raw bytes too, and public. */
const tilePaths = {
  '/v1/tiles/{set}/{version}/{z}/{x}/{y}': {
    get: {
      tags: ['places'],
      'x-access': 'public',
      security: [],
      operationId: 'places.tile',
      summary: 'A vector tile of the world or of a region, kept for a year',
      parameters: [
        ...['set', 'version'].map((name) => inPath(name, 'string')),
        ...['z', 'x', 'y'].map((name) => inPath(name, 'integer')),
      ],
      responses: {
        200: {
          description: 'The tile, gzipped',
          content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } },
        },
        204: { description: 'Nothing is there' },
        404: problemAnswer('not_found'),
      },
    },
  },
}

const takesIdempotencyKey = ({ method, access, isRepeatable }: Endpoint) =>
  method !== 'GET' && access !== 'public' && isRepeatable !== false

/** The OpenAPI 3.1 document of endpoints, files, tiles and the live stream. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const writer = createSchemaWriter()
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = `/v1${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: endpoint.name,
      summary: endpoint.summary,
      description: endpoint.description,
      tags: [endpoint.name.split('.')[0]],
      'x-access': endpoint.access,
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [
        ...parametersOf(writer, endpoint.params, 'path'),
        ...parametersOf(writer, endpoint.query, 'query'),
        ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
      ],
      requestBody: endpoint.body && {
        content: { 'application/json': { schema: writer.input(endpoint.body) } },
      },
      responses: responsesOf(writer, endpoint),
    }
  }
  const otherPaths = { ...filePathsOf(writer), ...tilePaths, ...livePathOf(writer) }
  writer.components.Problem ??= writer.output(problem)
  return {
    openapi: '3.1.0',
    info: { title: 'Rumbo', version: '1', description: 'Fleet management and dispatch.' },
    servers: [{ url: '/' }],
    paths: { ...paths, ...otherPaths } as Record<string, Record<string, object>>,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: writer.components,
    },
  }
}
