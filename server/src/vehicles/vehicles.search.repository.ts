import { can, isSuperAdmin } from '@rumbo/contract/access'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/access/access.ts'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import type { Transaction } from '../platform/database/transaction.ts'

/** The fleets that the actor reads and whose vehicles they may edit. */
function editableFleets(actor: Actor): { some: readonly string[]; isAll: boolean } {
  const some = can(actor, 'vehicles.edit') ? actor.fleets.manage : []
  return { some, isAll: actor.fleets.read.every((id) => some.includes(id)) }
}

/** The searched text of `v`; VIN and IMEI only of vehicles whose identifiers the actor may see. */
function searchedText(actor: Actor | null): RawBuilder<string> {
  if (!actor || isSuperAdmin(actor.scopes)) return sql`v.search_text`
  const { some, isAll } = editableFleets(actor)
  if (some.length === 0) return sql`v.open_text`
  if (isAll) return sql`v.search_text`
  return sql`case when v.fleet_id = any(${some}::uuid[]) then v.search_text else v.open_text end`
}

/** Whether the actor may see VIN and IMEI of `v`. */
export function seesIdentifiers(actor: Actor | null): RawBuilder<boolean> {
  if (!actor || isSuperAdmin(actor.scopes)) return sql`true`
  const { some, isAll } = editableFleets(actor)
  return isAll && some.length > 0 ? sql`true` : sql`v.fleet_id = any(${some}::uuid[])`
}

/** A condition on `v` for each word of a search, with the actor's rights. */
export function searchConditions({ actor }: Transaction, search: string): RawBuilder<boolean>[] {
  const text = searchedText(actor)
  return searchPatterns(search).map((pattern) => sql<boolean>`${text} like ${pattern}`)
}
