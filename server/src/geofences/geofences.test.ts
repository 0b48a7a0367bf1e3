import type { Geofence, ListedFence } from '@rumbo/contract/geofences.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrangeVehiclePeople, type VehiclePeople } from '../vehicles/testing/vehicle-people.testing.ts'
import { buildFence } from './geofences.factory.ts'
import { geofenceEndpoints } from './index.ts'

type Answered = Geofence & { code?: string; current?: Geofence; errors?: unknown; words?: object }

let test: TestApp
let at: VehiclePeople
beforeAll(async () => {
  test = await createTestApp({ answers: geofenceEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

const zocalo = { latitude: 19.4326, longitude: -99.1332 }
const circle = { kind: 'circle', center: zocalo, radiusMetres: 250 }
const route = {
  kind: 'route',
  path: [zocalo, { latitude: 19.4352, longitude: -99.1412 }],
  halfWidthMetres: 40,
  mode: 'one_way',
}
const create = (given: object = {}, caller = at.lead) =>
  caller<Answered>('POST', '/geofences', {
    body: { fleetId: at.fleetId, name: 'Base Centro', shape: circle, ...given },
  })
const made = async (given: object = {}) => {
  const { status, body } = await create(given)
  expect(status).toBe(201)
  return body
}
const formOf = ({ id: _id, companyId: _company, fleetId: _fleet, shapeVersion: _shape, ...form }: Geofence) =>
  form
const replace = (fence: Geofence, given: object = {}, caller = at.lead) =>
  caller<Answered>('PUT', `/geofences/${fence.id}`, { body: { ...formOf(fence), ...given } })
const list = async (query: string, caller = at.lead) =>
  (await caller<{ items: ListedFence[] }>('GET', `/geofences?${query}`)).body.items.map(({ name }) => name)
const auditOf = (id: string) =>
  test.build((tx) =>
    tx.sql<{ action: string; changes: Record<string, unknown> }>(
      'select action, changes from platform.audit_entries where entity_id = $1 order by at, id',
      [id],
    ),
  )

describe('geofences', () => {
  it('are edited by managers of the fleet and read by its staff except drivers', async () => {
    const fence = await made({ triggers: [{ kind: 'entry' }], tags: ['Base', 'BÁSE', 'Centro'] })
    expect(fence).toMatchObject({
      companyId: at.companyId,
      shape: circle,
      tags: ['Base', 'Centro'],
      scope: { kind: 'fleet' },
      triggers: [{ kind: 'entry', severity: 'warning', cooldownSeconds: 0 }],
      version: 1,
      shapeVersion: 1,
    })
    const read = (caller: typeof at.lead) => caller('GET', `/geofences/${fence.id}`)
    expect((await read(at.viewer)).body).toEqual(fence)
    expect((await read(at.driver)).status).toBe(403)
    expect((await read(at.outsider)).status).toBe(404)
    for (const caller of [at.dispatcher, at.viewer, at.driver]) {
      expect((await create({ name: 'Otra' }, caller)).status).toBe(403)
      expect((await replace(fence, {}, caller)).status).toBe(403)
    }
    expect((await replace(fence, {}, at.outsider)).status).toBe(404)
    expect((await create({ name: 'Otra' }, at.outsider)).body.code).toBe('fleet_denied')
    expect((await create({ name: 'Sur', fleetId: at.otherFleetId }, at.chief)).body.code).toBe('fleet_denied')
  })

  it('are replaced by one of two concurrent callers; a changed shape becomes a new version, the former stays', async () => {
    const fence = await made({ triggers: [{ kind: 'exit' }] })
    const answers = await Promise.all([
      replace(fence, { colour: '#ff0000' }),
      replace(fence, { shape: { ...circle, radiusMetres: 300 } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)?.body
    expect(refused).toMatchObject({ code: 'stale_version', current: { version: 2 } })
    const now = (await at.lead<Geofence>('GET', `/geofences/${fence.id}`)).body
    expect(now.triggers).toEqual(fence.triggers)
    const { body: next } = await replace(now, { shape: route, triggers: [] })
    expect(next).toMatchObject({ version: 3, shape: route })
    const { body: same } = await replace(next, { name: 'Ruta' })
    expect(same.shapeVersion).toBe(next.shapeVersion)
    const path = `/geofences/${fence.id}/shapes`
    expect((await at.viewer(`GET`, `${path}/1`)).body).toMatchObject({ shapeVersion: 1, shape: circle })
    expect((await at.viewer('GET', path)).body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ shapeVersion: next.shapeVersion, kind: 'route' }),
      ]),
    })
    expect((await at.viewer('GET', `${path}/99`)).status).toBe(404)
    expect((await at.outsider('GET', `${path}/1`)).status).toBe(404)
  })

  it('have a unique name among the live ones of their fleet, also when saved at once', async () => {
    const answers = await Promise.all([create({ name: 'Taller' }), create({ name: 'TALLER' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('name_taken')
    const first = answers.find(({ status }) => status === 201)?.body as Geofence
    expect((await at.lead('DELETE', `/geofences/${first.id}`)).body).toEqual({ done: true })
    const again = await made({ name: 'Taller' })
    const other = await made({ name: 'Base' })
    expect((await replace(other, { name: 'taller' })).body.code).toBe('name_taken')
    expect(again.id).not.toBe(first.id)
  })

  it('are deleted without their shapes, and audited without vertices', async () => {
    const fence = await made()
    await replace(fence, { shape: { ...circle, radiusMetres: 500 }, isActive: false })
    expect((await at.lead('DELETE', `/geofences/${fence.id}`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
    ] as const)
      expect((await at.lead(method, `/geofences/${fence.id}${path}`)).status).toBe(404)
    expect((await at.viewer('GET', `/geofences/${fence.id}/shapes/1`)).body).toMatchObject({ shape: circle })
    expect(await auditOf(fence.id)).toEqual([
      { action: 'geofence.created', changes: {} },
      { action: 'geofence.updated', changes: { isActive: [true, false], shapeVersion: [1, 2] } },
      { action: 'geofence.deleted', changes: {} },
    ])
  })

  it('that are checkpoints of a route cannot be deleted, and the answer names the route', async () => {
    const depot = await made({ name: 'Depósito' })
    const missed = { kind: 'missed_checkpoint', fenceIds: [depot.id] }
    const line = await made({ name: 'Ruta 7', shape: route, triggers: [missed] })
    expect((await at.lead<Answered>('DELETE', `/geofences/${depot.id}`)).body).toMatchObject({
      code: 'fence_in_use',
      words: { usedBy: 'Ruta 7' },
    })
    const own = { ...missed, fenceIds: [line.id] }
    expect((await replace(line, { triggers: [own] })).body.errors).toMatchObject([
      { path: 'body.triggers.0.fenceIds', code: 'own_checkpoint' },
    ])
    await replace(line, { triggers: [] })
    expect((await at.lead('DELETE', `/geofences/${depot.id}`)).status).toBe(200)
    const { body } = await create({ name: 'Ruta 8', shape: route, triggers: [missed] })
    expect(body.code).toBe('checkpoint_unknown')
  })

  it('of a route are refused with a checkpoint outside its corridor, which would always be missed', async () => {
    const away = { kind: 'circle', center: { latitude: 19.45, longitude: -99.1412 }, radiusMetres: 100 }
    const [near, far] = [await made({ name: 'Cerca' }), await made({ name: 'Lejos', shape: away })]
    const missed = { kind: 'missed_checkpoint', fenceIds: [far.id, near.id] }
    const outside = [{ path: 'body.triggers.1.fenceIds.0', code: 'checkpoint_outside' }]
    const triggers = [{ kind: 'entry' }, missed]
    const refused = await create({ name: 'Ruta 7', shape: route, triggers })
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
    expect(refused.body.errors).toMatchObject(outside)
    const line = await made({ name: 'Ruta 7', shape: route, triggers: [{ ...missed, fenceIds: [near.id] }] })
    expect((await replace(line, { triggers })).body.errors).toMatchObject(outside)
    // The corridor leaves its checkpoint, or the checkpoint leaves the corridor.
    const elsewhere = {
      ...route,
      path: route.path.map(({ latitude, longitude }) => ({ latitude: latitude + 1, longitude })),
    }
    expect((await replace(line, { shape: elsewhere })).body.errors).toMatchObject([
      { path: 'body.triggers.0.fenceIds.0', code: 'checkpoint_outside' },
    ])
    expect((await replace(near, { shape: away })).body.errors).toMatchObject([
      { path: 'body.shape', code: 'outside_routes' },
    ])
    expect((await replace(near, { shape: { ...circle, radiusMetres: 30 } })).status).toBe(200)
    expect((await replace(far, { name: 'Más lejos' })).status).toBe(200)
  })

  it('are never deleted and made a checkpoint at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const depot = await made({ name: `Depósito ${round}` })
      const triggers = [{ kind: 'missed_checkpoint', fenceIds: [depot.id] }]
      const [saved, removed] = await Promise.all([
        create({ name: `Ruta ${round}`, shape: route, triggers }),
        at.lead('DELETE', `/geofences/${depot.id}`),
      ])
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([saved.status, removed.status])
    }
  })

  it('are listed by search, kind, state, tag and vehicle, in Spanish order', async () => {
    await made({ name: 'Ñuble', tags: ['Patio'] })
    await made({ name: 'ágora', shape: route, isActive: false })
    await made({
      name: 'Nodo',
      description: 'Bodega de refacciones',
      scope: { kind: 'vehicles', vehicleIds: [] },
    })
    await made({ name: 'Sur', fleetId: at.otherFleetId })
    const here = `fleetId=${at.fleetId}`
    expect(await list(here)).toEqual(['ágora', 'Nodo', 'Ñuble'])
    expect(await list(`${here}&kind=route`)).toEqual(['ágora'])
    expect(await list(`${here}&isActive=true&order=desc`)).toEqual(['Ñuble', 'Nodo'])
    expect(await list('scope=vehicles')).toEqual(['Nodo'])
    expect(await list('tag=PATIO')).toEqual(['Ñuble'])
    expect(await list('search=refacción')).toEqual(['Nodo'])
    expect(await list('search=%25')).toEqual([])
    expect(await list('', at.chief)).toEqual(['ágora', 'Nodo', 'Ñuble'])
    expect(await list('', at.outsider)).toEqual([])
  })

  it('disappear with their fleet', async () => {
    const { id } = await made()
    await test.build((tx) =>
      tx.sql('update organisation.fleets set archived_at = $2 where id = $1', [at.fleetId, tx.now]),
    )
    expect(await list('')).toEqual([])
    expect((await at.lead('GET', `/geofences/${id}`)).status).toBe(404)
    expect((await create({ name: 'Otra' })).body.code).toBe('fleet_denied')
  })

  it('notify gateways and pages of each change', async () => {
    const payloads: string[] = []
    const fence = await made()
    await test.bus.ready()
    const received = new Promise<void>((resolve) => {
      test.bus.listen('rumbo_fences', (payload) => {
        payloads.push(payload)
        if (payloads.length === 2) resolve()
      })
    })
    await test.bus.ready()
    await replace(fence, { isActive: false })
    await at.lead('DELETE', `/geofences/${fence.id}`)
    await received
    expect(payloads.map((text) => JSON.parse(text))).toEqual(
      Array(2).fill({ fenceId: fence.id, fleetId: at.fleetId }),
    )
  })

  it('are refused where the tier of the company lacks them', async () => {
    const { id } = await test.build((tx) => buildFence(tx, { companyId: at.companyId, fleetId: at.fleetId }))
    await test.build((tx) =>
      tx.sql(`update organisation.companies set tier = 'starter' where id = $1`, [at.companyId]),
    )
    const locked = { status: 403, body: { code: 'feature_locked' } }
    expect(await create({ name: 'Otra' })).toMatchObject(locked)
    for (const path of [
      `/geofences/${id}`,
      `/geofences/${id}/shapes`,
      `/geofences/map?fleetId=${at.fleetId}`,
    ])
      expect(await at.viewer('GET', path)).toMatchObject(locked)
    expect(await at.lead('DELETE', `/geofences/${id}`)).toMatchObject(locked)
  })
})
