import type { Bus } from '../platform/bus.ts'
import type { Metrics } from '../platform/metrics.ts'

const channel = 'rumbo_gateway_counters'
const everyMs = 5_000
const forgottenAfterMs = 30_000

type Tree = { [name: string]: number | Tree }

/** `{ a: { b: 1 } }` to `{ a_b: 1 }`: what a scrape can label. */
function flatten(tree: object, prefix = ''): Record<string, number> {
  return Object.assign(
    {},
    ...Object.entries(tree as Tree).map(([name, value]) =>
      typeof value === 'number' ? { [`${prefix}${name}`]: value } : flatten(value, `${prefix}${name}_`),
    ),
  ) as Record<string, number>
}

/** Tells the api processes what this gateway counted, since it serves no HTTP of its own. Returns a function that ends it. */
export function announceCounters({
  bus,
  read,
}: {
  bus: Pick<Bus, 'publish'>
  read: () => object
}): () => void {
  const timer = setInterval(
    () => void bus.publish(channel, [JSON.stringify({ process: process.pid, counters: flatten(read()) })]),
    everyMs,
  )
  timer.unref()
  return () => clearInterval(timer)
}

/** Shows at `/metrics` what every gateway process counted last. */
export function showGatewayCounters({
  bus,
  metrics,
  now,
}: {
  bus: Pick<Bus, 'listen'>
  metrics: Metrics
  now: () => Date
}): void {
  const latest = new Map<number, { at: number; counters: Record<string, number> }>()
  bus.listen(channel, (text) => {
    const { process: pid, counters } = JSON.parse(text) as {
      process: number
      counters: Record<string, number>
    }
    latest.set(pid, { at: now().getTime(), counters })
  })
  metrics.gauge('rumbo_gateway', 'What the gateway processes count, summed over them', () => {
    const sums: Record<string, number> = {}
    for (const [pid, { at, counters }] of latest) {
      if (now().getTime() - at > forgottenAfterMs) latest.delete(pid)
      else for (const [name, value] of Object.entries(counters)) sums[name] = (sums[name] ?? 0) + value
    }
    return sums
  })
}
