import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, instant, listOf, listQuery } from './lists.ts'
import { workStarted } from './work.contract.ts'

export const auditEntry = z.object({
  id,
  at: instant,
  actorId: id.nullable(),
  actorName: z.string().nullable(),
  address: z.string().nullable(),
  companyId: id.nullable(),
  companyName: z.string().nullable(),
  /** `vehicle.updated`, `session.started` */
  action: z.string(),
  entity: z.string(),
  entityId: id.nullable(),
  /** The name of the record, where it still has one. */
  entityName: z.string().nullable(),
  /** Field by field: before and after. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})
export type AuditEntry = z.infer<typeof auditEntry>

const filters = {
  companyId: id.optional(),
  actorId: id.optional(),
  entity: z.string().max(60).optional(),
  entityId: id.optional(),
  action: z.string().max(60).optional(),
  /** Days of the company's time zone, both included. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}
export const listAudit = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/audit',
  summary: 'Who changed what, when and from where',
  access: 'audit.read',
  query: listQuery(['at'], { ...filters, order: z.enum(['asc', 'desc']).default('desc') }),
  output: listOf(auditEntry),
})
export const auditKinds = endpoint({
  name: 'audit.kinds',
  method: 'GET',
  path: '/audit/kinds',
  summary: 'Actions and kinds of record that occur, for the filters',
  access: 'audit.read',
  output: z.object({ actions: z.array(z.string()), entities: z.array(z.string()) }),
})
export const exportAudit = endpoint({
  name: 'audit.export',
  method: 'POST',
  path: '/audit/exports',
  summary: 'Write what the filter matches into a file',
  access: 'audit.read',
  status: 202,
  body: z.strictObject({
    ...filters,
    search: z.string().trim().max(100).default(''),
    format: z.enum(['csv', 'xlsx']),
    language: z.enum(['es', 'en']).default('es'),
  }),
  output: workStarted,
  problems: ['company_denied'],
})
