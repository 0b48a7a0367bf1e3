import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  bulkStatusResults,
  changeVehicleStatuses,
  updateVehicleNotes,
} from '@rumbo/contract/vehicles.changes.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Changes } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { changeCauses } from '../status/vehicles.status.actions.ts'
import { causesByVehicle, findCauses, lockForStatus } from '../status/vehicles.status.repository.ts'
import { mayEdit, recordVehicleChange, requireVehicleForChange, requireVersion } from '../vehicles.actions.ts'
import { findVehicleLinks } from '../vehicles.links.repository.ts'
import { manualCauses, manualStatusOf, namedChanges } from '../vehicles.rules.ts'
import { findSkills, markChanged, writeNotes } from './vehicles.changes.repository.ts'

/** Changes the notes only; allowed also for users who may change nothing else. */
export async function changeNotes(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...notes }: ParsedOf<typeof updateVehicleNotes>['body'],
): Promise<Vehicle> {
  const before = await requireVehicleForChange(tx, actor, id, 'vehicles.note')
  await requireVersion(tx, actor, before, version)
  await writeNotes(tx, id, notes)
  return recordVehicleChange(tx, id, before, 'updated', { action: 'vehicle.notes_updated', changes: {} })
}

/** Skills in use among the vehicles that the actor sees. */
export const listSkillsOf = async (tx: Transaction, filter: { companyId?: string; fleetId?: string }) => ({
  items: await findSkills(tx, filter),
})

type Result = (typeof bulkStatusResults)[number]

/** Sets the status of many vehicles; returns a reason for each vehicle that could not be changed. */
export async function changeStatuses(
  tx: Transaction,
  actor: Actor,
  { ids, status, note }: ParsedOf<typeof changeVehicleStatuses>['body'],
) {
  const asked = [...new Set(ids)]
  const locked = new Map((await lockForStatus(tx, asked)).map((row) => [row.id, row]))
  const seen = await findVehicleLinks(tx, asked)
  const causes = causesByVehicle(await findCauses(tx, asked))

  const results = new Map<string, Result>()
  const changesOf = new Map<string, ReturnType<typeof namedChanges>>()
  for (const id of asked) {
    const row = locked.get(id)
    const present = causes.get(id) ?? []
    if (!seen.has(id)) results.set(id, 'vehicle_not_found')
    else if (!row || !mayEdit(actor, { companyId: row.company_id, fleetId: row.fleet_id }))
      results.set(id, 'forbidden')
    else {
      const changed = namedChanges(id, status, present)
      results.set(id, changed.length > 0 ? 'changed' : 'unchanged')
      if (changed.length > 0) changesOf.set(id, changed)
    }
  }
  await changeCauses(
    tx,
    [...changesOf.values()].flat().map((change) => ({ ...change, detail: note })),
  )
  await markChanged(tx, [...changesOf.keys()])
  const after = new Map((await lockForStatus(tx, [...changesOf.keys()])).map((row) => [row.id, row.status]))
  for (const id of changesOf.keys()) {
    const link = seen.get(id)
    if (!link) continue
    const { companyId, fleetId, vehicleNumber } = link
    const before = manualStatusOf(
      manualCauses.find((cause) => causes.get(id)?.some((one) => one.cause === cause)) ?? null,
    )
    // Where a workshop set it already, the person had set none.
    const changes: Changes = { manualStatus: [before === status ? 'active' : before, status] }
    if (locked.get(id)?.status !== after.get(id)) changes.status = [locked.get(id)?.status, after.get(id)]
    if (note !== null && note !== '') changes.note = [null, note]
    tx.stale({ domain: 'vehicles', id, fleetId, companyId })
    tx.audit({
      action: 'vehicle.status_changed',
      entity: 'vehicle',
      entityId: id,
      entityName: vehicleNumber,
      companyId,
      fleetId,
      changes,
    })
  }
  return {
    items: asked.map((id) => ({
      id,
      vehicleNumber: seen.get(id)?.vehicleNumber ?? null,
      result: results.get(id) ?? 'vehicle_not_found',
      status: after.get(id) ?? locked.get(id)?.status ?? null,
    })),
  }
}
