import { type Plan, type PlanContent, planContent, plansPerDay } from '@rumbo/contract/planning.contract'
import { servicesOf } from '@rumbo/planning/content'
import { plannableOrders, usableVehicles } from '@rumbo/planning/problem'
import { v7 as uuid } from 'uuid'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { Problem, problem } from '../../platform/problem.ts'
import type { Log } from '../../platform/process/logging.ts'
import { auditPlan, hintPlan } from '../planning.changes.ts'
import { countOfDay, findPlan, insertPlan, instantsOf, lockPlan, timeZoneOf } from '../planning.repository.ts'
import { acceptProposal, beginRun } from '../runs/planning.runs.actions.ts'
import { lockRun } from '../runs/planning.runs.repository.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import { recurringContent } from './planning.recurring.rules.ts'
import { hintSchedule } from './planning.schedules.actions.ts'
import {
  findActiveSchedules,
  findNames,
  findRecurring,
  findSchedule,
  findTemplate,
  findUntouchedProposals,
  movedToDay,
  type ScheduleRow,
  writeFailure,
  writeMade,
} from './planning.schedules.repository.ts'
import { dueDay } from './planning.schedules.rules.ts'

interface ScheduleDeps {
  database: Database
  log: Log
}

const identity = asSystem('recurring plans')

/** The routes of a plan that is made, from those of the template. */
async function contentOf(tx: Transaction, schedule: ScheduleRow, plan: Plan): Promise<PlanContent> {
  const found = await findTemplate(tx, schedule)
  if (!found) return { routes: [] }
  const workspace = await readWorkspace(tx, plan)
  const starts = await movedToDay(
    tx,
    plan.companyId,
    found.content.routes.map(({ startsAt }) => startsAt),
    { from: found.date, to: plan.date },
  )
  const routes = found.content.routes.map((route, at) => ({ ...route, startsAt: starts[at] ?? null }))
  const content = recurringContent({
    template: { routes },
    before: await findRecurring(tx, plan.fleetId, [...servicesOf(found.content)]),
    now: plannableOrders(workspace).flatMap(({ state, serviceId, seriesId, stops }) =>
      state === 'open' && seriesId !== null
        ? [{ serviceId, seriesId, stopIds: stops.map(({ stopId }) => stopId) }]
        : [],
    ),
    vehicleIds: new Set(
      usableVehicles({ workspace, settings: plan.settings }).map(({ vehicleId }) => vehicleId),
    ),
  })
  return planContent.parse(content)
}

/** The name of the recurring plan, with a number where the day has a plan of this name. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const named = (count: number) => (count === 1 ? name : `${name.slice(0, 75)} ${count}`)
  let count = 1
  while (taken.has(named(count).toLowerCase())) count += 1
  return named(count)
}

/** Makes the plan of a day. @throws Problem `plans_full` */
async function makePlan(tx: Transaction, schedule: ScheduleRow, date: string): Promise<void> {
  const { id: scheduleId, companyId, fleetId, name, startTime, endTime, settings } = schedule
  if ((await countOfDay(tx, fleetId, date)) >= plansPerDay) throw problem('plans_full')
  const draft: Plan = {
    companyId,
    fleetId,
    date,
    startTime,
    endTime,
    settings,
    scheduleId,
    ...(await instantsOf(tx, companyId, { date, startTime, endTime })),
    id: uuid(),
    name: freeName(name, await findNames(tx, fleetId, date)),
    content: { routes: [] },
    status: 'draft',
    figures: null,
    publishedAt: null,
    publishedBy: null,
    createdAt: tx.now.toISOString(),
    updatedAt: tx.now.toISOString(),
    updatedBy: null,
    version: 1,
  }
  await insertPlan(tx, { ...draft, content: await contentOf(tx, schedule, draft) })
  const plan = await findPlan(tx, draft.id)
  if (!plan) return
  hintPlan(tx, plan)
  auditPlan(tx, 'plan.created', plan)
  if (schedule.seconds > 0) await search(tx, plan, schedule)
}

