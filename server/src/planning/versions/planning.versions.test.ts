import type { Plan, PlanVersion } from '@rumbo/contract/planning.contract'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildPlan, buildPlanVersion } from '../planning.factory.ts'
import { usePlanHarness } from '../testing/planning.plan.harness.ts'
import { keepVersion } from './planning.versions.actions.ts'

const at = usePlanHarness()

type Answered<Of> = Of & { code?: string; current?: Plan }
let vehicleId: string
let foreignVersionId: string
beforeEach(() =>
  at.test.build(async (tx) => {
    vehicleId = (await buildVehicle(tx, at.place)).id
    const companyId = (await buildCompany(tx)).id
    const there = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    foreignVersionId = await buildPlanVersion(tx, await buildPlan(tx, there))
  }),
)

const keep = (name: string, version = 1, caller = at.ana) =>
  caller<Answered<PlanVersion>>('POST', `/plans/${at.plan.id}/versions`, { body: { name, version } })
const list = async (caller = at.vera) =>
  (await caller<{ items: PlanVersion[] }>('GET', `/plans/${at.plan.id}/versions`)).body.items
const restore = (id: string, version: number, caller = at.ana) =>
  caller<Answered<Plan>>('POST', `/plan-versions/${id}/restore`, { body: { version } })
/** Gives the plan a vehicle, which is its second version. */
const change = async () => {
  const { name, settings } = at.plan
  const content = { routes: [{ vehicleId, visits: [] }] }
  const body = { name, settings, content, version: 1 }
  expect((await at.ana('PUT', `/plans/${at.plan.id}`, { body })).status).toBe(200)
}

describe('versions of a plan', () => {
  it('are kept under a name, listed, read and deleted', async () => {
    const kept = await keep('Antes')
    expect(kept.status).toBe(201)
    expect(kept.body).toMatchObject({ planId: at.plan.id, name: 'Antes', cause: 'named', planVersion: 1 })
    expect(await list()).toEqual([kept.body])
    const read = await at.vera<Plan>('GET', `/plan-versions/${kept.body.id}`)
    expect(read.body).toMatchObject({ id: kept.body.id, content: { routes: [] }, settings: at.plan.settings })
    expect((await keep('Otra', 1, at.vera)).body.code).toBe('forbidden')
    expect((await restore(kept.body.id, 1, at.vera)).body.code).toBe('forbidden')
    expect((await at.vera('DELETE', `/plan-versions/${kept.body.id}`)).status).toBe(403)
    const gone = await Promise.all([1, 2].map(() => at.ana('DELETE', `/plan-versions/${kept.body.id}`)))
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await list()).toEqual([])
  })

  it('have names of their own, ignoring case, also when two are kept at once', async () => {
    const answers = await Promise.all([keep('Lunes'), keep('LUNES')])
    expect(answers.map(({ body }) => body.code ?? 'kept').sort()).toEqual(['kept', 'name_taken'])
    expect((await keep(' ')).status).toBe(422)
    expect((await keep('Tarde', 2)).body).toMatchObject({ code: 'stale_version', current: { version: 1 } })
  })

  it('are at most 100 with a name', async () => {
    await at.test.build(async (tx) => {
      for (let count = 1; count < 100; count += 1) await buildPlanVersion(tx, at.plan, `Versión ${count}`)
    })
    const answers = await Promise.all([keep('A'), keep('B')])
    expect(answers.map(({ body }) => body.code ?? 'kept').sort()).toEqual(['kept', 'plan_versions_full'])
  })

  it('become the plan again, and what they replace is kept', async () => {
    const { id } = (await keep('Vacío')).body
    await change()
    expect((await restore(id, 1)).body).toMatchObject({ code: 'stale_version', current: { version: 2 } })
    const restored = await restore(id, 2)
    expect(restored.body).toMatchObject({ version: 3, content: { routes: [] }, name: at.plan.name })
    const [before] = await list()
    expect(before).toMatchObject({ cause: 'before_restore', name: null, planVersion: 2 })
    const again = await restore(before?.id ?? '', 3)
    expect(again.body).toMatchObject({ version: 4, content: { routes: [{ vehicleId }] } })
    // Kept by the product: nobody deletes it.
    expect((await at.ana<{ code?: string }>('DELETE', `/plan-versions/${before?.id}`)).body.code).toBe(
      'plan_not_found',
    )
  })

  it('without a name are the latest 30, and the one that is published', async () => {
    await at.test.build(async (tx) => {
      await keepVersion(tx, at.plan, 'published')
      await buildPlanVersion(tx, at.plan, 'Con nombre')
    })
    for (let run = 0; run < 31; run += 1) {
      at.test.clock.advance(1)
      await at.test.build((tx) => keepVersion(tx, at.plan, 'before_run'))
    }
    const causes = (await list()).map(({ cause }) => cause)
    expect(causes.filter((cause) => cause === 'before_run')).toHaveLength(30)
    expect(causes.filter((cause) => cause === 'published')).toHaveLength(1)
    expect(causes.filter((cause) => cause === 'named')).toHaveLength(1)
  })

  it('that were published make a changed plan published again', async () => {
    await at.test.build(async (tx) => {
      await keepVersion(tx, at.plan, 'published')
      await tx.sql(
        `update planning.plans set published_at = now(), published_by_name = 'Ana', published_version = version where id = $1`,
        [at.plan.id],
      )
    })
    const [published] = await list()
    await change()
    expect((await at.ana<Plan>('GET', `/plans/${at.plan.id}`)).body.status).toBe('changed')
    expect((await restore(published?.id ?? '', 2)).body.status).toBe('published')
  })

  it('of another company are not found', async () => {
    for (const id of [foreignVersionId, uuid()]) {
      expect((await at.ana<Answered<Plan>>('GET', `/plan-versions/${id}`)).body.code).toBe('plan_not_found')
      expect((await restore(id, 1)).body.code).toBe('plan_not_found')
      expect((await at.ana<Answered<Plan>>('DELETE', `/plan-versions/${id}`)).body.code).toBe(
        'plan_not_found',
      )
    }
  })
})
