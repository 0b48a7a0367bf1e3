import type { NotificationRule, RulePreview } from '@rumbo/contract/notifications.rules.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateMaintenanceEvents } from '../../events/events.maintenance.actions.ts'
import { recordFindings } from '../../events/index.ts'
import { buildFleet } from '../../organisation/organisation.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { removeZone, rewriteZone } from '../../places/zones/places.zones.repository.ts'
import { notifyOfFacts } from '../raising/notifications.facts.listener.ts'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  listOf,
  type NotifiedCompany,
  ruleBody,
  rulesOf,
} from '../testing/notified.ts'

let notified: NotifiedCompany
let company: Company
let lead: TestCall
let dispatcher: TestCall
let zoneId: string

const spot = (latitude: number, longitude: number) => ({
  place: { latitude, longitude, lastKnownAt: null, speedKmh: null, heading: null },
})
/** The zone of the tests is from -99.15 to -99.12 and from 19.42 to 19.45. */
const inside = spot(19.43, -99.13)
const outside = spot(19.43, -99.16)
const zoneOf = (given: { fleetId: string; companyId?: string; name?: string }) =>
  notified.test.build((tx) => buildZone(tx, { companyId: company.companyId, ...given }))
const found = (given: object) => findingOf(company, { at: notified.test.clock.now(), ...given })

beforeAll(async () => {
  notified = await createNotifiedCompany()
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  const { people, companyId, fleetId } = company
  lead = await notified.test.as(people.lead)
  dispatcher = await notified.test.as(people.dispatcher)
  for (const { id } of await rulesOf(lead, companyId))
    await lead('POST', `/notification-rules/${id}/switch`, { body: { isActive: false } })
  zoneId = (await zoneOf({ fleetId, name: 'Aeropuerto' })).id
})

const create = (given: object, call: TestCall = lead) =>
  call<NotificationRule & Problem>('POST', '/notification-rules', {
    body: { companyId: company.companyId, ...ruleBody(), ...given },
  })
const limited = (...zoneIds: string[]) => create({ conditions: { zoneIds } })
const previewOf = async (zoneIds: string[]) =>
  (
    await lead<RulePreview & Problem>('POST', '/notification-rules/preview', {
      body: { companyId: company.companyId, ...ruleBody(), conditions: { zoneIds } },
    })
  ).body
const vehiclesNotified = async () => (await listOf(dispatcher)).items.map(({ vehicleId }) => vehicleId)

