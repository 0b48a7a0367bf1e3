import { type AccessScope, parseScope, type Target } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { listUsers, User, userStats } from '@rumbo/contract/identity.users.contract'
import { displayNameOf, findLockedUsers, mayChangeUser, type People } from '../../identity/index.ts'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { assignments } from '../organisation.access.ts'
import {
  countPeople,
  findPeople,
  findPeoplePage,
  findReaches,
  isVisibleUser,
  type PeopleCounts,
  type PersonRow,
} from './organisation.people.repository.ts'

/** What directory and vehicles contribute to users; implemented in assembly. Limited to what the transaction's role sees. */
export interface PeopleLinks {
  /** The live contacts that users are linked to, by user id. */
  contactsOf(
    tx: Transaction,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, { id: string; name: string }>>
  /** Unlinks the contact of a user who is archived. */
  unlinkContactOf(tx: Transaction, userId: string): Promise<void>
  /** Live vehicles by id. */
  vehiclesOf(tx: Transaction, vehicleIds: readonly string[]): Promise<ReadonlyMap<string, LinkedVehicle>>
}
export interface LinkedVehicle {
  id: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  plateNumber: string
}

async function answersOf(
  tx: Transaction,
  links: PeopleLinks,
  actor: Actor,
  rows: readonly PersonRow[],
  reaches: ReadonlyMap<string, readonly Target[]>,
): Promise<User[]> {
  const ids = rows.map((row) => row.id)
  const contacts = await links.contactsOf(tx, ids)
  const vehicleIds = rows.flatMap((row) => row.vehicle_id ?? [])
  const vehicles = vehicleIds.length > 0 ? await links.vehiclesOf(tx, vehicleIds) : new Map()
  return rows.map((row) => {
    const contact = contacts.get(row.id)
    const vehicle = row.vehicle_id === null ? undefined : vehicles.get(row.vehicle_id)
    return {
      id: row.id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      displayName: displayNameOf(row),
      email: row.email,
      phone: row.phone,
      level: row.level,
      status: row.status,
      companyId: row.company_id,
      companyName: row.company_name,
      fleetId: row.fleet_id,
      fleetName: row.fleet_name,
      fleetRole: row.role,
      isPrimaryFleet: row.is_primary ?? false,
      assignmentCount: row.assignment_count,
      twoFactorEnabled: row.otp_required,
      emailVerified: row.email_verified_at !== null,
      phoneVerified: row.phone_verified_at !== null,
      forcePasswordChange: row.force_password_change,
      notes: row.notes,
      language: row.language,
      avatar: { type: row.avatar_type, color: row.avatar_color },
      contact: contact ? { id: contact.id, name: contact.name } : null,
      vehicle: vehicle
        ? { id: vehicle.id, vehicleNumber: vehicle.vehicleNumber, plateNumber: vehicle.plateNumber }
        : null,
      lastLogin: row.last_login_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      mayChange: mayChangeUser(actor, { id: row.id, level: row.level, reach: reaches.get(row.id) ?? [] }),
      version: row.version,
    }
  })
}

/** Responses of identity's calls, for users the actor may change. */
export const createPeople = (links: PeopleLinks): People => ({
  async answerOf(tx, actor, userId) {
    const rows = await findPeople(tx, [userId], await findLockedUsers(tx))
    const [answer] = await answersOf(tx, links, actor, rows, await findReaches(tx, [userId]))
    if (!answer) throw problem('user_not_found')
    return answer
  },
  release: links.unlinkContactOf,
})

/** Data that only the system role may read: users locked by failed sign-ins, and places outside the actor's scopes. */
interface RestrictedPeopleData {
  locked: readonly string[]
  reaches: ReadonlyMap<string, readonly Target[]>
}

/** The users of these ids, in this order, as the actor's role sees them. */
function describe(
  database: Database,
  links: PeopleLinks,
  actor: Actor,
  ids: readonly string[],
  { locked, reaches }: RestrictedPeopleData,
): Promise<User[]> {
  return database.transaction(
    actor,
    async (tx) => answersOf(tx, links, actor, await findPeople(tx, ids, locked), reaches),
    { readOnly: true },
  )
}

export async function listPeople(
  database: Database,
  links: PeopleLinks,
  actor: Actor,
  filter: ParsedOf<typeof listUsers>['query'],
): Promise<{ items: User[]; total: number; page: number; size: number }> {
  const { ids, total, around } = await database.transaction(
    asSystem('page of users', actor),
    async (tx) => {
      const locked = await findLockedUsers(tx)
      const page = await findPeoplePage(tx, actor, filter, locked)
      return { ...page, around: { locked, reaches: await findReaches(tx, page.ids) } }
    },
    { readOnly: true },
  )
  const items = ids.length === 0 ? [] : await describe(database, links, actor, ids, around)
  return { items, total, page: filter.page, size: filter.size }
}

export async function statsOfPeople(
  database: Database,
  actor: Actor,
  { companyId }: ParsedOf<typeof userStats>['query'],
): Promise<PeopleCounts> {
  return database.transaction(
    asSystem('count users', actor),
    async (tx) => countPeople(tx, actor, companyId, await findLockedUsers(tx)),
    { readOnly: true },
  )
}

/** @throws Problem `user_not_found` for invisible and unknown ids */
export async function requireVisibleUser(tx: Transaction, actor: Actor, id: string): Promise<void> {
  if (!(await isVisibleUser(tx, actor, id))) throw problem('user_not_found')
}

/** A user with the scopes that level and assignments grant. @throws Problem `user_not_found` */
export async function readPerson(
  database: Database,
  links: PeopleLinks,
  actor: Actor,
  id: string,
): Promise<User & { accessScopes: AccessScope[] }> {
  const around = await database.transaction(
    asSystem('read a user', actor),
    async (tx) => {
      await requireVisibleUser(tx, actor, id)
      return { locked: await findLockedUsers(tx), reaches: await findReaches(tx, [id]) }
    },
    { readOnly: true },
  )
  const [user] = await describe(database, links, actor, [id], around)
  if (!user) throw problem('user_not_found')
  const { scopes } = await database.transaction(
    asSystem('scopes of a user', actor),
    (tx) => assignments.resolveAccess(tx, user),
    { readOnly: true },
  )
  return { ...user, accessScopes: scopes.filter((granted) => isScopeVisible(actor, granted)) }
}

/** Scopes in companies and fleets that the actor cannot see are hidden: they would reveal where else the user belongs. */
function isScopeVisible(actor: Actor, { scope }: AccessScope): boolean {
  const { company = '', fleet = '' } = parseScope(scope) ?? {}
  return (
    actor.level === 'super_admin' ||
    company === '*' ||
    (actor.companies.read.includes(company) && (fleet === '*' || actor.fleets.read.includes(fleet)))
  )
}
