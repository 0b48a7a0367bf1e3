import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type createPlanSchedule,
  type PlanSchedule,
  schedulesPerFleet,
  type updatePlanSchedule,
} from '@rumbo/contract/planning.schedules.contract'
import { v7 as uuid } from 'uuid'
import { findFleet, lockFleets } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { type Changes, differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findPlan, timeZoneOf } from '../planning.repository.ts'
import {
  countSchedules,
  findSchedule,
  findSchedules,
  insertSchedule,
  removeSchedule,
  rewriteSchedule,
  type ScheduleRow,
} from './planning.schedules.repository.ts'
import { nextDay } from './planning.schedules.rules.ts'

function scheduleOf(row: ScheduleRow, now: Date, timeZone: string): PlanSchedule {
  const { createdAt: _, updatedAt, updatedBy: __, ...schedule } = row
  return {
    ...schedule,
    nextDate: nextDay(row, now, timeZone),
    updatedAt: updatedAt.toISOString(),
  }
}

const shown = async (tx: Transaction, row: ScheduleRow): Promise<PlanSchedule> =>
  scheduleOf(row, tx.now, await timeZoneOf(tx, row.companyId))

/** The recurring plans of a fleet, by name. */
export async function listSchedulesOf(tx: Transaction, fleetId: string): Promise<{ items: PlanSchedule[] }> {
  const rows = await findSchedules(tx, fleetId)
  const [first] = rows
  const timeZone = first ? await timeZoneOf(tx, first.companyId) : 'UTC'
  return { items: rows.map((row) => scheduleOf(row, tx.now, timeZone)) }
}

/** Notifies open pages that the recurring plans of a fleet changed. */
export function hintSchedule(
  tx: Transaction,
  { fleetId, companyId }: Pick<ScheduleRow, 'fleetId' | 'companyId'>,
) {
  tx.stale({ domain: 'planning', fleetId, companyId })
}

function audit(tx: Transaction, action: string, schedule: ScheduleRow, changes?: Changes): void {
  hintSchedule(tx, schedule)
  tx.audit({
    action,
    entity: 'plan_schedule',
    entityId: schedule.id,
    entityName: schedule.name,
    companyId: schedule.companyId,
    fleetId: schedule.fleetId,
    changes,
  })
}

/** @throws Problem `plan_not_found`: not a plan of the fleet */
async function requireTemplate(tx: Transaction, fleetId: string, planId: string | null): Promise<void> {
  if (planId !== null && (await findPlan(tx, planId))?.fleetId !== fleetId) throw problem('plan_not_found')
}

/** @throws Problem `fleet_denied`, `forbidden`, `plan_not_found`, `plan_schedules_full`, `name_taken` */
export async function createScheduleOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createPlanSchedule>['body'],
): Promise<PlanSchedule> {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'planning.edit', { companyId, fleetId: fleet.id })
  if (!(await lockFleets(tx, [fleet.id])).has(fleet.id)) throw problem('fleet_denied')
  if ((await countSchedules(tx, fleet.id)) >= schedulesPerFleet) throw problem('plan_schedules_full')
  await requireTemplate(tx, fleet.id, body.templatePlanId)
  const id = uuid()
  await insertSchedule(tx, { ...body, id, companyId })
  const made = await findSchedule(tx, id)
  if (!made) throw problem('fleet_denied')
  audit(tx, 'plan_schedule.created', made)
  return shown(tx, made)
}

/** Locks a recurring plan to change it. @throws Problem `plan_not_found`, `forbidden` */
async function take(tx: Transaction, actor: Actor, id: string): Promise<ScheduleRow> {
  const found = await findSchedule(tx, id)
  if (!found) throw problem('plan_not_found')
  requireCan(actor, 'planning.edit', found)
  const locked = await findSchedule(tx, id, { lock: true })
  if (!locked) throw problem('plan_not_found')
  return locked
}

const auditedFields = [
  'name',
  'weekdays',
  'skipsHolidays',
  'startTime',
  'endTime',
  'daysAhead',
  'madeAt',
  'until',
  'isActive',
  'templatePlanId',
] as const
const auditedOf = (schedule: ScheduleRow): Record<string, unknown> => ({
  ...Object.fromEntries(auditedFields.map((field) => [field, schedule[field]])),
  searchSeconds: schedule.seconds,
  ...schedule.settings,
})

/** @throws Problem `plan_not_found`, `forbidden`, `stale_version`, `name_taken` */
export async function updateScheduleOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof updatePlanSchedule>['body'],
): Promise<PlanSchedule> {
  const before = await take(tx, actor, id)
  if (before.version !== version)
    throw problem('stale_version', {
      current: await shown(tx, before),
      changedBy: before.updatedBy,
      changedAt: before.updatedAt,
    })
  // The plan that was chosen before may be gone meanwhile.
  if (body.templatePlanId !== before.templatePlanId)
    await requireTemplate(tx, before.fleetId, body.templatePlanId)
  await rewriteSchedule(tx, id, body)
  const now = await findSchedule(tx, id)
  if (!now) throw problem('plan_not_found')
  audit(tx, 'plan_schedule.changed', now, differences(auditedOf(before), auditedOf(now)))
  return shown(tx, now)
}

/** @throws Problem `plan_not_found`, `forbidden` */
export async function deleteScheduleOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const found = await take(tx, actor, id)
  if ((await removeSchedule(tx, id)) === 0) throw problem('plan_not_found')
  audit(tx, 'plan_schedule.deleted', found)
  return { done: true }
}