describe('a rule for zones', () => {
  it('notifies of events in one of them, and of no others', async () => {
    const { vehicleId, otherVehicleId, fleetId } = company
    const elsewhere = await zoneOf({ fleetId, name: 'Lejos' })
    await notified.test.build((tx) =>
      rewriteZone(tx, elsewhere.id, {
        name: 'Lejos',
        corners: [
          [-103.4, 20.6],
          [-103.3, 20.6],
          [-103.3, 20.7],
        ],
      }),
    )
    const { status, body } = await limited(zoneId, elsewhere.id)
    expect(status).toBe(201)
    expect(body.zones).toEqual([
      { id: zoneId, fleetId, name: 'Aeropuerto' },
      { id: elsewhere.id, fleetId, name: 'Lejos' },
    ])
    await notified.find(found(inside), found({ ...outside, vehicleId: otherVehicleId }))
    expect(await vehiclesNotified()).toEqual([vehicleId])
    await notified.find(found({ ...spot(20.61, -103.31), vehicleId: otherVehicleId, type: 'harsh_braking' }))
    expect((await vehiclesNotified()).toSorted()).toEqual([vehicleId, otherVehicleId].toSorted())
  })

  it('matches in its zones what the system finds of a standing vehicle, by where it was last', async () => {
    await limited(zoneId)
    const { vehicleId, otherVehicleId } = company
    await notified.test.build(async (tx) => {
      for (const [id, longitude] of [
        [vehicleId, -99.13],
        [otherVehicleId, -99.16],
      ] as const) {
        await tx.sql(
          `insert into telemetry.vehicle_state as s (vehicle_no, vehicle_id, company_id, fleet_id, as_of, latitude, longitude)
           select vehicle_no, id, company_id, fleet_id, $2, 194300000, $3 from vehicles.vehicles where id = $1
           on conflict (vehicle_no) do update set (as_of, latitude, longitude)
             = (excluded.as_of, excluded.latitude, excluded.longitude)`,
          [id, tx.now, Math.round(longitude * 1e7)],
        )
        await tx.sql(`update vehicles.vehicles set next_service_date = $2::timestamptz::date where id = $1`, [
          id,
          tx.now,
        ])
      }
      await updateMaintenanceEvents(tx)
    })
    await notified.facts.deliverNow()
    expect(await vehiclesNotified()).toEqual([vehicleId])
  })

  it('says nothing of an event without any place', async () => {
    await limited(zoneId)
    await notified.find(found({ place: null }))
    expect(await vehiclesNotified()).toEqual([])
    expect(await previewOf([zoneId])).toMatchObject({ unmatched: [{ reason: 'zone', events: 1 }] })
  })

  it('is refused with a zone of another company as with one that never was', async () => {
    const { foreignId, otherFleetId, fleetId } = company
    const foreign = await notified.test.build(async (tx) => {
      const fleet = await buildFleet(tx, { companyId: foreignId })
      return buildZone(tx, { companyId: foreignId, fleetId: fleet.id })
    })
    const [unknown, other] = [await limited(uuid()), await limited(foreign.id)]
    expect(unknown).toMatchObject({ status: 422, body: { code: 'zone_unknown' } })
    expect({ ...other.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await create({ conditions: { zoneIds: ['x'] } })).body.code).toBe('validation_failed')
    const tooMany = Array.from({ length: 51 }, () => uuid())
    expect((await create({ conditions: { zoneIds: tooMany } })).body.code).toBe('validation_failed')
    // A preview answers the same of both.
    await notified.find(found(inside))
    expect(await previewOf([foreign.id])).toEqual(await previewOf([uuid()]))
    // A manager of one fleet does not see the zones of another.
    const hidden = await zoneOf({ fleetId: otherFleetId })
    const manager = await notified.test.as(company.people.manager)
    const given = { fleetIds: [fleetId], conditions: { zoneIds: [hidden.id] } }
    expect((await create(given, manager)).body.code).toBe('zone_unknown')
    expect((await create({ ...given, conditions: { zoneIds: [zoneId] } }, manager)).status).toBe(201)
  })

  it('shows that its zone was deleted, matches nothing then, and is still saved', async () => {
    const { body: rule } = await limited(zoneId)
    await notified.test.build((tx) => removeZone(tx, zoneId))
    await notified.find(found(inside))
    expect(await vehiclesNotified()).toEqual([])
    const [shown] = (await rulesOf(lead, company.companyId)).filter(({ id }) => id === rule.id)
    expect(shown).toMatchObject({ zones: [], conditions: { zoneIds: [zoneId] } })
    const change = (zoneIds: string[], version: number) =>
      lead<NotificationRule & Problem>('PUT', `/notification-rules/${rule.id}`, {
        body: { ...ruleBody({ name: 'Otra' }), conditions: { zoneIds }, version },
      })
    expect((await change([zoneId], rule.version)).body).toMatchObject({ name: 'Otra', zones: [] })
    expect((await change([zoneId, uuid()], rule.version + 1)).body.code).toBe('zone_unknown')
    expect((await change([], rule.version + 1)).body).toMatchObject({ conditions: { zoneIds: [] } })
    // Once it is gone from the rule, it does not come back.
    expect((await change([zoneId], rule.version + 2)).body.code).toBe('zone_unknown')
  })

  it('is previewed with the zones of each event, and the events outside', async () => {
    await notified.find(found(inside), found({ ...outside, vehicleId: company.otherVehicleId }))
    const previewed = await previewOf([zoneId])
    expect(previewed).toMatchObject({
      ...{ events: 2, matched: 1, notifications: 1 },
      unmatched: [{ reason: 'zone', events: 1 }],
    })
    expect(previewed.items.map(({ zones }) => zones)).toEqual([['Aeropuerto']])
    expect((await previewOf([])).items.map(({ zones }) => zones)).toEqual([[], []])
  })

  it('is previewed without the names of zones that the person does not read', async () => {
    const { companyId, fleetId, otherFleetId, people } = company
    const hidden = await zoneOf({ fleetId: otherFleetId, name: 'Oculta' })
    await notified.find(found(inside))
    const manager = await notified.test.as(people.manager)
    const given = { fleetIds: [fleetId], conditions: { zoneIds: [zoneId, hidden.id] } }
    const { body } = await manager<RulePreview>('POST', '/notification-rules/preview', {
      body: { companyId, ...ruleBody(), ...given },
    })
    expect(body.items.map(({ zones }) => zones)).toEqual([['Aeropuerto']])
  })
})

it('the zones of all rules are read once, however many rules and events there are', async () => {
  const { fleetId } = company
  for (const number of [1, 2, 3]) {
    const zone = await zoneOf({ fleetId })
    await create({ name: `Regla ${number}`, conditions: { zoneIds: [zone.id, zoneId] } })
  }
  const types = ['speeding', 'harsh_braking', 'harsh_acceleration', 'low_fuel'] as const
  await notified.test.build((tx) =>
    recordFindings(
      tx,
      types.map((type) => found({ ...inside, type })),
    ),
  )
  const read = await notified.test.build(async (tx) => {
    const events = await tx.sql<{ id: string }>('select id from events.events where company_id = $1', [
      company.companyId,
    ])
    const facts = events.map(({ id: eventId }, sequence) => ({
      ...{ id: uuid(), sequence, kind: 'event.raised', companyId: company.companyId, fleetId },
      ...{ actorId: null, occurredAt: tx.now, payload: { eventId } },
    }))
    let reads = 0
    const counted = Object.assign(Object.create(tx) as typeof tx, {
      rows: (...given: Parameters<typeof tx.rows>) => {
        if (given[0].compile().sql.includes('"places"."zones"')) reads += 1
        return tx.rows(...given)
      },
    })
    await notifyOfFacts(counted, facts, notified.context)
    return reads
  })
  expect(read).toBe(1)
  expect(await vehiclesNotified()).toHaveLength(types.length)
})
