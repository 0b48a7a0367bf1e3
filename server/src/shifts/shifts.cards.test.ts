import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { findActor } from '../identity/index.ts'
import { assignments } from '../organisation/index.ts'
import { buildAssignment, buildCompany } from '../organisation/organisation.factory.ts'
import type { Actor } from '../platform/access/access.ts'
import { addCardOf, ignoreUnknownOf } from './shifts.cards.actions.ts'
import { buildDriver } from './shifts.factory.ts'

let test: TestApp
let admin: Actor
let companyId: string
let driverId: string
beforeAll(async () => {
  test = await createTestApp()
  const userId = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    driverId = (await buildDriver(tx, { companyId })).id
    const { id } = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: id, companyId })
    return id
  })
  admin = await findActor({ database: test.database, assignments }, userId)
})
afterAll(() => test.close())

/** Also those who call an action directly, past the contract, learn what is wrong. */
describe('what is no card', () => {
  it.each([
    ['added', () => test.database.transaction(admin, (tx) => addCardOf(tx, admin, driverId, '00-00'))],
    [
      'ignored',
      () =>
        test.database.transaction(admin, (tx) =>
          ignoreUnknownOf(tx, admin, { companyId, card: 'FFFFFFFF', isIgnored: true }),
        ),
    ],
  ])('is %s by nobody: the field is named', async (_what, act) => {
    await expect(act()).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'body.card', code: 'wrong_format' }] },
    })
  })
})
