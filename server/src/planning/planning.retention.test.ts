import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { planningEndpoints } from './index.ts'
import { buildPlanning } from './planning.factory.ts'
import { forgetPastPlanning } from './planning.retention.jobs.ts'
import { writeTravel } from './travel/planning.travel.repository.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ answers: () => planningEndpoints })
})
afterAll(() => test.close())

it('travel times and runs of plans go 14 days after their end; the plans, and runs under way, stay', async () => {
  const daySeconds = 86_400
  const place = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    return { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
  })
  const made = () =>
    test.build(async (tx) => {
      const { planId, planRunId } = await buildPlanning(tx, place)
      const bytes = (size: number) => Buffer.alloc(size)
      await writeTravel(
        tx,
        { id: planId, ...place },
        { coordinates: [19, -99], seconds: bytes(2), metres: bytes(4), engine: null, isEstimate: true },
      )
      return { planId, planRunId }
    })
  const idsOf = async (column: 'id' | 'plan_id', table: 'plans' | 'runs' | 'travel') => {
    const rows = await test.build((tx) =>
      tx.sql<{ id: string }>(`select ${column} as id from planning.${table} where fleet_id = $1 order by 1`, [
        place.fleetId,
      ]),
    )
    return rows.map(({ id }) => id)
  }
  const [past, active] = [await made(), await made()]
  await test.build((tx) =>
    tx.sql("update planning.runs set status = 'searching', ended_at = null where id = $1", [
      active.planRunId,
    ]),
  )
  test.clock.advance(13 * daySeconds)
  await forgetPastPlanning(test.database)
  expect(await idsOf('plan_id', 'travel')).toHaveLength(2)
  test.clock.advance(3 * daySeconds)
  const present = await made()
  await forgetPastPlanning(test.database)
  expect(await idsOf('plan_id', 'travel')).toEqual([present.planId])
  expect(await idsOf('id', 'runs')).toEqual([active.planRunId, present.planRunId].toSorted())
  expect(await idsOf('id', 'plans')).toEqual([past.planId, active.planId, present.planId].toSorted())
})
