import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildService, zocalo } from '../../services/services.factory.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { planningEndpoints } from '../index.ts'
import { buildPlan } from '../planning.factory.ts'

type Vehicle = Awaited<ReturnType<typeof buildVehicle>>

let built = 0

/** A fleet with a planner, whose orders and vehicles of 3 March 2026 a test adds. */
async function createWorkspaceHarness(test: TestApp) {
  const { place, contactId, user } = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    const place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    const user = await buildUser(tx)
    await buildAssignment(tx, { userId: user.id, ...place, role: 'dispatcher' })
    return { place, contactId: (await buildContact(tx, { companyId })).id, user }
  })
  const ana = await test.as(user)
  /** A ride on the day of the plan, at 10:00 in Mexico City. */
  const service = (given: Partial<Parameters<typeof buildService>[1]> = {}) =>
    test.build((tx) =>
      buildService(tx, {
        dispatchTime: '2026-03-03T16:00:00.000Z',
        requesterContactId: contactId,
        customerName: `Cliente ${uuid()}`,
        customerPhone: `+52 55 ${(1e8 + built++).toString()}`,
        ...place,
        ...given,
      }),
    )
  return {
    place,
    ana,
    service,
    plan: (given: Partial<Parameters<typeof buildPlan>[1]> = {}) =>
      test.build((tx) => buildPlan(tx, { date: '2026-03-03', ...place, ...given })),
    async read({ id }: Plan) {
      const { status, body } = await ana<PlanWorkspace>('GET', `/plans/${id}/workspace`)
      expect(status).toBe(200)
      return body
    },
    setStatus: (id: string, status: string, vehicle?: { id: string; vehicleNumber: string }) =>
      test.build((tx) =>
        tx.sql(
          'update services.services set status = $2, assigned_vehicle_id = $3, assigned_vehicle_number = $4 where id = $1',
          [id, status, vehicle?.id ?? null, vehicle?.vehicleNumber ?? null],
        ),
      ),
    vehicle: (given: Partial<Parameters<typeof buildVehicle>[1]> = {}, at: typeof zocalo | null = zocalo) =>
      test.build(async (tx) => {
        const vehicle = await buildVehicle(tx, { ...place, ...given })
        if (at) await buildPosition(tx, vehicle.id, at)
        return vehicle
      }),
    /** A shift of a driver of its own. */
    shift: (
      of: Vehicle,
      startsAt: string,
      hours: number,
      given: { breaks?: { afterMinutes: number; minutes: number }[]; expiresOn?: string | null } = {},
    ) =>
      test.build(async (tx) => {
        const { breaks = [], ...some } = given
        const driver = await buildDriver(tx, { companyId: place.companyId, ...some })
        const fromHours = (Date.parse(startsAt) - tx.now.getTime()) / 3_600_000
        return buildShift(tx, { ...place, driver, vehicle: of, fromHours, hours, breaks })
      }),
    /** So many services, each with two places of its own. */
    async manyServices(count: number): Promise<void> {
      await service()
      await test.build(async (tx) => {
        await tx.sql(
          `insert into services.services select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
           'service_number', s.service_number + n, 'customer_name', 'Cliente ' || n, 'customer_phone', '+52 55 ' || (20000000 + n)))).*
         from services.services s, generate_series(1, $2 - 1) n where s.fleet_id = $1`,
          [place.fleetId, count],
        )
        await tx.sql(
          `insert into services.planned_stops (id, service_id, fleet_id, sequence, stop_type, address, latitude, longitude)
         select gen_random_uuid(), s.id, s.fleet_id, q.sequence, case q.sequence when 1 then 'pickup' else 'drop' end, 'Calle 1',
           19.3 + random() / 5, -99.2 + random() / 5
         from services.services s, (values (1), (2)) q (sequence)
         where s.fleet_id = $1 and not exists (select from services.planned_stops t where t.service_id = s.id)`,
          [place.fleetId],
        )
        await tx.sql('analyze services.services')
      })
    },
  }
}
type WorkspaceHarness = Awaited<ReturnType<typeof createWorkspaceHarness>> & { test: TestApp }

/** Hooks that give a file a test app, and each of its tests a fleet of its own. */
export function useWorkspaceHarness(): WorkspaceHarness {
  const at = {} as WorkspaceHarness
  beforeAll(async () => {
    at.test = await createTestApp({ answers: () => planningEndpoints })
  })
  afterAll(() => at.test.close())
  beforeEach(async () => {
    Object.assign(at, await createWorkspaceHarness(at.test))
  })
  return at
}

export const stop = (
  stopType: 'pickup' | 'drop',
  at: typeof zocalo,
  window: [string, string] | null = null,
) => ({
  stopType,
  address: 'Calle 1',
  ...at,
  timeWindowStart: window?.[0] ?? null,
  timeWindowEnd: window?.[1] ?? null,
  reference: null,
  contactName: null,
  contactPhone: null,
  extraCost: null,
  serviceMinutes: null,
})
export const codesOf = ({ warnings }: PlanWorkspace) => warnings.map(({ code }) => code)
export const unfitOf = ({ vehicles }: PlanWorkspace) =>
  Object.fromEntries(vehicles.map(({ vehicleId, unfit }) => [vehicleId, unfit]))
