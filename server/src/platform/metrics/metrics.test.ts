import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Problem } from '../problem.ts'
import { metricDefinitions, samplesBy } from './definitions.ts'
import { createMetrics, type Metrics, mountMetrics } from './metrics.ts'

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
  it('contain calls, values, sums and the process', async () => {
    mountMetrics(app, { metrics, token: undefined })
    let encoded = 3
    metrics.observe({ endpoint: 'vehicles.list', method: 'GET', status: 200, seconds: 0.004 })
    metrics.read('rumbo_live', () => samplesBy('what', { viewers: 7 }))
    metrics.read('rumbo_live_encoded_total', async () => [{ labels: {}, value: encoded }])
    await ask()
    encoded = 5
    const { body, headers, statusCode } = await ask()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(/rumbo_http_request_seconds_bucket\{.*le="0.005".*endpoint="vehicles.list".*\} 1/)
    expect(body).toMatch(/rumbo_live\{what="viewers",role="api"\} 7/)
    expect(body).toMatch(/rumbo_live_encoded_total\{role="api"\} 5/)
    expect(body).toContain('# TYPE rumbo_live_encoded_total counter')
    expect(body).toContain('# TYPE rumbo_live gauge')
    expect(body).toMatch(/rumbo_build_info\{version="0.1.0",role="api"\} 1/)
    expect(body).toContain('process_cpu_seconds_total')
  })

  it('omit what cannot be read at the moment, and contain the rest', async () => {
    mountMetrics(app, { metrics, token: undefined })
    metrics.read('rumbo_facts', () => Promise.reject(new Error('no database')))
    metrics.read('rumbo_live', () => samplesBy('what', { viewers: 7 }))
    const { body, statusCode } = await ask()
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/^rumbo_facts\{/m)
    expect(body).toContain('rumbo_live{')
  })

  it('of the installation are reported by one process alone', async () => {
    let isReporter = false
    metrics = createMetrics({ version: '0.1.0', role: 'api', isReporter: () => isReporter })
    mountMetrics(app, { metrics, token: undefined })
    metrics.read('rumbo_jobs', () => samplesBy('state', { waiting: 2 }))
    metrics.read('rumbo_live', () => samplesBy('what', { viewers: 7 }))
    const other = (await ask()).body
    expect(other).toContain('rumbo_live{')
    expect(other).not.toContain('rumbo_jobs{')
    isReporter = true
    expect((await ask()).body).toContain('rumbo_jobs{state="waiting",role="api"} 2')
  })

  it('are counters exactly where their names end in _total', () => {
    for (const [name, { type }] of Object.entries(metricDefinitions))
      expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')])
  })

  it('are served to this machine only if no token is set', async () => {
    mountMetrics(app, { metrics, token: undefined })
    expect((await ask()).statusCode).toBe(200)
    expect((await ask({}, '::ffff:127.0.0.1')).statusCode).toBe(200)
    expect((await ask({}, '192.0.2.7')).statusCode).toBe(403)
    expect((await ask({ 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(403)
    expect((await ask({ authorization: 'Bearer ' }, '192.0.2.7')).statusCode).toBe(403)
  })

  it('are served to other machines with the token, and refused with a wrong one', async () => {
    mountMetrics(app, { metrics, token: 'right' })
    expect((await ask({ authorization: 'Bearer right' }, '192.0.2.7')).statusCode).toBe(200)
    expect((await ask({ authorization: 'Bearer wrong' }, '192.0.2.7')).statusCode).toBe(403)
    expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(403)
    expect((await ask()).statusCode).toBe(200)
  })
})
