import { commonProblems, type Endpoint } from '@rumbo/contract/endpoint'
import { type ProblemCode, problem, problemStatus } from '@rumbo/contract/problems.contract'
import { filesPath, uploadedFile } from '@rumbo/contract/work.contract'
import * as z from 'zod'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function responsesOf(endpoint: Endpoint) {
  const responses: Record<string, object> = {
    [endpoint.status ?? 200]: {
      description: 'Done',
      content: { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } },
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

/** Uploads and downloads, which are bytes and so no endpoints of the contract. */
const filePaths = {
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
          content: { 'application/json': { schema: jsonSchema(uploadedFile, 'output') } },
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
}

const inPath = (name: string, type: 'string' | 'integer') => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
})

/** Map tiles, which are bytes too and open to everybody. */
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

/** OpenAPI 3.1 of the endpoints, and of files; a pure function of the contract. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = `/v1${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: endpoint.name,
      summary: endpoint.summary,
      tags: [endpoint.name.split('.')[0]],
      'x-access': endpoint.access,
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
      requestBody: endpoint.body && {
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
      responses: responsesOf(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rumbo', version: '1', description: 'Fleet management and dispatch.' },
    servers: [{ url: '/' }],
    paths: { ...paths, ...filePaths, ...tilePaths },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: jsonSchema(problem, 'output') },
    },
  }
}
