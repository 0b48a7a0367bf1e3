import { randomInt } from 'node:crypto'
import { hourMs } from '@rumbo/contract/time-units'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { createKeys } from '@rumbo/server/identity/identity.keys'
import { hashPassword } from '@rumbo/server/identity/index'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'
import type { DemoContact } from './contacts.ts'
import { demoPassword } from './demo-data.ts'
import type { Colleague } from './staff-row.ts'

/** The same transaction with an earlier "now", to create records of the past. */
export const hoursAgo = (tx: Transaction, hours: number): Transaction => ({
  ...tx,
  now: new Date(tx.now.getTime() - hours * hourMs),
})

export interface Employer {
  id: string
  /** Domain of the mail addresses. */
  domain: string
  /** Ids by name. */
  fleets: ReadonlyMap<string, string>
  secret: string
}

/** Creates the users of a company with their roles. @returns ids by username */
export async function fillColleagues(
  tx: Transaction,
  { id: companyId, domain, fleets, secret }: Employer,
  colleagues: readonly Colleague[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const passwordHash = await hashPassword(demoPassword)
  for (const colleague of colleagues) {
    const joined = hoursAgo(tx, colleague.joinedDaysAgo * 24)
    const { username, firstName, lastName, displayName, level, phone, language, notes } = colleague
    const user = await buildUser(joined, {
      username,
      firstName,
      lastName,
      displayName,
      level,
      phone,
      language,
      notes,
      passwordHash,
      email: `${username}@${domain}`,
      status: colleague.status ?? 'active',
      otpRequired: colleague.hasTwoFactor,
      otpSecret: colleague.hasTwoFactor && createKeys(secret).seal(newSecret()),
    })
    ids.set(username, user.id)
    // A user waiting for activation has no assignment yet.
    if (colleague.status === 'pending') continue
    const places = colleague.fleets.length > 0 ? colleague.fleets.map((name) => fleets.get(name)) : [null]
    for (const [index, fleetId] of places.entries()) {
      if (fleetId === undefined)
        throw new Error(`The demo assigns ${username} to a fleet that does not exist.`)
      const isPrimary = index === 0
      await buildAssignment(joined, { userId: user.id, companyId, fleetId, role: colleague.role, isPrimary })
    }
  }
  await noteSeen(tx, ids, colleagues)
  await noteGuesses(tx, ids, colleagues)
  return ids
}

/** Writes verified addresses, the last sign-in and its session. */
async function noteSeen(
  tx: Transaction,
  ids: ReadonlyMap<string, string>,
  colleagues: readonly Colleague[],
): Promise<void> {
  const rows = colleagues.map((colleague, index) => ({
    id: ids.get(colleague.username),
    seen: colleague.seenHoursAgo === null ? null : hoursAgo(tx, colleague.seenHoursAgo).now,
    email: colleague.isVerified?.email ?? false,
    phone: colleague.isVerified?.phone ?? false,
    color: colleague.avatarColor ?? null,
    session: colleague.status === 'inactive' ? null : uuid(),
    device: uuid(),
    address: `203.0.113.${10 + index}`,
    agent: agents[index % agents.length],
  }))
  const text = JSON.stringify(rows)
  await tx.sql(
    `update identity.users set last_login_at = seen, avatar_color = coalesce(color, avatar_color),
       email_verified_at = case when given.email then created_at + interval '1 hour' end,
       phone_verified_at = case when given.phone then created_at + interval '2 hours' end
     from json_to_recordset($1::json) as given (id uuid, seen timestamptz, email boolean, phone boolean, color text)
     where users.id = given.id`,
    [text],
  )
  await tx.sql(
    `insert into identity.sessions (id, user_id, device_id, rotated_at, started_at, last_used_at, expires_at, address,
       user_agent)
     select session, id, device, seen, seen, seen, seen + interval '30 days', address, agent
     from json_to_recordset($1::json) as given (id uuid, seen timestamptz, session uuid, device uuid, address text,
       agent text)
     where seen is not null and session is not null`,
    [text],
  )
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const newSecret = () => Array.from({ length: 32 }, () => base32.charAt(randomInt(base32.length))).join('')

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
]

/** Locks users by five wrong passwords; their status keeps the lock longer than 15 minutes. */
async function noteGuesses(
  tx: Transaction,
  ids: ReadonlyMap<string, string>,
  colleagues: readonly Colleague[],
): Promise<void> {
  for (const { username } of colleagues.filter(({ isLockedOut }) => isLockedOut)) {
    const id = ids.get(username)
    await tx.sql(`update identity.users set status = 'locked' where id = $1`, [id])
    await tx.sql(
      `insert into identity.login_attempts (id, subject, user_id, at, outcome, address)
       select gen_random_uuid(), 'user:' || $1, $1::uuid, $2::timestamptz - try * interval '40 seconds', 'failed',
         '198.51.100.77'
       from generate_series(1, 5) as try`,
      [id, tx.now],
    )
  }
}

/** Creates the contacts of a company and links those of its users. */
export async function fillContacts(
  tx: Transaction,
  companyId: string,
  contacts: readonly DemoContact[],
  users: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [index, { username, ...contact }] of contacts.entries()) {
    const userId = username ? users.get(username) : null
    if (userId === undefined) throw new Error(`The demo has a contact for the unknown user ${username}.`)
    await buildContact(hoursAgo(tx, 24 * (20 + ((index * 13) % 300))), { companyId, userId, ...contact })
  }
}
