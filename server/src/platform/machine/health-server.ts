import { createServer, type Server } from 'node:http'
import type { NotReady } from '@rumbo/contract/monitoring.contract'
import { problemBody } from '../http/problems.ts'
import { notReady, Problem, problem } from '../problem.ts'

/**
 * Serves `GET /v1/health` and `GET /v1/ready` over plain HTTP from the supervisor of a machine without the api role.
 * @throws the system's error where it cannot listen
 */
export async function serveHealth(options: {
  host: string
  port: number
  missing(): readonly NotReady[]
}): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    const answer = answerTo(request.method, request.url, options.missing)
    const isProblem = answer instanceof Problem
    response.writeHead(isProblem ? answer.status : 200, {
      'content-type': isProblem ? 'application/problem+json' : 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(isProblem ? problemBody(answer, 'supervisor') : answer))
  })
  await listening(server, options.port, options.host)
  server.unref()
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerTo(
  method: string | undefined,
  url: string | undefined,
  missing: () => readonly NotReady[],
): { status: string } | Problem {
  const path = (url ?? '').replace(/[/]?([?].*)?$/, '')
  if (method !== 'GET' && method !== 'HEAD') return problem('not_found')
  if (path === '/v1/health') return { status: 'alive' }
  if (path !== '/v1/ready') return problem('not_found')
  const parts = missing()
  return parts.length > 0 ? notReady(parts) : { status: 'ready' }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      server.on('error', () => undefined)
      done()
    })
  })
}
