import { setTimeout as pause } from 'node:timers/promises'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService, zocalo } from '@rumbo/server/services/services.factory'
import { assignVehicle, confirmPickupOf } from '@rumbo/server/services/services.moves.actions'
import { buildPosition } from '@rumbo/server/telemetry/telemetry.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { callerOf } from './harness/calls.ts'
import { type Child, startChild } from './harness/child.ts'
import { readCpu } from './harness/processes.ts'
import { atLeast, atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import type { Counted, MonitorsOptions, Shown } from './load/monitors.ts'
import type { ChangedFleet } from './load/service-changes.ts'

/*
 * What 50 open dispatch monitors cost the api process: one fleet with 1,000 vehicles, 150 waiting and 300 running
 * services, 100 changes of services a second. Counted is all CPU of the api process. Not counted are the changes (a
 * process of its own on the database, as if other api processes and the engine made them), the monitors (another
 * process), the database, the gateway and the worker.
 */
const crowd = 50
const vehicles = 1_000
const [waiting, running] = [150, 300]
const perSecond = 100
const settleSeconds = 10
const seconds = Number(process.argv[2] ?? 60)
const secret = 'a secret that serves this measurement only'

const accessTokens: string[] = []
let [companyId, fleetId, contactId] = ['', '', '']

async function fill(tx: Transaction): Promise<void> {
  companyId = (await buildCompany(tx)).id
  fleetId = (await buildFleet(tx, { companyId })).id
  contactId = (await buildContact(tx, { companyId })).id
  for (let opened = 0; opened < crowd; opened += 1) {
    const user = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    accessTokens.push((await buildSession(tx, user, secret)).accessToken)
  }
  const vehicleIds: string[] = []
  for (let at = 0; at < vehicles; at += 1) {
    const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: `T-${at + 1}`, causes: [] })
    await buildPosition(tx, id, {
      latitude: zocalo.latitude + 0.002 * ((at % 40) - 20),
      longitude: zocalo.longitude + 0.004 * (Math.floor(at / 40) - 12),
    })
    vehicleIds.push(id)
  }
  for (let at = 0; at < waiting + running; at += 1) {
    const { id, version } = await buildService(tx, { companyId, fleetId, requesterContactId: contactId })
    await tx.sql("update services.services set status = 'on_dispatch', dispatch_time = $2 where id = $1", [
      id,
      tx.now,
    ])
    if (at < waiting) continue
    await assignVehicle(tx, null, id, { vehicleId: vehicleIds[at] ?? '', version })
    if (at % 2 === 0) await confirmPickupOf(tx, null, id, undefined)
  }
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })
const changes = startChild(new URL('load/service-changes.ts', import.meta.url))

interface Measured extends Counted {
  cpuPercent: number
  databasePercent: number
  changes: number
  seconds: number
}

/** CPU of the api process in percent of one core, and what was called and changed, over some seconds. */
async function measure(monitors: Child | null, forSeconds: number): Promise<Measured> {
  await pause(settleSeconds * 1000)
  await Promise.all([monitors?.ask('counts'), changes.ask('counts')])
  const [before, startedAt] = [readCpu(rumbo.dataDir), performance.now()]
  await pause(forSeconds * 1000)
  const took = (performance.now() - startedAt) / 1000
  const after = readCpu(rumbo.dataDir)
  const cpuPercent = ((after.api - before.api) / took) * 100
  const databasePercent = ((after.database - before.database) / took) * 100
  const done = await changes.ask<number>('counts')
  const none: Counted = { calls: {}, failed: 0, httpBytes: 0, liveBytes: 0 }
  const counted = monitors ? await monitors.ask<Counted>('counts') : none
  return { ...counted, cpuPercent, databasePercent, changes: done / took, seconds: took }
}

const origin = `http://127.0.0.1:${rumbo.httpPort}`
async function withMonitors<Result>(
  options: Pick<MonitorsOptions, 'choosing' | 'byList'>,
  work: (monitors: Child) => Promise<Result>,
): Promise<Result> {
  const monitors = startChild(new URL('load/monitors.ts', import.meta.url))
  try {
    await monitors.ask('open', { origin, fleetId, accessTokens, ...options } satisfies MonitorsOptions)
    return await work(monitors)
  } finally {
    await monitors.ask('close')
    monitors.close()
  }
}

