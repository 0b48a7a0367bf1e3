import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@rumbo/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/**
 * The readable page of the API at `/v1/docs`, generated from the same document as `/v1/openapi.json`. It has the
 * product's own content security policy: the library's would upgrade every address to HTTPS and admit other hosts.
 */
export async function mountDocs(app: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: openApiDocument(endpoints) as never },
    })
    await scope.register(swaggerUi, {
      routePrefix: '/v1/docs',
      theme: { title: 'Rumbo API' },
      uiConfig: { layout: 'BaseLayout' },
    })
  })
}
