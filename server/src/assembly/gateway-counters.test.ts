import { expect, it, vi } from 'vitest'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { announceCounters, showGatewayCounters } from './gateway-counters.ts'

it('shows counters of gateways by protocol and reason, and omits those that ended', async () => {
  vi.useFakeTimers({ now: 0 })
  const handlers: ((text: string) => void)[] = []
  const sizes: number[] = []
  const bus = {
    publish: async (_channel: string, payloads: readonly string[]) => {
      for (const payload of payloads) {
        sizes.push(payload.length)
        for (const handler of handlers) handler(payload)
      }
    },
    listen(_channel: string, handler: (text: string) => void) {
      handlers.push(handler)
      return () => undefined
    },
  }
  const metrics = createMetrics({ version: '0', role: 'api' })
  showGatewayCounters({ bus, metrics, now: () => new Date() })
  const end = announceCounters({
    bus,
    gateway: 'host:1',
    read: () => ({
      connections: { gt06: 7 },
      intake: { sums: { batches: 2, rejected: { gt06: { too_old: 4 } } }, state: { waitingReports: 1 } },
      protocols: { gt06: { frames: 5, connectionsDropped: { idle: 3, rubbish: 0 } } },
    }),
  })
  vi.advanceTimersByTime(5_000)
  const text = await metrics.text()
  for (const line of [
    'rumbo_gateway_connections{gateway="host:1",protocol="gt06",role="api"} 7',
    'rumbo_gateway_total{gateway="host:1",protocol="gt06",what="frames",reason="",role="api"} 5',
    'rumbo_gateway_total{gateway="host:1",protocol="gt06",what="connectionsDropped",reason="idle",role="api"} 3',
    'rumbo_intake_total{gateway="host:1",what="batches",reason="",role="api"} 2',
    'rumbo_intake_total{gateway="host:1",what="rejected",reason="gt06.too_old",role="api"} 4',
    'rumbo_intake{gateway="host:1",what="waitingReports",role="api"} 1',
    '# TYPE rumbo_gateway_total counter',
    '# TYPE rumbo_gateway_connections gauge',
  ])
    expect(text.split('\n')).toContain(line)
  expect(Math.max(...sizes)).toBeLessThan(8_000)
  end()
  vi.advanceTimersByTime(31_000)
  expect(await metrics.text()).not.toContain('rumbo_gateway_total{')
  vi.useRealTimers()
})
