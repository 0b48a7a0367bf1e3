import { expect, it, vi } from 'vitest'
import { createMetrics } from '../platform/metrics.ts'
import { announceCounters, showGatewayCounters } from './gateway-counters.ts'

it('shows what gateways count by protocol and reason, and forgets those that are gone', async () => {
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
    read: () => ({
      sums: { open: { gt06: 7 }, intake: { batches: 2 } },
      protocols: { gt06: { frames: 5, connectionsDropped: { idle: 3, rubbish: 0 } } },
    }),
  })
  vi.advanceTimersByTime(5_000)
  const text = await metrics.text()
  expect(text).toMatch(/rumbo_gateway\{what="open_gt06",role="api"\} 7/)
  expect(text).toMatch(/rumbo_gateway_protocol\{protocol="gt06",what="frames",reason="",role="api"\} 5/)
  expect(text).toMatch(
    /rumbo_gateway_protocol\{protocol="gt06",what="connectionsDropped",reason="idle",role="api"\} 3/,
  )
  expect(Math.max(...sizes)).toBeLessThan(8_000)
  end()
  vi.advanceTimersByTime(31_000)
  expect(await metrics.text()).not.toContain('rumbo_gateway_protocol{')
  vi.useRealTimers()
})
