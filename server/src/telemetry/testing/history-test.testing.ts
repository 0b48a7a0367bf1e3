import { secondMs } from '@rumbo/contract/time-units'
import type { Work } from '@rumbo/contract/work.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { expect } from 'vitest'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import type { WorkKind } from '../../platform/jobs/work.ts'
import { workTask } from '../../platform/jobs/work-runner.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { type SaidPosition, storedPositions, storeOpen } from '../history/telemetry.positions.factory.ts'

/** The time between two reports of `buildDriven`, in milliseconds. */
export const stepMs = 10 * secondMs

/** A new vehicle of a fleet that reported these fixes from a moment on (epoch ms), one in each step. @returns its id */
export const buildDriven = (
  test: TestApp,
  given: { companyId: string; fleetId: string; startMs: number; everyMs?: number },
  fixes: readonly Omit<SaidPosition, 'at'>[],
): Promise<string> =>
  test.build(async (tx) => {
    const { companyId, fleetId, startMs, everyMs = stepMs } = given
    const { id } = await buildVehicle(tx, { companyId, fleetId })
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    const said = fixes.map((fix, index) => ({ ...fix, at: startMs + index * everyMs }))
    await storeOpen(tx, row?.no ?? 0, storedPositions(said))
    return id
  })

/**
 * Orders tests on history of one kind as a user, runs them as the worker does, and reads their results.
 * @param app @param user functions, since both are made when the tests begin
 */
export function historyTests<Result>(
  app: () => TestApp,
  kind: { path: string; name: string; work: WorkKind; parse: (result: unknown) => Result },
  user: () => TestCall,
) {
  const order = (body: object, caller = user()) =>
    caller<{ workId: string; code?: string; errors?: { path: string; code: string }[] }>('POST', kind.path, {
      body,
    })
  const run = (workId: string, signal = new AbortController().signal) =>
    workTask({
      database: app().database,
      files: app().files,
      kinds: { [kind.name]: kind.work },
      actorOf: (userId) => findActor({ database: app().database, assignments }, userId),
      log: pino({ level: 'silent' }),
      pollIntervalMs: 5,
    })({ workId }, { id: '1', attempt: 1, signal })
  const workOf = async (workId: string) => (await user()<Work>('GET', `/work/${workId}`)).body
  const tested = async (body: object): Promise<Result> => {
    const { status, body: started } = await order(body)
    expect(status).toBe(202)
    await run(started.workId)
    const { status: ended, result } = await workOf(started.workId)
    expect(ended).toBe('done')
    const { bytes } = await user()('GET', `/files/${result?.fileId}`)
    return kind.parse(JSON.parse(bytes.toString('utf8')))
  }
  return { order, run, workOf, tested }
}
