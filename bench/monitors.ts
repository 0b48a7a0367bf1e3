import { setTimeout as pause } from 'node:timers/promises'
import { maxSocketsOfPerson } from '@rumbo/contract/live.contract'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService, zocalo } from '@rumbo/server/services/services.factory'
import { assignVehicle, confirmPickupOf } from '@rumbo/server/services/services.moves.actions'
import { buildPosition } from '@rumbo/server/telemetry/telemetry.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { type Child, startChild } from './harness/child.ts'
import { readCpu } from './harness/processes.ts'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import type { MonitorsOptions } from './load/monitors.ts'
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
const settleSeconds = 8
const seconds = Number(process.argv[2] ?? 60)
const secret = 'a secret that serves this measurement only'

const accessTokens: string[] = []
let [companyId, fleetId, contactId] = ['', '', '']

async function fill(tx: Transaction): Promise<void> {
  companyId = (await buildCompany(tx)).id
  fleetId = (await buildFleet(tx, { companyId })).id
  contactId = (await buildContact(tx, { companyId })).id
  for (let opened = 0; opened < crowd; opened += maxSocketsOfPerson) {
    const user = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    const { accessToken } = await buildSession(tx, user, secret)
    for (let at = 0; at < maxSocketsOfPerson; at += 1) accessTokens.push(accessToken)
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

interface Counted {
  calls: Record<string, number>
  bytes: { http: number; live: number }
}
interface Measured extends Counted {
  cpuPercent: number
  changes: number
  seconds: number
}

/** CPU of the api process in percent of one core, and what was called and changed, over some seconds. */
async function measure(monitors: Child | null, forSeconds: number): Promise<Measured> {
  await pause(settleSeconds * 1000)
  await Promise.all([monitors?.ask('counts'), changes.ask('counts')])
  const [before, startedAt] = [readCpu(rumbo.dataDir).api, performance.now()]
  await pause(forSeconds * 1000)
  const took = (performance.now() - startedAt) / 1000
  const cpuPercent = ((readCpu(rumbo.dataDir).api - before) / took) * 100
  const done = await changes.ask<number>('counts')
  const none: Counted = { calls: {}, bytes: { http: 0, live: 0 } }
  const counted = monitors ? await monitors.ask<Counted>('counts') : none
  return { ...counted, cpuPercent, changes: done / took, seconds: took }
}

async function withMonitors(choosing: number, forSeconds: number): Promise<Measured> {
  const monitors = startChild(new URL('load/monitors.ts', import.meta.url))
  try {
    const origin = `http://127.0.0.1:${rumbo.httpPort}`
    await monitors.ask('open', { origin, fleetId, accessTokens, choosing } satisfies MonitorsOptions)
    return await measure(monitors, forSeconds)
  } finally {
    await monitors.ask('close')
    monitors.close()
  }
}

const rowsOf = (name: string, { cpuPercent, calls, bytes, seconds: took, changes: made }: Measured) => {
  const all = Object.values(calls).reduce((sum, count) => sum + count, 0)
  console.log(name, Object.fromEntries(Object.entries(calls).map(([path, count]) => [path, count / took])))
  return {
    [`${name}: changes`]: recorded(made, 'changes/s'),
    [`${name}: CPU`]: recorded(cpuPercent, '% of a core'),
    [`${name}: calls`]: recorded(all / took, 'calls/s'),
    [`${name}: answers`]: recorded(bytes.http / took / 1000, 'kB/s'),
    [`${name}: live stream`]: recorded(bytes.live / took / 1000, 'kB/s'),
  }
}

try {
  await rumbo.query('vacuum analyze')
  const given: ChangedFleet = { databaseUrl: rumbo.maintenanceUrl, companyId, fleetId, contactId, perSecond }
  await changes.ask('open', given)
  await changes.ask('start')
  const nobody = await measure(null, seconds / 4)
  const many = await withMonitors(0, seconds)
  const metrics: Record<string, Metric> = {
    ...rowsOf('nobody', nobody),
    ...rowsOf(`${crowd} monitors`, many),
    'changes made': atLeast(many.changes, 'changes/s', perSecond * 0.95),
    'CPU of the api process': atMost(many.cpuPercent, '% of a core', 10),
  }
  report('monitors', metrics)
  await changes.ask('stop')
} finally {
  await changes.ask('close').catch(() => undefined)
  changes.close()
  await rumbo.close()
}
