import type {
  Event,
  EventCategory,
  EventKind,
  EventSeverity,
  EventType,
} from '@rumbo/contract/events.contract'
import { type EventSpot, isBetterSpot, severityOrder } from './events.rules.ts'

/** Something that was found out about a vehicle: a new event, or another occurrence of an open one. */
export interface Finding {
  /** UUID, used if it becomes a new event. */
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  type: EventType
  kind: EventKind | null
  category: EventCategory
  severity: EventSeverity
  source: Event['source']
  /** Whether it makes its vehicle alarmed, or critical if it is critical, while the event is active. */
  isAlarm: boolean
  /** Trigger of a geofence, custom rule, or the late service or shift; null where type and kind say all. */
  ruleId: string | null
  /** Name of a custom rule or of a geofence; null where the kind or type words it. */
  title: string | null
  fence: { id: string; shapeVersion: number } | null
  at: Date
  place: EventSpot | null
  /** Reported after the vehicle was already known to be elsewhere. */
  isLate: boolean
  /** Figures behind it, by name: `{ limitKmh: 80, maxKmh: 97 }`. */
  detail: Record<string, number | string> | null
  /** Each code, and each refused action with its service, is an event of its own. Default: none. */
  troubleCode?: string | null
  driverAction?: Event['driverAction']
  serviceNumber?: number | null
}

/** Findings of one batch that belong to one event. */
export interface Recurrence {
  /** The first one, with the severity of the most severe and the title, shape and detail of the latest. */
  finding: Finding
  times: number
  firstAt: Date
  lastAt: Date
}

/** Equal for findings that cannot have two open events: the columns of the index `events_open_same`. */
const keyOf = (one: Finding): string =>
  JSON.stringify([
    one.vehicleId,
    one.type,
    one.kind,
    one.ruleId,
    one.fence?.id,
    one.troubleCode,
    one.driverAction,
    one.serviceNumber,
  ])

function add(to: Recurrence, finding: Finding): void {
  const { finding: known } = to
  to.times += 1
  if (severityOrder(finding.severity) > severityOrder(known.severity)) known.severity = finding.severity
  known.isAlarm ||= finding.isAlarm
  known.isLate &&= finding.isLate
  if (finding.at < to.firstAt) to.firstAt = finding.at
  if (finding.at < to.lastAt) return
  to.lastAt = finding.at
  if (finding.place && (!known.place || isBetterSpot(finding.place, known.place))) known.place = finding.place
  known.title = finding.title ?? known.title
  known.fence = finding.fence ?? known.fence
  known.detail = finding.detail ?? known.detail
}

/** Joins findings of the same trouble, so that a thousand of them are one row to write. In the order of the vehicles. */
export function joinFindings(findings: readonly Finding[]): Recurrence[] {
  const joined = new Map<string, Recurrence>()
  for (const finding of findings) {
    const key = keyOf(finding)
    const known = joined.get(key)
    if (known) add(known, finding)
    else joined.set(key, { finding: { ...finding }, times: 1, firstAt: finding.at, lastAt: finding.at })
  }
  // Two processes that write the same events lock them in one order.
  return [...joined].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, recurrence]) => recurrence)
}
