import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from './configuration.ts'
import { problem } from './problem.ts'

type Reading = number | Readonly<Record<string, number>>

export interface LabelledSample {
  labels: Readonly<Record<string, string>>
  value: number
}

export interface Metrics {
  /** Fits `HttpOptions.observe`. */
  observe(call: { endpoint: string; method: string; status: number; seconds: number }): void
  /** A value that rises and falls, read at each scrape; a record gives one series per key, labelled `what`. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void
  /** A sum that only grows, kept by whoever counts it and read at each scrape. */
  counter(name: string, help: string, read: () => Reading | Promise<Reading>): void
  /** As `gauge`, with labels of one's own: one series per sample. */
  labelled(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly LabelledSample[],
  ): void
  watchPool(pool: Pool): void
  /** Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** Metrics of one process; names begin with `rumbo_`, except those of Node itself. */
export function createMetrics(options: { version: string; role: string }): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role: options.role })
  collectDefaultMetrics({ register: registry })
  const http = new Histogram({
    name: 'rumbo_http_request_seconds',
    help: 'Duration of answered calls by endpoint',
    labelNames: ['endpoint', 'method', 'status'],
    buckets: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'rumbo_build_info',
    help: 'Always 1; the label tells the version',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: options.version }, 1)

  /** A reading that fails leaves its series out; the others are still told. */
  async function readInto(
    metric: { reset(): void; add(what: string | null, value: number): void },
    read: () => Reading | Promise<Reading>,
  ) {
    metric.reset()
    const reading = await Promise.resolve()
      .then(read)
      .catch(() => null)
    if (reading === null) return
    if (typeof reading === 'number') metric.add(null, reading)
    else for (const [what, value] of Object.entries(reading)) metric.add(what, value)
  }

  const metrics: Metrics = {
    contentType: registry.contentType,
    observe: ({ endpoint, method, status, seconds }) =>
      http.observe({ endpoint, method, status: String(status) }, seconds),
    gauge(name, help, read) {
      const gauge: Gauge<'what'> = new Gauge({
        name,
        help,
        labelNames: ['what'],
        registers: [registry],
        collect: () =>
          readInto(
            {
              reset: () => gauge.reset(),
              add: (what, value) => (what === null ? gauge.set(value) : gauge.set({ what }, value)),
            },
            read,
          ),
      })
    },
    counter(name, help, read) {
      const counter: Counter<'what'> = new Counter({
        name,
        help,
        labelNames: ['what'],
        registers: [registry],
        collect: () =>
          readInto(
            {
              reset: () => counter.reset(),
              add: (what, value) => (what === null ? counter.inc(value) : counter.inc({ what }, value)),
            },
            read,
          ),
      })
    },
    labelled(name, help, labelNames, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        collect() {
          gauge.reset()
          for (const { labels, value } of read()) gauge.set(labels, value)
        },
      })
    },
    watchPool: (pool) =>
      metrics.gauge(
        'rumbo_database_connections',
        'Connections of the pool, and calls waiting for one',
        () => ({
          total: pool.totalCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
        }),
      ),
    text: () => registry.metrics(),
  }
  return metrics
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * This machine, or whoever has the token. A forwarded call came from elsewhere, even where its proxy runs here and
 * is not among the trusted ones.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
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
