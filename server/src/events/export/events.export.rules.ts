import type { Event } from '@rumbo/contract/events.contract'
import { type ExportedEventField, exportedEventFields } from '@rumbo/contract/events.files.contract'
import { type Language, translate } from '@rumbo/i18n'
import { localTime } from '@rumbo/i18n/table-time'
import type { TableCell } from '../../platform/tables/export-table.ts'

/** The heading of a column. */
export const headingOf = (language: Language, field: ExportedEventField): string =>
  translate(language, `events.file.${field}`)

/** What the event is called: its own title, else its trouble code, else the device's name for it, else its type. */
function nameOf({ title, troubleCode, kind, type }: Event, language: Language): string {
  if (title !== null) return title
  const name = translate(language, kind === null ? `events.type.${type}` : `events.kind.${kind}`)
  return troubleCode === null ? name : `${name} ${troubleCode}`
}

/** The cells of an event, in the order of the columns; times as `2026-03-02 07:05` in the time zone. */
export function cellsOf(event: Event, language: Language, timeZone: string): TableCell[] {
  const { acknowledged, resolved, dismissed } = event
  const time = (at: string | undefined) => localTime(at ?? null, timeZone)
  const cells: Record<ExportedEventField, TableCell> = {
    event: nameOf(event, language),
    type: translate(language, `events.type.${event.type}`),
    category: translate(language, `events.category.${event.category}`),
    severity: translate(language, `events.severity.${event.severity}`),
    status: translate(language, `events.status.${event.status}`),
    vehicle: event.vehicleNumber,
    plate: event.plateNumber,
    occurredAt: time(event.occurredAt),
    lastOccurredAt: time(event.lastOccurredAt),
    occurrences: event.occurrences,
    latitude: event.latitude ?? '',
    longitude: event.longitude ?? '',
    speedKmh: event.speedKmh ?? '',
    assignee: event.assignee ?? '',
    acknowledgedAt: time(acknowledged?.at),
    acknowledgedBy: acknowledged?.by ?? '',
    resolvedAt: time(resolved?.at),
    resolvedBy: resolved?.by ?? '',
    dismissedAt: time(dismissed?.at),
    dismissedBy: dismissed?.by ?? '',
    note: event.note ?? '',
  }
  return exportedEventFields.map((field) => cells[field])
}