/** The ids of all waiting services, the longest waiting first; that order does not depend on the time. */
async function listWaiting(): Promise<string[]> {
  const { call } = callerOf(rumbo, accessTokens[0] ?? '')
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const query = `fleetId=${fleetId}&status=on_dispatch&sort=waitingSince&size=100&page=${page}`
    const { items, total } = await call<{ items: { id: string }[]; total: number }>(
      'GET',
      `/services?${query}`,
    )
    ids.push(...items.map(({ id }) => id))
    if (ids.length >= total || items.length === 0) return ids
  }
}

/** How many monitors show other services, or in another order, than the server's list once nothing changes any more. */
async function countDifferent(monitors: Child): Promise<number> {
  await changes.ask('stop')
  // A busy machine may take its time: only a lasting difference counts.
  let different = crowd
  for (let attempt = 0; attempt < 5 && different > 0; attempt += 1) {
    await pause(2_000)
    const [shown, listed] = await Promise.all([monitors.ask<Shown[]>('shown'), listWaiting()])
    const others = shown.filter(({ waiting: ids }) => `${ids}` !== `${listed}`)
    different = others.length
    if (different > 0)
      console.log(
        listed.length,
        'waiting;',
        different,
        'show',
        others.map(({ waiting: ids, state }) => `${ids?.length} ${state}`),
      )
  }
  await changes.ask('start')
  return different
}

const rowsOf = (name: string, measured: Measured): Record<string, Metric> => {
  const { cpuPercent, calls, failed, httpBytes, liveBytes, seconds: took } = measured
  const all = Object.values(calls).reduce((sum, count) => sum + count, 0)
  console.log(
    name,
    Object.fromEntries(
      Object.entries(calls).map(([path, count]) => [path, Math.round((10 * count) / took) / 10]),
    ),
  )
  return {
    [`${name}: changes`]: recorded(measured.changes, 'changes/s'),
    [`${name}: CPU of the api process`]: recorded(cpuPercent, '% of a core'),
    [`${name}: CPU of the database`]: recorded(measured.databasePercent, '% of a core'),
    [`${name}: calls`]: recorded(all / took, 'calls/s'),
    [`${name}: failed calls`]: recorded(failed / took, 'calls/s'),
    [`${name}: answers`]: recorded(httpBytes / took / 1000, 'kB/s'),
    [`${name}: live stream`]: recorded(liveBytes / took / 1000, 'kB/s'),
  }
}

try {
  await rumbo.query('vacuum analyze')
  const given: ChangedFleet = { databaseUrl: rumbo.maintenanceUrl, companyId, fleetId, contactId, perSecond }
  await changes.ask('open', given)
  await changes.ask('start')
  const nobody = await measure(null, seconds / 4)
  const { followed, different } = await withMonitors({ choosing: 0, byList: false }, async (monitors) => ({
    followed: await measure(monitors, seconds),
    different: await countDifferent(monitors),
  }))
  const choosing = await withMonitors({ choosing: crowd / 5, byList: false }, (monitors) =>
    measure(monitors, seconds / 2),
  )
  const byList = await withMonitors({ choosing: 0, byList: true }, (monitors) =>
    measure(monitors, seconds / 2),
  )
  report('monitors', {
    ...rowsOf('nobody', nobody),
    ...rowsOf(`${crowd} monitors by list`, byList),
    ...rowsOf(`${crowd} monitors`, followed),
    ...rowsOf(`${crowd} monitors, a service chosen in ${crowd / 5}`, choosing),
    'changes made': atLeast(followed.changes, 'changes/s', perSecond * 0.95),
    'failed calls': exactly(followed.failed, 'calls', 0),
    'monitors that differ from the list of the server': exactly(different, 'monitors', 0),
    'CPU of the api process': atMost(followed.cpuPercent, '% of a core', 10),
  })
  await changes.ask('stop')
} finally {
  await changes.ask('close').catch(() => undefined)
  changes.close()
  await rumbo.close()
}
