import { createTestApp, type TestApp } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { findActor } from '../identity/index.ts'
import { assignments } from '../organisation/index.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../organisation/organisation.factory.ts'
import type { Actor } from '../platform/access/access.ts'
import { buildContact } from './directory.factory.ts'

let world: TestApp
let own: string
let foreign: string
type Who = 'root' | 'admin' | 'dispatcher' | 'viewer' | 'driver' | 'split' | 'guest' | 'nobody'
let actors: Record<Who, Actor>
const tables = ['directory.contacts', 'directory.addresses', 'directory.linked_users'] as const

beforeAll(async () => {
  world = await createTestApp()
  const people = await world.build(async (tx) => {
    own = (await buildCompany(tx)).id
    foreign = (await buildCompany(tx)).id
    const fleet = { companyId: own, fleetId: (await buildFleet(tx, { companyId: own })).id }
    const away = { companyId: foreign, fleetId: (await buildFleet(tx, { companyId: foreign })).id }
    const people = {
      root: await buildUser(tx, { level: 'super_admin' }),
      admin: await buildUser(tx, { level: 'admin' }),
      dispatcher: await buildUser(tx),
      viewer: await buildUser(tx),
      driver: await buildUser(tx),
      split: await buildUser(tx),
      guest: await buildUser(tx, { level: 'guest' }),
      nobody: await buildUser(tx),
    }
    await buildAssignment(tx, { userId: people.admin.id, companyId: own })
    await buildAssignment(tx, { userId: people.dispatcher.id, ...fleet })
    await buildAssignment(tx, { userId: people.viewer.id, ...fleet, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: people.driver.id, ...fleet, role: 'primary_driver' })
    await buildAssignment(tx, { userId: people.split.id, ...fleet, role: 'secondary_driver' })
    await buildAssignment(tx, { userId: people.split.id, ...away, role: 'dispatcher', isPrimary: false })
    await buildGuestVehicle(tx, { userId: people.guest.id, ...fleet, vehicleId: uuid() })
    for (const companyId of [own, foreign]) {
      const { id: userId } = await buildUser(tx)
      const address = {
        type: 'home' as const,
        line1: 'Calle 5',
        line2: null,
        city: null,
        state: null,
        postalCode: null,
        country: null,
        latitude: null,
        longitude: null,
      }
      await buildContact(tx, { companyId, addresses: [address], userId })
    }
    return people
  })
  const entries = Object.entries(people).map(
    async ([who, user]) =>
      [who, await findActor({ database: world.database, assignments }, user.id)] as const,
  )
  actors = Object.fromEntries(await Promise.all(entries)) as Record<Who, Actor>
})
afterAll(() => world.close())

const run = <Row>(who: Who, text: string, values: unknown[] = []) =>
  world.database.transaction(actors[who], (tx) => tx.sql<Row>(text, values))
const companiesIn = async (who: Who, table: (typeof tables)[number]) => {
  const column = table === 'directory.linked_users' ? 'contact_id' : 'company_id'
  const rows = await run<Record<string, string>>(who, `select ${column} as seen from ${table}`)
  if (column === 'company_id') return [...new Set(rows.map(({ seen }) => seen))].sort()
  const found = await world.build((tx) =>
    tx.sql<{ company_id: string }>('select company_id from directory.contacts where id = any($1)', [
      rows.map(({ seen }) => seen),
    ]),
  )
  return found.map((row) => row.company_id).sort()
}

describe('row-level security of the directory', () => {
  it.each(['admin', 'dispatcher', 'viewer'] as const)(
    'lets a query without WHERE of %s see own contacts',
    async (who) => {
      for (const table of tables) expect(await companiesIn(who, table)).toEqual([own])
    },
  )
  it('lets a super admin see all, and who drives in one company and dispatches in another the latter', async () => {
    for (const table of tables) {
      expect(await companiesIn('root', table)).toEqual([own, foreign].sort())
      expect(await companiesIn('split', table)).toEqual([foreign])
    }
  })
  it('shows drivers and people without a company nothing, and guests not even the table', async () => {
    for (const table of tables) {
      expect(await companiesIn('driver', table)).toEqual([])
      expect(await companiesIn('nobody', table)).toEqual([])
      await expect(companiesIn('guest', table)).rejects.toThrow('permission denied')
    }
  })

  it.each([
    ['viewer', "update directory.contacts set notes = 'x' returning id"],
    ['viewer', "update directory.addresses set city = 'x' returning city"],
    ['viewer', 'delete from directory.addresses returning city'],
    ['driver', "update directory.contacts set notes = 'x' returning id"],
  ] as const)('lets %s change nothing: %s', async (who, text) => {
    expect(await run(who, text)).toEqual([])
  })
  it.each(['admin', 'dispatcher'] as const)('lets %s name no account behind a contact', async (who) => {
    await expect(run(who, 'update directory.contacts set user_id = $1', [uuid()])).rejects.toThrow(
      'permission denied',
    )
    await expect(run(who, 'update directory.contacts set company_id = $1', [foreign])).rejects.toThrow(
      'permission denied',
    )
    await expect(run(who, 'delete from directory.contacts')).rejects.toThrow('permission denied')
  })
  it('lets nobody add an address to another company', async () => {
    const [contact] = await run<{ id: string }>(
      'root',
      'select id from directory.contacts where company_id = $1',
      [foreign],
    )
    await expect(
      run(
        'admin',
        "insert into directory.addresses (contact_id, company_id, type) values ($1, $2, 'other')",
        [contact?.id, foreign],
      ),
    ).rejects.toThrow('row-level security')
  })
})
