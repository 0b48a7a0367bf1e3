import type { ServiceChange } from '@rumbo/contract/services.stops.contract'

type Changes = ServiceChange['changes']

/** Known from other changes: by the status, by the change of each stop, or by other fields. */
const hidden = new Set([
  'executedStops',
  'isPriceAgreed',
  'isRouteEstimated',
  'plannedDuration',
  'plannedDistance',
  'duration',
])

interface AuditedStop {
  address?: unknown
  reference?: unknown
  timeWindowStart?: unknown
  timeWindowEnd?: unknown
}

const isList = (value: unknown): value is AuditedStop[] => Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? [value] : [])
const partsOf = (stop: AuditedStop | undefined, at: number): string[] =>
  stop === undefined
    ? []
    : [
        `${at + 1}. ${text(stop.address).join()}`,
        ...text(stop.reference),
        ...text(stop.timeWindowStart),
        ...text(stop.timeWindowEnd),
      ]

/** The stops that differ, with their numbers, in place of two whole plans. */
function changedStops([before, after]: readonly [unknown, unknown]): [string[], string[]] {
  const [from, to] = [isList(before) ? before : [], isList(after) ? after : []]
  const [old, now]: [string[], string[]] = [[], []]
  for (let at = 0; at < Math.max(from.length, to.length); at += 1) {
    const [a, b] = [partsOf(from[at], at), partsOf(to[at], at)]
    if (a.join() === b.join()) continue
    old.push(...a)
    now.push(...b)
  }
  return [old, now]
}

/** The changes of an audit entry of a service, without what its reader learns elsewhere or cannot read. */
export function readableChanges(changes: Changes): Changes {
  const readable: Changes = {}
  for (const [field, change] of Object.entries(changes)) {
    if (hidden.has(field) || /Id$/.test(field)) continue
    if (field === 'plannedStops') readable.stops = changedStops(change)
    else readable[field] = [change[0], change[1]]
  }
  return readable
}
