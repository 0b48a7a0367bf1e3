import type { Feature } from '@rumbo/contract/features'
import type { Fleet } from '@rumbo/contract/organisation.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { directoryEndpoints } from '../../directory/index.ts'
import { dispatchEndpoints } from '../../dispatch/index.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { buildService } from '../../services/services.factory.ts'
import { servicesAnswers } from '../../services/testing/services.harness.ts'
import { vehicleEndpoints } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation.factory.ts'

let world: TestApp
let hearing: pg.Client
const hints: { domain: string; id?: string; companyId?: string; fleetId?: string }[] = []
beforeAll(async () => {
  world = await createTestApp({
    answers: ({ database, clock, directory }) => [
      ...directoryEndpoints(directory),
      ...servicesAnswers({ clock, database }),
      ...dispatchEndpoints({
        database,
        roads: createRoads({ clock, routingUrl: null, regions: regionsOf() }),
      }),
      ...vehicleEndpoints,
    ],
  })
  hearing = new pg.Client({ connectionString: world.superuserUrl })
  await hearing.connect()
  await hearing.query('listen rumbo_stale')
  hearing.on('notification', ({ payload }) => hints.push(...JSON.parse(payload ?? '[]')))
})
afterAll(async () => {
  await hearing.end()
  await world.close()
})

interface Configuration {
  version: number
  tier: string
  code?: string
  features: { feature: Feature; isEnabled: boolean; isCore: boolean; isLocked: boolean; tier: string }[]
}
let own: { id: string }
let north: Fleet
let south: Fleet
let foreignFleet: Fleet
let root: TestCall
let admin: TestCall
let clerk: TestCall
let service: { id: string; version: number }
let vehicle: { id: string }
let contact: { id: string }
beforeEach(async () => {
  const users = await world.build(async (tx) => {
    own = await buildCompany(tx)
    north = await buildFleet(tx, { companyId: own.id })
    south = await buildFleet(tx, { companyId: own.id })
    foreignFleet = await buildFleet(tx, { companyId: (await buildCompany(tx)).id })
    contact = await buildContact(tx, { companyId: own.id })
    const place = { companyId: own.id, requesterContactId: contact.id }
    service = await buildService(tx, { ...place, fleetId: north.id })
    await buildService(tx, { ...place, fleetId: south.id })
    vehicle = await buildVehicle(tx, { companyId: own.id, fleetId: north.id })
    const users = {
      root: await buildUser(tx, { level: 'super_admin' }),
      admin: await buildUser(tx, { level: 'admin' }),
      clerk: await buildUser(tx),
    }
    await buildAssignment(tx, { userId: users.admin.id, companyId: own.id })
    await buildAssignment(tx, { userId: users.clerk.id, companyId: own.id, fleetId: north.id })
    return users
  })
  root = await world.as(users.root)
  admin = await world.as(users.admin)
  clerk = await world.as(users.clerk)
})

const configuration = async (caller = admin, id = north.id) =>
  (await caller<Configuration>('GET', `/fleets/${id}/configuration`)).body
const enabledOf = ({ features }: Configuration) =>
  features.filter(({ isEnabled }) => isEnabled).map(({ feature }) => feature)
async function switchOff(feature: Feature, id = north.id) {
  const before = await configuration(admin, id)
  const enabled = enabledOf(before).filter((name) => name !== feature)
  return admin<Configuration>('PUT', `/fleets/${id}/configuration`, {
    body: { enabled, version: before.version },
  })
}
const setTier = (tier: string) =>
  root('GET', `/companies/${own.id}`).then(({ body }) => {
    const { id: _i, counts: _c, createdAt: _a, ...fields } = body
    return root('PUT', `/companies/${own.id}`, { body: { ...fields, tier } })
  })
const services = (caller: TestCall, filter = '') =>
  caller<{ total: number; code?: string; tier?: string }>('GET', `/services/${filter}`)
/** What another process's notice does in the meantime: the caller is known anew. */
const eventually = (work: () => Promise<unknown>) => vi.waitFor(work, 2_000)

