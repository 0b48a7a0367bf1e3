/** Changed fields: `[before, after]`. */
export type Changes = Record<string, readonly [unknown, unknown]>

/** One audit entry; actor, time and address come from the transaction. */
export interface AuditEntry {
  /** `vehicle.updated`, `session.started` */
  action: string
  entity: string
  entityId?: string | null
  /** The record's name at this time, readable after the record is renamed or deleted. */
  entityName?: string | null
  companyId?: string | null
  fleetId?: string | null
  /** Field by field: `[before, after]`. Never a password or a token. */
  changes?: Changes
  /** The actor where nobody is signed in yet, as during a login. */
  actorId?: string | null
  actorName?: string | null
  address?: string | null
  requestId?: string | null
}

const asText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : JSON.stringify(value ?? null)

/** The fields that differ between two records, as `[before, after]`; `version` and `updatedAt` are ignored. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  ignored: readonly string[] = ['version', 'updatedAt'],
): Changes {
  const changed: Changes = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!ignored.includes(key) && asText(before[key]) !== asText(after[key]))
      changed[key] = [before[key] ?? null, after[key] ?? null]
  }
  return changed
}
