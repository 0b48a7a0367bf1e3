import type { OutputOf } from '@rumbo/contract/endpoint'
import type { listUsers, userStats } from '@rumbo/contract/identity.users.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { visitScreen } from './harness/browser.ts'
import { callerOf, timesOf } from './harness/calls.ts'
import { exactly, type Metric, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// A company of 20,000 people: the list as its administrator asks for it over HTTP, and as the screen shows it.
const users = 20_000
const fleets = 40
const secret = 'a secret that serves this measurement only'

let session = { accessToken: '', refreshToken: '' }
let fleetId = ''

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  const fleetIds: string[] = []
  for (let at = 0; at < fleets; at += 1) fleetIds.push((await buildFleet(tx, { companyId })).id)
  fleetId = fleetIds[0] as string
  const admin = await buildUser(tx, { level: 'admin' })
  await buildAssignment(tx, { userId: admin.id, companyId, role: 'company_owner' })
  await tx.sql(
    `with names as (
       select at, (array['Ana','Luis','Marta','Óscar','Íñigo','Beatriz','Tomás','Lucía'])[1 + at % 8] as first_name,
         (array['García','Hernández','Núñez','Ortega','Peña','Solís','Zamora'])[1 + at % 7] || ' ' || at as last_name
       from generate_series(1, $1::int) as at
     ), made as (
       insert into identity.users (id, username, first_name, last_name, email, phone, password_hash, level, status,
         last_login_at, created_at, updated_at)
       select gen_random_uuid(), 'many_' || at, names.first_name, names.last_name, 'many' || at || '@example.com',
         '+52 55 ' || 10000000 + at, password_hash,
         case when at % 20 = 0 then 'manager' else 'user' end,
         case when at % 25 = 0 then 'inactive' when at % 400 = 1 then 'pending' else 'active' end,
         now() - at * interval '1 minute', now() - at * interval '1 hour', now()
       from names, identity.users admins where admins.id = $2
       returning id, username
     )
     insert into organisation.assignments (id, user_id, company_id, fleet_id, role, is_primary, assigned_at)
     select gen_random_uuid(), id, $3, ($4::uuid[])[1 + split_part(username, '_', 2)::int % $5::int],
       case when split_part(username, '_', 2)::int % 3 = 0 then 'dispatcher' else 'primary_driver' end, true, now()
     from made`,
    [users - 1, admin.id, companyId, fleetIds, fleets],
  )
  session = await buildSession(tx, admin, secret)
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })
try {
  await rumbo.query('vacuum analyze')
  const { repeat } = callerOf(rumbo, session.accessToken)
  const metrics: Record<string, Metric> = {}
  for (const [name, query] of [
    ['first page', 'size=50'],
    ['page 200', 'size=50&page=200'],
    ['by last sign-in', 'size=50&sort=lastLogin&order=desc'],
    ['one fleet', `size=50&fleetId=${fleetId}`],
    ['managers', 'size=50&level=manager'],
    ['inactive', 'size=50&status=inactive'],
    ['search for one', 'size=50&search=nunez%2012343'],
    ['search for a name', 'size=50&search=garcia'],
    ['search for nobody', 'size=50&search=nobody-at-all'],
  ] as const) {
    const measured = await repeat<OutputOf<typeof listUsers>>(`/users?${query}`)
    if (name === 'first page') metrics['users within reach'] = exactly(measured.body.total, 'users', users)
    Object.assign(metrics, timesOf(`${name} (${measured.body.total.toLocaleString('en')})`, measured, 50))
  }
  Object.assign(metrics, timesOf('figures', await repeat<OutputOf<typeof userStats>>('/users/stats'), 50))
  Object.assign(
    metrics,
    await visitScreen({
      httpPort: rumbo.httpPort,
      refreshToken: session.refreshToken,
      path: '/user-management?size=100',
      arrived: (page) => page.locator('tbody tr').nth(5).waitFor(),
      scrolled: 'tbody tr',
    }),
  )
  report('users', metrics)
} finally {
  await rumbo.close()
}
