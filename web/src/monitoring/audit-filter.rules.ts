/** The audit filter in the address; days are `YYYY-MM-DD`. */
export interface AuditFilter {
  companyId?: string
  actorId?: string
  entityId?: string
  entity?: string
  action?: string
  from?: string
  to?: string
}

export const auditFilterNames = [
  'companyId',
  'actorId',
  'entityId',
  'entity',
  'action',
  'from',
  'to',
] as const satisfies readonly (keyof AuditFilter)[]

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const day = /^\d{4}-\d\d-\d\d$/
const code = /^.{1,60}$/
const shapes: Record<keyof AuditFilter, RegExp> = {
  companyId: id,
  actorId: id,
  entityId: id,
  entity: code,
  action: code,
  from: day,
  to: day,
}

/** Parses the filter from the address without invalid values, for which the server would refuse the whole request. */
export function readAuditFilter(query: Readonly<Record<string, string | string[]>>): AuditFilter {
  const filter: AuditFilter = {}
  for (const name of auditFilterNames) {
    const value = query[name]
    if (typeof value === 'string' && shapes[name].test(value)) filter[name] = value
  }
  return filter
}

export const isBackwards = ({ from, to }: AuditFilter): boolean =>
  from !== undefined && to !== undefined && from > to
