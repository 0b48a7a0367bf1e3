import { type Watchpoint, watchpointsPerFleet } from '@rumbo/contract/watchpoints.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { watchpointEndpoints } from './index.ts'
import { buildWatchpoint } from './watchpoints.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ answers: () => watchpointEndpoints })
})
afterAll(() => world.close())

let companyId: string
let fleetId: string
let otherFleetId: string
let foreign: Watchpoint
let dispatcher: TestCall
let viewer: TestCall
let driver: TestCall
beforeEach(async () => {
  const people = await world.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    otherFleetId = (await buildFleet(tx, { companyId })).id
    const otherCompanyId = (await buildCompany(tx)).id
    foreign = await buildWatchpoint(tx, {
      companyId: otherCompanyId,
      fleetId: (await buildFleet(tx, { companyId: otherCompanyId })).id,
    })
    const [ana, vera, dario] = [await buildUser(tx), await buildUser(tx), await buildUser(tx)]
    const here = { companyId, fleetId }
    await buildAssignment(tx, { userId: ana.id, ...here, role: 'dispatcher' })
    await buildAssignment(tx, { userId: vera.id, ...here, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: dario.id, ...here, role: 'primary_driver' })
    return { ana, vera, dario }
  })
  dispatcher = await world.as(people.ana)
  viewer = await world.as(people.vera)
  driver = await world.as(people.dario)
})

const form = (some: object = {}) => ({
  fleetId,
  name: 'Base Polanco',
  latitude: 19.43,
  longitude: -99.19,
  ...some,
})
const save = (some: object = {}, caller = dispatcher) =>
  caller<Watchpoint & { code?: string }>('POST', '/watchpoints', { body: form(some) })
const namesOf = async (caller: TestCall, filter = '') =>
  (await caller<{ items: Watchpoint[] }>('GET', `/watchpoints?${filter}`)).body.items.map(({ name }) => name)
const auditOf = (id: string) =>
  world.build((tx) =>
    tx.sql<{ action: string; name: string; changes: unknown }>(
      'select action, entity_name as name, changes from platform.audit_entries where entity_id = $1 order by at, id',
      [id],
    ),
  )

describe('saved places', () => {
  it('are managed by fleet managers and read by staff except drivers, in Spanish order', async () => {
    const saved = await save()
    expect(saved.status).toBe(201)
    expect(saved.body).toMatchObject({ companyId, fleetId, name: 'Base Polanco', version: 1 })
    for (const name of ['Zona sur', 'ágora', 'Ñuble', 'Nodo']) expect((await save({ name })).status).toBe(201)
    const order = ['ágora', 'Base Polanco', 'Nodo', 'Ñuble', 'Zona sur']
    for (const caller of [dispatcher, viewer])
      expect(await namesOf(caller, `fleetId=${fleetId}`)).toEqual(order)
    expect((await driver('GET', `/watchpoints?fleetId=${fleetId}`)).status).toBe(403)
    expect(await namesOf(viewer, 'search=nuble')).toEqual(['Ñuble'])
    expect(await namesOf(viewer, 'search=%25')).toEqual([])
    expect((await save({ name: 'Otra' }, viewer)).body.code).toBe('forbidden')
    expect((await save({ name: 'Otra' }, driver)).body.code).toBe('forbidden')
  })

  it('have a unique name in the fleet, ignoring case, also when saved concurrently', async () => {
    const answers = await Promise.all([save({ name: 'Taller' }), save({ name: 'TALLER' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('name_taken')
    const other = (await save({ name: 'Depósito' })).body
    const renamed = await dispatcher('PUT', `/watchpoints/${other.id}`, {
      body: { name: 'taller', version: 1 },
    })
    expect(renamed.body).toMatchObject({ code: 'name_taken' })
    expect((await save({ name: '   ' })).status).toBe(422)
    expect((await save({ name: 'x'.repeat(81) })).status).toBe(422)
  })

  it('are renamed by one of two concurrent callers, and can be deleted', async () => {
    const { id } = (await save()).body
    const rename = (name: string, version: number) =>
      dispatcher<Watchpoint & { code?: string; current?: Watchpoint }>('PUT', `/watchpoints/${id}`, {
        body: { name, version },
      })
    expect((await rename('Base Roma', 1)).body).toMatchObject({ name: 'Base Roma', version: 2 })
    const late = await rename('Base Sur', 1)
    expect(late.body).toMatchObject({ code: 'stale_version', current: { name: 'Base Roma', version: 2 } })
    expect((await viewer('DELETE', `/watchpoints/${id}`)).status).toBe(403)
    expect((await dispatcher('DELETE', `/watchpoints/${id}`)).body).toEqual({ done: true })
    expect((await dispatcher('DELETE', `/watchpoints/${id}`)).status).toBe(404)
    expect(await auditOf(id)).toEqual([
      { action: 'watchpoint.created', name: 'Base Polanco', changes: {} },
      { action: 'watchpoint.renamed', name: 'Base Roma', changes: { name: ['Base Polanco', 'Base Roma'] } },
      { action: 'watchpoint.deleted', name: 'Base Roma', changes: {} },
    ])
  })

  it('are limited to 500 per fleet, also when saved concurrently', async () => {
    await world.build(async (tx) => {
      for (let count = 1; count < watchpointsPerFleet; count += 1)
        await buildWatchpoint(tx, { companyId, fleetId })
      await buildWatchpoint(tx, { companyId, fleetId: otherFleetId })
    })
    const answers = await Promise.all([save({ name: 'Norte' }), save({ name: 'Sur' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('watchpoints_full')
  })

  it('disappear with their fleet, also for a super admin', async () => {
    const root = await world.as(await world.build((tx) => buildUser(tx, { level: 'super_admin' })))
    const { id } = (await save({ name: 'Base Xola' })).body
    expect(await namesOf(root, 'search=xola')).toEqual(['Base Xola'])
    expect((await root('DELETE', `/fleets/${fleetId}`)).status).toBe(200)
    expect(await namesOf(root, `fleetId=${fleetId}`)).toEqual([])
    expect(await namesOf(root, 'search=xola')).toEqual([])
    expect((await root('PUT', `/watchpoints/${id}`, { body: { name: 'Otra', version: 1 } })).status).toBe(404)
    expect((await save({ name: 'Otra' }, root)).body.code).toBe('fleet_denied')
  })

  it('of another company or fleet are not found, and nothing is saved there', async () => {
    const elsewhere = await world.build((tx) => buildWatchpoint(tx, { companyId, fleetId: otherFleetId }))
    for (const { id } of [foreign, elsewhere]) {
      const body = { name: 'Mía', version: 1 }
      expect((await dispatcher('PUT', `/watchpoints/${id}`, { body })).body).toMatchObject({
        code: 'not_found',
      })
      expect((await dispatcher('DELETE', `/watchpoints/${id}`)).status).toBe(404)
    }
    for (const { fleetId: there } of [foreign, elsewhere])
      expect((await save({ fleetId: there })).body.code).toBe('fleet_denied')
    expect(await namesOf(dispatcher, `fleetId=${foreign.fleetId}`)).toEqual([])
    expect(await namesOf(dispatcher)).toEqual([])
  })
})