describe('the configuration of a fleet', () => {
  it('names every feature with category, lock and the tier that has it', async () => {
    const answer = await configuration(clerk)
    expect(answer).toMatchObject({ fleetId: north.id, tier: 'professional', version: 1 })
    expect(answer.features).toHaveLength(15)
    const of = (name: Feature) => answer.features.find(({ feature }) => feature === name)
    expect(of('fleet')).toMatchObject({ category: 'core', isCore: true, isEnabled: true })
    expect(of('company_tree')).toMatchObject({ isLocked: true, isEnabled: false, tier: 'enterprise' })
    expect(of('radar')).toMatchObject({ isLocked: false, isEnabled: true, category: 'visualization' })
  })
  it('is saved, with hints, a fact and an audit entry', async () => {
    hints.length = 0
    const saved = await switchOff('radar')
    expect(saved).toMatchObject({ status: 200, body: { version: 2 } })
    expect(enabledOf(saved.body)).not.toContain('radar')
    expect((await admin<Fleet>('GET', `/fleets/${north.id}`)).body.features).not.toContain('radar')
    expect((await admin<Fleet>('GET', `/fleets/${south.id}`)).body.features).toContain('radar')
    await eventually(async () =>
      expect(hints).toContainEqual({ domain: 'organisation', id: north.id, companyId: own.id }),
    )
    const entries = await world.build((tx) =>
      tx.sql('select changes from platform.audit_entries where entity_id = $1 and action = $2', [
        north.id,
        'fleet.configured',
      ]),
    )
    expect(entries).toEqual([{ changes: { radar: [true, false] } }])
  })
  it('keeps core features on, and what the tier lacks locked', async () => {
    const { version } = await configuration()
    const save = (enabled: Feature[]) =>
      admin<Configuration>('PUT', `/fleets/${north.id}/configuration`, { body: { enabled, version } })
    expect(await save(['company_tree'])).toMatchObject({
      status: 403,
      body: {
        code: 'feature_locked',
        tier: 'enterprise',
        message: 'Upgrade to enterprise to unlock this feature.',
      },
    })
    const bare = await save([])
    expect(enabledOf(bare.body)).toEqual(['control_panel', 'fleet', 'vehicle_details', 'notifications'])
    await setTier('enterprise')
    expect(enabledOf(await configuration())).toEqual([
      ...['control_panel', 'fleet', 'vehicle_details', 'notifications'],
      'company_tree',
    ])
  })
  it('refuses a stale version', async () => {
    await switchOff('radar')
    const body = { enabled: [], version: 1 }
    expect((await admin('PUT', `/fleets/${north.id}/configuration`, { body })).body).toMatchObject({
      code: 'stale_version',
      current: { version: 2 },
    })
  })
  it('is an admin’s of the own company', async () => {
    const body = { enabled: [], version: 1 }
    const save = (caller: TestCall, id: string) => caller('PUT', `/fleets/${id}/configuration`, { body })
    expect((await save(clerk, north.id)).body.code).toBe('forbidden')
    expect((await save(admin, foreignFleet.id)).body.code).toBe('fleet_denied')
    expect((await admin('GET', `/fleets/${foreignFleet.id}/configuration`)).body.code).toBe('fleet_denied')
  })
})

describe('calls of a feature that is off', () => {
  it('are refused in its fleet, and answered in the others', async () => {
    await switchOff('services')
    await eventually(async () => expect((await services(clerk)).body.code).toBe('feature_off'))
    expect((await services(admin, `?fleetId=${north.id}`)).body.code).toBe('feature_off')
    expect((await services(root, `?fleetId=${north.id}`)).body.code).toBe('feature_off')
    expect((await services(admin, `?fleetId=${south.id}`)).body.total).toBe(1)
    expect((await services(admin)).body.total).toBe(1)
    expect((await admin('GET', '/vehicles')).status).toBe(200)
  })
  it('are refused on a single record for every caller', async () => {
    await switchOff('services')
    for (const caller of [root, admin]) {
      const reading = await caller('GET', `/services/${service.id}`)
      expect(reading.body.code).toBe('feature_off')
      const cancelling = await caller('DELETE', `/services/${service.id}`)
      expect(cancelling.body.code).toBe('feature_off')
    }
  })
  it('are refused for dispatch apart from services', async () => {
    await switchOff('dispatch')
    const send = await admin('POST', `/services/${service.id}/dispatch`, { body: { version: 1 } })
    expect(send.body.code).toBe('feature_off')
    expect((await admin('GET', `/services/${service.id}/candidates`)).body.code).toBe('feature_off')
    expect((await admin('GET', `/services/${service.id}`)).body).toMatchObject({ status: 'created' })
  })
  it('are refused for the contacts of a vehicle, though another fleet has the directory', async () => {
    expect((await admin('GET', `/vehicles/${vehicle.id}/contacts`)).status).toBe(200)
    await switchOff('directory')
    for (const caller of [root, admin])
      expect((await caller('GET', `/vehicles/${vehicle.id}/contacts`)).body.code).toBe('feature_off')
  })
  it('are refused for removing a contact of a company without the directory', async () => {
    await switchOff('directory', north.id)
    await switchOff('directory', south.id)
    const remove = (caller: TestCall) => caller('DELETE', `/directory/contacts/${contact.id}`)
    // A super admin reaches other companies that have the directory.
    expect((await remove(root)).body.code).toBe('feature_off')
    expect((await root('GET', `/directory/contacts/${contact.id}`)).body.code).toBe('feature_off')
    expect((await remove(admin)).body.code).toBe('feature_off')
  })
  it('name the tier where the plan lacks it, and are answered after the upgrade', async () => {
    await setTier('starter')
    await eventually(async () =>
      expect((await services(clerk)).body).toMatchObject({ code: 'feature_locked', tier: 'professional' }),
    )
    expect((await services(admin, `?fleetId=${south.id}`)).body.code).toBe('feature_locked')
    await setTier('professional')
    await eventually(async () => expect((await services(clerk)).status).toBe(200))
  })
  it('are refused for the companies too once no fleet has them', async () => {
    await switchOff('companies', north.id)
    expect((await admin('GET', '/companies/')).status).toBe(200)
    await switchOff('companies', south.id)
    expect((await admin('GET', '/companies/')).body.code).toBe('feature_off')
    expect((await root('GET', '/companies/')).status).toBe(200)
    expect((await admin('GET', `/companies/${own.id}`)).status).toBe(200)
  })
})
