import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import {
  eventCategories,
  eventConcerns,
  eventSeverities,
  eventSorts,
  eventStatuses,
  eventTypes,
} from './events.contract.ts'
import { id, instant, manyOf } from './lists.ts'
import { exportedFile, tableWork } from './table-files.ts'

/** Columns of an exported file. */
export const exportedEventFields = [
  'event',
  'type',
  'category',
  'severity',
  'status',
  'vehicle',
  'plate',
  'occurredAt',
  'lastOccurredAt',
  'occurrences',
  'latitude',
  'longitude',
  'speedKmh',
  'assignee',
  'acknowledgedAt',
  'acknowledgedBy',
  'resolvedAt',
  'resolvedBy',
  'dismissedAt',
  'dismissedBy',
  'note',
] as const
export type ExportedEventField = (typeof exportedEventFields)[number]

export const exportEvents = endpoint({
  ...tableWork,
  name: 'events.export',
  path: '/events/exports',
  summary: 'Write the events that the filter shows into a file, in the order of the list',
  access: 'events.read',
  feature: { name: 'events', of: [{ in: 'body', fleet: 'fleetId', company: 'companyId' }] },
  body: z.strictObject({
    companyId: id.optional(),
    fleetId: id.optional(),
    vehicleId: id.optional(),
    type: manyOf(z.enum(eventTypes)),
    category: manyOf(z.enum(eventCategories)),
    severity: manyOf(z.enum(eventSeverities)),
    status: manyOf(z.enum(eventStatuses)),
    from: instant.optional(),
    to: instant.optional(),
    concerns: manyOf(z.enum(eventConcerns)),
    sort: z.enum(eventSorts).default('lastOccurredAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...exportedFile,
  }),
})
