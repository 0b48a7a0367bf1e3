import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics, type Metrics, mountMetrics } from './metrics.ts'
import { Problem } from './problem.ts'

let app: FastifyInstance
let metrics: Metrics

beforeEach(() => {
  metrics = createMetrics({ version: '0.1.0', role: 'api' })
  app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Problem ? error.status : 500).send({}),
  )
})
afterEach(() => app.close())

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/metrics', headers, remoteAddress })

describe('metrics', () => {
  it('tell calls, values, sums and the process', async () => {
    mountMetrics(app, { metrics, token: undefined })
    let frames = 3
    metrics.observe({ endpoint: 'vehicles.list', method: 'GET', status: 200, seconds: 0.004 })
    metrics.gauge('rumbo_live_viewers', 'Open live sockets', () => 7)
    metrics.counter('rumbo_gateway_total', 'What the gateway counted', async () => ({ frames, drops: 0 }))
    await ask()
    frames = 5
    const { body, headers, statusCode } = await ask()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(/rumbo_http_request_seconds_bucket\{.*le="0.005".*endpoint="vehicles.list".*\} 1/)
    expect(body).toMatch(/rumbo_live_viewers\{role="api"\} 7/)
    expect(body).toMatch(/rumbo_gateway_total\{what="frames",role="api"\} 5/)
    expect(body).toMatch(/rumbo_gateway_total\{what="drops",role="api"\} 0/)
    expect(body).toMatch(/rumbo_build_info\{version="0.1.0",role="api"\} 1/)
    expect(body).toContain('process_cpu_seconds_total')
  })

  it('leave out what cannot be read at the moment, and tell the rest', async () => {
    mountMetrics(app, { metrics, token: undefined })
    metrics.gauge('rumbo_facts', 'Deliveries outstanding', () => Promise.reject(new Error('no database')))
    metrics.gauge('rumbo_live_viewers', 'Open live sockets', () => 7)
    const { body, statusCode } = await ask()
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/^rumbo_facts\{/m)
    expect(body).toContain('rumbo_live_viewers')
  })

  it('are told to this machine only, where no token is set', async () => {
    mountMetrics(app, { metrics, token: undefined })
    expect((await ask()).statusCode).toBe(200)
    expect((await ask({}, '::ffff:127.0.0.1')).statusCode).toBe(200)
    expect((await ask({}, '192.0.2.7')).statusCode).toBe(403)
    expect((await ask({ 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(403)
    expect((await ask({ authorization: 'Bearer ' }, '192.0.2.7')).statusCode).toBe(403)
  })

  it('are told to others with the token, and to nobody with a wrong one', async () => {
    mountMetrics(app, { metrics, token: 'right' })
    expect((await ask({ authorization: 'Bearer right' }, '192.0.2.7')).statusCode).toBe(200)
    expect((await ask({ authorization: 'Bearer wrong' }, '192.0.2.7')).statusCode).toBe(403)
    expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(403)
    expect((await ask()).statusCode).toBe(200)
  })
})
