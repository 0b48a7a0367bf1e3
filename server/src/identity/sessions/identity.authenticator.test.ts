import { createTestApp, type TestApp, testSecret } from '@rumbo/tools/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assignments } from '../../organisation/index.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import { buildSession, buildUser } from '../identity.factory.ts'
import { createAuthenticator } from './identity.authenticator.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

const never = () => () => undefined
/** As when the notice to all processes is still under way. */
const silentBus: Bus = {
  listen: never,
  onReconnect: never,
  publish: async () => undefined,
  ready: async () => undefined,
  close: async () => undefined,
}

it('reads an actor again after a commit in its own process, before any notification arrives', async () => {
  const { database, clock } = world
  const authenticator = createAuthenticator({
    database,
    clock,
    secret: testSecret,
    assignments,
    bus: silentBus,
  })
  const { user, company, token } = await world.build(async (tx) => {
    const user = await buildUser(tx, { level: 'admin' })
    const company = await buildCompany(tx)
    await buildAssignment(tx, { userId: user.id, companyId: company.id })
    const { accessToken } = await buildSession(tx, user, testSecret)
    return { user, company, token: accessToken }
  })
  const fleetsOf = async () => (await authenticator.actorOf(token)).fleets.read
  const give = (isForgotten: boolean) =>
    database.transaction(asSystem('test'), async (tx) => {
      const { id } = await buildFleet(tx, { companyId: company.id })
      if (isForgotten) tx.forgetUsers([user.id])
      return id
    })

  expect(await fleetsOf()).toEqual([])
  const unsaid = await give(false)
  expect(await fleetsOf()).toEqual([])
  const said = await give(true)
  expect([...(await fleetsOf())].sort()).toEqual([unsaid, said].sort())

  const refused = database.transaction(asSystem('test'), async (tx) => {
    await buildFleet(tx, { companyId: company.id })
    tx.forgetUsers([user.id])
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  expect(await fleetsOf()).toHaveLength(2)
})
