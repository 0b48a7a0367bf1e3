import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/**
 * The readable page of the API at `/v1/docs`. Uses the product's content security policy: the library's would upgrade
 * every address to HTTPS and allow other hosts.
 * @param build the document of `/v1/openapi.json`; called once, when the page first asks for it
 */
export async function mountDocs(app: FastifyInstance, build: () => object): Promise<void> {
  let document: Readonly<Record<string, unknown>> | undefined
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      // Every answer replaces this placeholder; the plugin accepts no function here.
      specification: {
        document: { openapi: '3.1.0', info: { title: 'Rumbo', version: '1' }, paths: {} },
      },
    })
    await scope.register(swaggerUi, {
      routePrefix: '/v1/docs',
      theme: { title: 'Rumbo API' },
      // Hundreds of opened operations keep a browser busy for many seconds.
      uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true },
      transformSpecificationClone: false,
      transformSpecification: () => {
        document ??= { ...build() }
        return document
      },
    })
  })
}
