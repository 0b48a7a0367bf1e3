import { hostname } from 'node:os'
import type { Bus } from '../platform/bus.ts'
import type { ReadMetricName, Sample } from '../platform/metrics/definitions.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

const channel = 'rumbo_gateway_counters'
const everyMs = 5_000
const forgottenAfterMs = 30_000

type Tree = { [name: string]: number | Tree }
export interface GatewayReading {
  /** Open connections by protocol. */
  connections: object
  /** The intake's totals, and its current queue and memory. */
  intake: { sums: object; state: object }
  /** Counters by protocol; a nested record counts by reason. */
  protocols: Readonly<Partial<Record<string, object>>>
}

/** Counters of one process: those of a protocol, or of another `part`, such as `{ 'drops.idle': 3 }`. */
interface Announcement {
  gateway: string
  part: 'connections' | 'intakeSums' | 'intakeState' | 'protocol'
  protocol: string
  counters: Record<string, number>
}

/** `{ a: { b: 1 } }` to `{ 'a.b': 1 }`. */
function flatten(tree: object, prefix = ''): Record<string, number> {
  return Object.assign(
    {},
    ...Object.entries(tree as Tree).map(([name, value]) =>
      typeof value === 'number' ? { [`${prefix}${name}`]: value } : flatten(value, `${prefix}${name}.`),
    ),
  ) as Record<string, number>
}

/**
 * Publishes this gateway process's counters every few seconds, because it serves no HTTP. Each process has its own
 * series, so that counters never decrease after a restart.
 * @returns a function that stops it
 */
export function announceCounters({
  bus,
  read,
  gateway = `${hostname()}:${process.pid}`,
}: {
  bus: Pick<Bus, 'publish'>
  read: () => GatewayReading
  gateway?: string
}): () => void {
  const announce = () => {
    const { connections, intake, protocols } = read()
    const announcements: Announcement[] = [
      { gateway, part: 'connections', protocol: '', counters: flatten(connections) },
      { gateway, part: 'intakeSums', protocol: '', counters: flatten(intake.sums) },
      { gateway, part: 'intakeState', protocol: '', counters: flatten(intake.state) },
      ...Object.entries(protocols).map(
        ([protocol, counters]): Announcement => ({
          gateway,
          part: 'protocol',
          protocol,
          counters: flatten(counters ?? {}),
        }),
      ),
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

/** Registers the latest counters of every gateway process as metrics. */
export function showGatewayCounters({
  bus,
  metrics,
  now,
}: {
  bus: Pick<Bus, 'listen'>
  metrics: Pick<Metrics, 'read'>
  now: () => Date
}): void {
  const latest = new Map<string, Announcement & { at: number }>()
  bus.listen(channel, (text) => {
    const announcement = JSON.parse(text) as Announcement
    const { gateway, part, protocol } = announcement
    latest.set(`${gateway} ${part} ${protocol}`, { ...announcement, at: now().getTime() })
  })

  function show<Name extends ReadMetricName>(
    name: Name,
    wanted: Announcement['part'],
    labelsOf: (gateway: string, protocol: string, path: readonly string[]) => Sample<Name>['labels'],
  ): void {
    metrics.read(name, () =>
      [...latest].flatMap(([key, { at, part, gateway, protocol, counters }]) => {
        if (now().getTime() - at > forgottenAfterMs) latest.delete(key)
        else if (part === wanted)
          return Object.entries(counters).map(([counter, value]) => ({
            labels: labelsOf(gateway, protocol, counter.split('.')),
            value,
          }))
        return []
      }),
    )
  }
  show('rumbo_gateway_total', 'protocol', (gateway, protocol, [what = '', reason = '']) => ({
    gateway,
    protocol,
    what,
    reason,
  }))
  show('rumbo_gateway_connections', 'connections', (gateway, _, [protocol = '']) => ({ gateway, protocol }))
  show('rumbo_intake_total', 'intakeSums', (gateway, _, [what = '', ...reason]) => ({
    gateway,
    what,
    reason: reason.join('.'),
  }))
  show('rumbo_intake', 'intakeState', (gateway, _, [what = '']) => ({ gateway, what }))
}