/** Nothing to search, which the planner sees in the plan itself. */
const unsearchable: readonly string[] = ['plan_no_orders', 'plan_no_vehicles', 'plan_too_large']

/** Fits in what the template did not have; what it had keeps its vehicle. */
async function search(tx: Transaction, plan: Plan, { name, seconds }: ScheduleRow): Promise<void> {
  try {
    await beginRun(tx, plan, { mode: 'insert', seconds, serviceIds: null, settings: null }, name)
  } catch (error) {
    if (!(error instanceof Problem) || !unsearchable.includes(error.code)) throw error
  }
}

/** Makes the next plan that is due. @returns whether one was made */
const makeNext = ({ database }: ScheduleDeps, id: string): Promise<boolean> =>
  database.transaction(identity, async (tx) => {
    // Another worker may be making it: it is found made once the lock is there.
    const schedule = await findSchedule(tx, id, { lock: true })
    const day = schedule && dueDay(schedule, tx.now, await timeZoneOf(tx, schedule.companyId))
    if (!schedule || day === null) return false
    await makePlan(tx, schedule, day)
    await writeMade(tx, id, day)
    hintSchedule(tx, schedule)
    return true
  })

/** Shows planners that the plan of a day could not be made; it is tried again. */
const recordFailure = ({ database }: ScheduleDeps, id: string, failure: string): Promise<void> =>
  database.transaction(identity, async (tx) => {
    const schedule = await findSchedule(tx, id, { lock: true })
    const date = schedule && dueDay(schedule, tx.now, await timeZoneOf(tx, schedule.companyId))
    if (schedule && date !== null && (await writeFailure(tx, id, { date, failure })))
      hintSchedule(tx, schedule)
  })

/** Makes all plans that are due. A recurring plan that fails does not hold up the others. */
export async function makeDuePlans(deps: ScheduleDeps): Promise<void> {
  const { database, log } = deps
  const active = await database.transaction(identity, findActiveSchedules, { readOnly: true })
  for (const { id } of active)
    try {
      while (await makeNext(deps, id)) log.debug({ scheduleId: id }, 'made a recurring plan')
    } catch (error) {
      if (!(error instanceof Problem))
        log.error({ err: error, scheduleId: id }, 'could not make a recurring plan')
      await recordFailure(deps, id, error instanceof Problem ? error.code : 'internal').catch(
        (err: unknown) => log.error({ err, scheduleId: id }, 'could not record that a recurring plan fails'),
      )
    }
}

/** Makes the proposal of a search the plan, where nobody has changed or published it meanwhile. */
const acceptUntouched = (
  { database }: ScheduleDeps,
  { runId, planId }: { runId: string; planId: string },
): Promise<void> =>
  database.transaction(identity, async (tx) => {
    const locked = await lockPlan(tx, planId)
    const run = await lockRun(tx, runId)
    if (!locked || run?.status !== 'finished' || run.content === null) return
    const { plan, changedById } = locked
    if (changedById !== null || plan.publishedAt !== null || plan.version !== run.planVersion) return
    await acceptProposal(tx, plan, { id: runId, content: run.content, settings: run.settings }, null)
  })

/** Makes plans of what the searches for recurring plans found, unless a planner has begun with them. */
export async function acceptProposals(deps: ScheduleDeps): Promise<void> {
  const { database, log } = deps
  const found = await database.transaction(identity, findUntouchedProposals, { readOnly: true })
  for (const proposal of found)
    await acceptUntouched(deps, proposal).catch((err: unknown) =>
      log.error({ err, ...proposal }, 'could not accept what was found for a recurring plan'),
    )
}

/** Jobs of recurring plans; idempotent. */
export const scheduleTasks = (deps: ScheduleDeps): Record<string, JobTask> => ({
  'planning:schedules': async () => {
    await makeDuePlans(deps)
    await acceptProposals(deps)
  },
})
export const scheduleCrontab = '*/5 * * * * planning:schedules ?max=1&jobKey=planning:schedules'
