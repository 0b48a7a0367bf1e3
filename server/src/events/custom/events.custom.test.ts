import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrangeVehiclePeople, type VehiclePeople } from '../../vehicles/testing/vehicle-people.testing.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildEvent } from '../events.factory.ts'
import { customRuleEndpoints } from '../index.ts'

type Answered = CustomRule & { code?: string; current?: CustomRule; errors?: unknown }

let test: TestApp
let at: VehiclePeople
beforeAll(async () => {
  test = await createTestApp({ answers: () => customRuleEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

const cold = { reading: 'temperature1', operator: 'above', value: 8, margin: 1 }
const create = (given: object = {}, caller = at.lead) =>
  caller<Answered>('POST', '/event-rules', {
    body: { fleetId: at.fleetId, name: 'Cadena de frío', conditions: [cold], ...given },
  })
const made = async (given: object = {}) => {
  const { status, body } = await create(given)
  expect(status).toBe(201)
  return body
}
const replace = (rule: CustomRule, given: object = {}, caller = at.lead) => {
  const { name, scope, isActive, severity, match, conditions, seconds, schedule, cooldownSeconds, version } =
    rule
  return caller<Answered>('PUT', `/event-rules/${rule.id}`, {
    body: {
      ...{ name, scope, isActive, severity, match, conditions, seconds, schedule, cooldownSeconds, version },
      ...given,
    },
  })
}
const list = async (caller = at.lead, fleetId = at.fleetId) =>
  (await caller<{ items: CustomRule[] }>('GET', `/event-rules?fleetId=${fleetId}`)).body
const auditOf = (id: string) =>
  test.build((tx) =>
    tx.sql<{ action: string; changes: Record<string, unknown> }>(
      'select action, changes from platform.audit_entries where entity_id = $1 order by at, id',
      [id],
    ),
  )

describe('custom rules', () => {
  it('are edited by managers of the fleet, read by its staff except drivers, and audited', async () => {
    const rule = await made()
    expect(rule).toMatchObject({
      ...{ companyId: at.companyId, fleetId: at.fleetId, conditions: [cold], match: 'all', seconds: 0 },
      ...{ scope: { kind: 'fleet' }, isActive: true, severity: 'warning', version: 1, isAlwaysMet: false },
      ...{ lastRaisedAt: null, schedule: { windows: [], holidays: 'any' } },
    })
    expect((await list(at.viewer)).items).toEqual([rule])
    expect((await at.viewer('GET', `/event-rules/${rule.id}`)).body).toEqual(rule)
    expect((await at.driver('GET', `/event-rules/${rule.id}`)).status).toBe(403)
    expect((await at.outsider('GET', `/event-rules/${rule.id}`)).status).toBe(404)
    for (const caller of [at.dispatcher, at.viewer, at.driver]) {
      expect((await create({ name: 'Otra' }, caller)).status).toBe(403)
      expect((await replace(rule, {}, caller)).status).toBe(403)
      expect((await caller('DELETE', `/event-rules/${rule.id}`)).status).toBe(403)
    }
    expect((await replace(rule, {}, at.outsider)).status).toBe(404)
    expect((await create({}, at.outsider)).body.code).toBe('fleet_denied')
    const { body: slower } = await replace(rule, { seconds: 60 })
    expect(slower).toMatchObject({ seconds: 60, version: 2, id: rule.id })
    expect((await at.lead('DELETE', `/event-rules/${rule.id}`)).body).toEqual({ done: true })
    expect((await list()).items).toEqual([])
    expect(await auditOf(rule.id)).toMatchObject([
      { action: 'custom_rule.created' },
      { action: 'custom_rule.updated', changes: { seconds: [0, 60] } },
      { action: 'custom_rule.deleted' },
    ])
  })

  it.each([
    [
      'contradictory conditions',
      [
        { reading: 'speedKmh', operator: 'above', value: 100 },
        { reading: 'speedKmh', operator: 'below', value: 50 },
      ],
      { path: 'body.conditions', code: 'rule_never' },
    ],
    [
      'a value outside the range of the reading',
      [cold, { reading: 'temperature2', operator: 'above', value: 300 }],
      { path: 'body.conditions.1', code: 'condition_never' },
    ],
    [
      'a boolean that equals a number',
      [{ reading: 'door', operator: 'equals', value: 1 }],
      { path: 'body.conditions.0', code: 'wrong_kind' },
    ],
    [
      'an unknown reading',
      [{ reading: 'nothing', operator: 'is', value: true }],
      { path: 'body.conditions.0', code: 'reading_unknown' },
    ],
  ])('with %s are refused', async (_, conditions, refusal) => {
    const { status, body } = await create({ conditions })
    expect(status).toBe(422)
    expect(JSON.stringify(body.errors)).toContain(refusal.code)
    expect(JSON.stringify(body.errors)).toContain(refusal.path)
    const rule = await made()
    expect((await replace(rule, { conditions })).status).toBe(422)
    expect((await list()).items).toHaveLength(1)
  })

  it('that always hold are saved, and say so', async () => {
    const conditions = [{ reading: 'fuelPercent', operator: 'at_least', value: 0 }]
    expect((await made({ conditions })).isAlwaysMet).toBe(true)
  })

  it('take no input of another shape', async () => {
    for (const given of [
      { conditions: [] },
      { conditions: Array.from({ length: 11 }, () => cold) },
      { conditions: [{ ...cold, value: 'NaN'.repeat(80) }] },
      { conditions: [{ ...cold, operator: 'like' }] },
      { conditions: [{ ...cold, margin: -1 }] },
      { seconds: -1 },
      { name: ' ' },
      { severity: 'fatal' },
    ])
      expect((await create(given)).status).toBe(422)
  })

  it('are replaced by one of two callers at once, and have a unique name in their fleet', async () => {
    const rule = await made()
    const answers = await Promise.all([replace(rule, { seconds: 5 }), replace(rule, { seconds: 7 })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'stale_version',
      current: { version: 2 },
    })
    const both = await Promise.all([create({ name: 'Puerta' }), create({ name: 'PUERTA' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('concern vehicles of their own fleet only', async () => {
    const { companyId, fleetId, otherFleetId } = at
    const own = await test.build((tx) => buildVehicle(tx, { companyId, fleetId, causes: [] }))
    const foreign = await test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId: otherFleetId, causes: [] }),
    )
    const of = (...vehicleIds: string[]) => ({ scope: { kind: 'vehicles', vehicleIds } })
    expect((await made(of(own.id, own.id))).scope).toEqual({ kind: 'vehicles', vehicleIds: [own.id] })
    expect((await create({ name: 'Otra', ...of(own.id, foreign.id) })).body.code).toBe('rule_vehicle_unknown')
  })

  it('state when they raised an event last', async () => {
    const rule = await made()
    const { companyId, fleetId } = at
    await test.build(async (tx) => {
      const vehicle = await buildVehicle(tx, { companyId, fleetId, causes: [] })
      const event = await buildEvent(tx, {
        companyId,
        fleetId,
        vehicleId: vehicle.id,
        kind: null,
        type: 'custom',
      })
      await tx.sql('update events.events set rule_id = $2 where id = $1', [event.id, rule.id])
    })
    expect((await list()).items[0]?.lastRaisedAt).toBe(test.clock.now().toISOString())
  })

  it('notify the gateways with the commit', async () => {
    const notified: string[] = []
    const end = test.bus.listen('rumbo_custom_rules', (fleetId) => notified.push(fleetId))
    await test.bus.ready()
    const rule = await made()
    await at.lead('DELETE', `/event-rules/${rule.id}`)
    await expect.poll(() => notified).toEqual([at.fleetId, at.fleetId])
    end()
  })
})
