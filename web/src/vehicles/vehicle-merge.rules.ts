/** Concurrent edits of one vehicle: differences, and the merge by field. Pure. */
import type { VehicleDraft } from './vehicle-draft.rules.ts'

const sameValue = (a: VehicleDraft[keyof VehicleDraft], b: VehicleDraft[keyof VehicleDraft]): boolean =>
  JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** Fields in which two drafts differ. `isTheirsOnly`: this form left the field unchanged. */
export function draftDifferences(
  base: VehicleDraft,
  mine: VehicleDraft,
  theirs: VehicleDraft,
): { field: keyof VehicleDraft; isTheirsOnly: boolean }[] {
  return (Object.keys(mine) as (keyof VehicleDraft)[])
    .filter((field) => !sameValue(mine[field], theirs[field]))
    .map((field) => ({ field, isTheirsOnly: sameValue(base[field], mine[field]) }))
}

/** The user's own draft with some fields of the other. */
export const mergeDrafts = (
  mine: VehicleDraft,
  theirs: VehicleDraft,
  fromTheirs: ReadonlySet<string>,
): VehicleDraft => ({
  ...mine,
  ...Object.fromEntries(Object.entries(theirs).filter(([field]) => fromTheirs.has(field))),
})
