import { buildSession, buildUser, builtPassword } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { asSystem } from '@rumbo/server/platform/access/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { readProductInfo } from './product-info.ts'

export interface Person {
  id: string
  username: string
}
export type NewPerson = Parameters<typeof buildUser>[1]
/** A user with a company and fleet of their own; the three share a name. */
export interface Worker extends Person {
  email: string
  companyId: string
  companyName: string
  fleetId: string
  fleetName: string
}
type NewCompany = Parameters<typeof buildCompany>[1]
/** The password of the demo's people and of those created by factories. */
export const password = builtPassword

export type World = ReturnType<typeof openWorld>

/** Creates people, companies and sessions for tests directly in the product's database. */
export function openWorld() {
  const { databaseUrl, secret } = readProductInfo()
  const database = createDatabase({ url: databaseUrl, clock: systemClock, connections: 2 })
  const build = <Built>(work: (tx: Transaction) => Promise<Built>) =>
    database.transaction(asSystem('test'), work)
  const worker = process.env.TEST_WORKER_INDEX ?? '0'
  let count = 0
  const unique = (prefix: string): string => {
    count += 1
    // Fixed width, so that no name is a prefix of another one.
    return `${prefix}_${worker}w${String(count).padStart(3, '0')}`
  }
  return {
    /** For factories: one transaction under the system's role. */
    build,
    /** A name that no other test uses. */
    unique,
    /** Fifteen digits that no other device has. */
    uniqueIdentifier: (): string => {
      count += 1
      return `99${worker.padStart(5, '0')}${String(count).padStart(8, '0')}`
    },
    /** A person in a fleet of a new company: an admin owns it, a manager leads the fleet, a user dispatches there. */
    worker: (prefix: string, given: NewPerson = {}, company: NewCompany = {}): Promise<Worker> => {
      const username = unique(prefix)
      const companyName = `Empresa ${username}`
      const fleetName = `Flotilla ${username}`
      return build(async (tx) => {
        const { id: companyId } = await buildCompany(tx, { name: companyName, ...company })
        const { id: fleetId } = await buildFleet(tx, { companyId, name: fleetName })
        const { id, email, level } = await buildUser(tx, { username, ...given })
        if (level === 'admin') await buildAssignment(tx, { userId: id, companyId, role: 'company_owner' })
        else if (level !== 'super_admin' && level !== 'guest')
          await buildAssignment(tx, {
            userId: id,
            companyId,
            fleetId,
            role: level === 'manager' ? 'fleet_manager' : 'dispatcher',
          })
        return { id, username, email, companyId, companyName, fleetId, fleetName }
      })
    },
    /** One of the demo's people, by username. */
    demo: (username: string): Promise<Person> =>
      build(async (tx) => {
        const [found] = await tx.sql<{ id: string }>('select id from identity.users where username = $1', [
          username,
        ])
        if (!found) throw new Error(`The demo has no user ${username}.`)
        return { id: found.id, username }
      }),
    /** A refresh token as in the cookie after a login. */
    refreshToken: async (person: Person): Promise<string> =>
      (await build((tx) => buildSession(tx, person, secret))).refreshToken,
    close: () => database.close(),
  }
}
