import type { Plan } from '@rumbo/contract/planning.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { planningEndpoints } from '../index.ts'
import { buildPlan } from '../planning.factory.ts'

interface PlanHarness {
  test: TestApp
  place: { companyId: string; fleetId: string }
  plan: Plan
  /** A dispatcher, and somebody who may only read. */
  ana: TestCall
  vera: TestCall
  anaId: string
  veraId: string
}

/** Hooks that give a file a test app, and each of its tests a plan without routes and two people who see it. */
export function usePlanHarness(): PlanHarness {
  const at = {} as PlanHarness
  beforeAll(async () => {
    at.test = await createTestApp({ answers: () => planningEndpoints })
  })
  afterAll(() => at.test.close())
  beforeEach(async () => {
    const { ana, vera, ...built } = await at.test.build(async (tx) => {
      const companyId = (await buildCompany(tx)).id
      const place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
      const [ana, vera] = [await buildUser(tx), await buildUser(tx)]
      await buildAssignment(tx, { userId: ana.id, ...place, role: 'dispatcher' })
      await buildAssignment(tx, { userId: vera.id, ...place, role: 'fleet_viewer' })
      return { place, plan: await buildPlan(tx, place), ana, vera, anaId: ana.id, veraId: vera.id }
    })
    Object.assign(at, built, { ana: await at.test.as(ana), vera: await at.test.as(vera) })
  })
  return at
}
