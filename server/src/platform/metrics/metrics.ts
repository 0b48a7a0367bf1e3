import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from '../configuration/configuration.ts'
import { bearerOf } from '../http/bearer.ts'
import { problem } from '../problem.ts'
import { metricDefinitions, type ReadMetricName, type Sample, samplesBy } from './definitions.ts'

export interface Metrics {
  /** Fits `HttpOptions.observe`. */
  observe(call: { endpoint: string; method: string; status: number; seconds: number }): void
  /**
   * Registers a reader called at each scrape. A failed reading omits its series from that scrape; installation metrics
   * are read only by the reporting process.
   */
  read<Name extends ReadMetricName>(
    name: Name,
    read: () => readonly Sample<Name>[] | Promise<readonly Sample<Name>[]>,
  ): void
  watchPool(pool: Pool): void
  /** Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

/**
 * Metrics of one process; names begin with `rumbo_`, except those of Node itself.
 * @param options.isReporter whether this process reports the installation metrics
 */
export function createMetrics(options: {
  version: string
  role: string
  isReporter?: () => boolean
}): Metrics {
  const { version, role, isReporter = () => true } = options
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  collectDefaultMetrics({ register: registry })
  const http = new Histogram({
    ...metricOf('rumbo_http_request_seconds'),
    buckets: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  new Gauge({ ...metricOf('rumbo_build_info'), registers: [registry] }).set({ version }, 1)

  const metrics: Metrics = {
    contentType: registry.contentType,
    observe: ({ endpoint, method, status, seconds }) =>
      http.observe({ endpoint, method, status: String(status) }, seconds),
    read(name, read) {
      const { type, scope, labels } = metricDefinitions[name]
      const collect = async () => {
        metric.reset()
        // A metric without labels would report 0 when there is no value.
        if (labels.length === 0) metric.remove()
        if (scope === 'installation' && !isReporter()) return
        const samples = await Promise.resolve()
          .then(read)
          .catch(() => [])
        for (const sample of samples) metric.inc(sample.labels, sample.value)
      }
      const given = { ...metricOf(name), registers: [registry], collect }
      const metric: Counter | Gauge = type === 'counter' ? new Counter(given) : new Gauge(given)
    },
    watchPool: (pool) =>
      metrics.read('rumbo_database_connections', () =>
        samplesBy('state', { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      ),
    text: () => registry.metrics(),
  }
  return metrics
}

function metricOf(name: keyof typeof metricDefinitions) {
  const { help, labels } = metricDefinitions[name]
  return { name, help, labelNames: [...labels] as string[] }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Allows this machine, or a caller with the token. A forwarded call comes from elsewhere, even if its untrusted proxy
 * runs here.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = bearerOf(request)
  if (token && given) return timingSafeEqual(digest(given), digest(token))
  const { headers, raw } = request
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return isLoopback((raw.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

/** `GET /metrics` in Prometheus' text format, to this machine or with `RUMBO_METRICS_TOKEN`; else 403. */
export function mountMetrics(
  app: FastifyInstance,
  options: { metrics: Metrics; token: string | undefined },
): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.token)) throw problem('forbidden')
    return reply.type(options.metrics.contentType).send(await options.metrics.text())
  })
}
