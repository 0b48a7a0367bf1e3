import type { Panel } from '@rumbo/contract/organisation.panels.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

type Answered = Panel & { code?: string }
const asUsual = { order: [], hidden: [] }
let serial = 0
let first: string
let second: string
let callers: Record<'root' | 'viewer' | 'other', TestCall>
beforeEach(async () => {
  serial += 1
  const users = await world.build(async (tx) => {
    first = (await buildCompany(tx)).id
    second = (await buildCompany(tx)).id
    const fleet = await buildFleet(tx, { companyId: first })
    const viewer = await buildUser(tx, { username: `panel_viewer_${serial}` })
    const other = await buildUser(tx, { username: `panel_other_${serial}` })
    for (const { id } of [viewer, other])
      await buildAssignment(tx, { userId: id, companyId: first, fleetId: fleet.id, role: 'fleet_viewer' })
    return {
      root: await buildUser(tx, { username: `panel_root_${serial}`, level: 'super_admin' }),
      viewer,
      other,
    }
  })
  callers = {
    root: await world.as(users.root),
    viewer: await world.as(users.viewer),
    other: await world.as(users.other),
  }
})
const read = async (call: TestCall, id: string) =>
  (await call<Answered>('GET', `/companies/${id}/panel`)).body
const arrange = (call: TestCall, id: string, body: object) =>
  call<Answered>('PUT', `/companies/${id}/panel`, { body })

describe('the arrangement of the Control Panel', () => {
  it('is as usual until it is saved, then as saved, and as usual again by empty lists', async () => {
    expect(await read(callers.viewer, first)).toEqual(asUsual)
    const wanted = { order: ['needs', 'fleet', 'events'], hidden: ['queue', 'start'] }
    expect((await arrange(callers.viewer, first, wanted)).body).toEqual(wanted)
    expect(await read(callers.viewer, first)).toEqual(wanted)
    expect((await arrange(callers.viewer, first, asUsual)).status).toBe(200)
    expect(await read(callers.viewer, first)).toEqual(asUsual)
  })

  it('is of one person and one company', async () => {
    await arrange(callers.root, first, { order: ['server'], hidden: [] })
    await arrange(callers.root, second, { order: ['needs'], hidden: ['fleet'] })
    expect(await read(callers.root, first)).toEqual({ order: ['server'], hidden: [] })
    expect(await read(callers.root, second)).toEqual({ order: ['needs'], hidden: ['fleet'] })
    expect(await read(callers.viewer, first)).toEqual(asUsual)
    await arrange(callers.viewer, first, { order: [], hidden: ['needs'] })
    expect(await read(callers.other, first)).toEqual(asUsual)
  })

  it('takes each section once and no other', async () => {
    for (const body of [
      { order: ['needs', 'needs'], hidden: [] },
      { order: [], hidden: ['weather'] },
      { order: [] },
    ]) {
      const { status, body: answer } = await arrange(callers.viewer, first, body)
      expect([status, answer.code]).toEqual([422, 'validation_failed'])
    }
    expect(await read(callers.viewer, first)).toEqual(asUsual)
  })

  it('leaves out what a later release took away', async () => {
    await arrange(callers.viewer, first, { order: ['needs', 'fleet'], hidden: ['queue'] })
    await world.superuser.query(
      `update organisation.panels set section_order = '{weather,needs,fleet}', hidden = '{queue,weather}' where company_id = $1`,
      [first],
    )
    expect(await read(callers.viewer, first)).toEqual({ order: ['needs', 'fleet'], hidden: ['queue'] })
  })

  it('is refused for a company out of reach', async () => {
    const refused = await arrange(callers.viewer, second, asUsual)
    expect([refused.status, refused.body.code]).toEqual([403, 'company_denied'])
    expect((await read(callers.viewer, second)).code).toBe('company_denied')
  })
})
