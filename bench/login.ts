import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildSession, buildUser, builtPassword } from '@rumbo/server/identity/identity.factory'
import { hashPassword } from '@rumbo/server/identity/index'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { percentile } from './harness/calls.ts'
import { copyVehicle, identifiersOf } from './harness/fleet.ts'
import { atLeast, atMost, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import type { SignInPlan, SignInTimes } from './load/sign-ins.ts'

// Start of a shift: many people sign in at once while others keep working. Passwords are hashed with
// Argon2id, 19 MiB and two passes.
const vehicles = 1_000
const people = 200
const concurrentSignIns = 16
const callsPerSecond = 40
const secret = 'a secret that serves this measurement only'

const passwordHash = await hashPassword(builtPassword)
const usernames = Array.from({ length: people }, (_, at) => `shift_${at}`)
let accessToken = ''
let vehicleId = ''

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  const { id: fleetId } = await buildFleet(tx, { companyId })
  vehicleId = (await buildVehicle(tx, { companyId, fleetId })).id
  const copies = identifiersOf(vehicles - 1).map((imei, index) => ({
    imei,
    index,
    fleetId,
    status: 'active' as const,
  }))
  await copyVehicle(tx, vehicleId, copies)
  for (const username of usernames) {
    const { id: userId } = await buildUser(tx, { username, passwordHash })
    await buildAssignment(tx, { userId, companyId, fleetId })
  }
  const user = await buildUser(tx)
  await buildAssignment(tx, { userId: user.id, companyId })
  accessToken = (await buildSession(tx, user, secret)).accessToken
}

const rumbo = await openRumbo({
  fill,
  environment: { RUMBO_SECRET: secret, RUMBO_TRUSTED_PROXIES: '127.0.0.1' },
})
const child = fork(fileURLToPath(new URL('load/sign-ins.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})

function measureSignIns(atOnce: number, seconds: number): Promise<SignInTimes> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ times, failure }: { times?: SignInTimes; failure?: string }) =>
      times ? resolve(times) : reject(new Error(failure)),
    )
    child.send({
      baseUrl: `http://127.0.0.1:${rumbo.httpPort}`,
      accessToken,
      usernames,
      password: builtPassword,
      concurrentSignIns: atOnce,
      seconds,
      callsPerSecond,
      paths: ['/vehicles?size=50', `/vehicles/${vehicleId}`],
    } satisfies SignInPlan)
  })
}

try {
  await rumbo.query('vacuum analyze')
  await measureSignIns(2, 4)
  const alone = await measureSignIns(0, 10)
  const rush = await measureSignIns(concurrentSignIns, 20)
  report('login', {
    [`logins, ${concurrentSignIns} people at once`]: atLeast(rush.loginMs.length / 20, 'a second', 10),
    'a login, p50': recorded(percentile(rush.loginMs, 0.5), 'ms'),
    'a login, p99': recorded(percentile(rush.loginMs, 0.99), 'ms'),
    'other calls while nobody signs in, p99': recorded(percentile(alone.callMs, 0.99), 'ms'),
    'other calls during the rush, p50': recorded(percentile(rush.callMs, 0.5), 'ms'),
    'other calls during the rush, p90': recorded(percentile(rush.callMs, 0.9), 'ms'),
    'other calls during the rush, p99': atMost(percentile(rush.callMs, 0.99), 'ms', 50),
    'other calls during the rush': recorded(rush.callMs.length, 'calls'),
  })
} finally {
  child.disconnect()
  await rumbo.close()
}
