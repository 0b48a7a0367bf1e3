import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import { createTestApp, type TestApp, type TestCall, useFixtures } from '@rumbo/tools/testing'
import { afterAll, beforeAll } from 'vitest'
import { buildUser, builtPassword } from '../identity.factory.ts'

export type Refusal = { code?: string; errors?: { path: string; code: string }[] }
/** Accepted by the rules for passwords, and no built user's. */
export const newPassword = 'Nueva-2026!'

interface Mail {
  subject: string
  body: string
  language: string
}

/** What tests of accounts do with the test app of their file. */
const createCalls = (world: () => TestApp) => ({
  login: (username_or_email: string, password = builtPassword) =>
    world().call<AuthAnswer & Refusal>('POST', '/auth/login', { body: { username_or_email, password } }),
  mailsTo: async (recipient: string) =>
    (
      await world().superuser.query<Mail>(
        'select subject, body, language from platform.deliveries where recipient = $1 order by id',
        [recipient],
      )
    ).rows,
  /** The audit of a record. */
  audits: async (entityId: string) =>
    (
      await world().superuser.query(
        'select action, actor_id, company_id, changes from platform.audit_entries where entity_id = $1 order by id',
        [entityId],
      )
    ).rows,
})

class IdentityWorld {
  world!: TestApp
}

/** Hooks that give a file a test app, with calls for its accounts. */
export function useIdentityHarness() {
  const at = new IdentityWorld()
  let people = 0
  beforeAll(async () => {
    at.world = await createTestApp()
  })
  afterAll(() => at.world.close())
  return Object.assign(
    at,
    createCalls(() => at.world),
    {
      /** A user of its own for each call. */
      person: (given: Parameters<typeof buildUser>[1] = {}) => {
        people += 1
        return at.world.build((tx) => buildUser(tx, { username: `clave_${people}`, ...given }))
      },
    },
  )
}

/** Hooks that give each test of a file fixtures of its own, with calls for the management of users. */
export function useUsersHarness() {
  const at = useFixtures()
  const form = (given: Record<string, unknown> = {}) => ({
    username: `nueva_${at.serial}`,
    firstName: 'Nora',
    lastName: 'Díaz',
    email: `nueva_${at.serial}@example.com`,
    password: newPassword,
    level: 'user',
    assignment: { companyId: at.fixtures.companyId, fleetId: at.fixtures.fleetId, role: 'dispatcher' },
    ...given,
  })
  return Object.assign(
    at,
    createCalls(() => at.world),
    {
      form,
      create: (caller: TestCall, given: Record<string, unknown> = {}) =>
        caller<User & Refusal>('POST', '/users', { body: form(given) }),
    },
  )
}
