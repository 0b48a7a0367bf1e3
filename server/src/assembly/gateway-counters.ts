import type { Bus } from '../platform/bus.ts'
import type { LabelledSample, Metrics } from '../platform/metrics.ts'

const channel = 'rumbo_gateway_counters'
const everyMs = 5_000
const forgottenAfterMs = 30_000

type Tree = { [name: string]: number | Tree }
export interface GatewayReading {
  /** Of the process as a whole. */
  sums: object
  /** Counters by protocol; a record within counts by reason. */
  protocols: Readonly<Partial<Record<string, object>>>
}

/** What one process counted, of one protocol or, with '', as a whole: `{ 'connectionsDropped.idle': 3 }`. */
interface Announcement {
  process: number
  protocol: string
  counters: Record<string, number>
}

/** `{ a: { b: 1 } }` to `{ 'a.b': 1 }`. */
function flatten(tree: object, separator: string, prefix = ''): Record<string, number> {
  return Object.assign(
    {},
    ...Object.entries(tree as Tree).map(([name, value]) =>
      typeof value === 'number'
        ? { [`${prefix}${name}`]: value }
        : flatten(value, separator, `${prefix}${name}${separator}`),
    ),
  ) as Record<string, number>
}

/** Tells the api processes what this gateway counted, since it serves no HTTP of its own. Returns a function that ends it. */
export function announceCounters({
  bus,
  read,
}: {
  bus: Pick<Bus, 'publish'>
  read: () => GatewayReading
}): () => void {
  const announce = () => {
    const { sums, protocols } = read()
    const announcements: Announcement[] = [
      { process: process.pid, protocol: '', counters: flatten(sums, '_') },
      ...Object.entries(protocols).map(([protocol, counters]) => ({
        process: process.pid,
        protocol,
        counters: flatten(counters ?? {}, '.'),
      })),
    ]
    void bus.publish(
      channel,
      announcements.map((announcement) => JSON.stringify(announcement)),
    )
  }
  const timer = setInterval(announce, everyMs)
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
  const latest = new Map<string, Announcement & { at: number }>()
  bus.listen(channel, (text) => {
    const announcement = JSON.parse(text) as Announcement
    latest.set(`${announcement.process} ${announcement.protocol}`, {
      ...announcement,
      at: now().getTime(),
    })
  })

  function sumsBy(
    keyOf: (announcement: Announcement, name: string) => string | null,
  ): Record<string, number> {
    const sums: Record<string, number> = {}
    for (const [key, announcement] of latest) {
      if (now().getTime() - announcement.at > forgottenAfterMs) latest.delete(key)
      else {
        for (const [name, value] of Object.entries(announcement.counters)) {
          const sumKey = keyOf(announcement, name)
          if (sumKey !== null) sums[sumKey] = (sums[sumKey] ?? 0) + value
        }
      }
    }
    return sums
  }

  metrics.gauge('rumbo_gateway', 'What the gateway processes count, summed over them', () =>
    sumsBy(({ protocol }, name) => (protocol === '' ? name : null)),
  )
  metrics.labelled(
    'rumbo_gateway_protocol',
    'What the gateway processes count of each protocol, by reason where there are several',
    ['protocol', 'what', 'reason'],
    () => {
      const sums = sumsBy(({ protocol }, name) => (protocol === '' ? null : `${protocol}.${name}`))
      return Object.entries(sums).map(([key, value]): LabelledSample => {
        const [protocol = '', what = '', reason = ''] = key.split('.')
        return { labels: { protocol, what, reason }, value }
      })
    },
  )
}
