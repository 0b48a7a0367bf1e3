import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '@rumbo/contract/work.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { callerOf, percentile } from './harness/calls.ts'
import { filesWithRegion } from './harness/region.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// 10,000 services from CSV, a third of them with addresses to be looked up in the region of the demo, one of 25 with an
// error: checked, imported, and imported again; and how long it keeps others of the company from creating services.
const services = 10_000
const badEvery = 25
const secret = 'a secret that serves this measurement only'
const dayMs = 86_400_000
const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10)
const heading =
  'Referencia,Tipo de servicio,Hora de despacho,Cliente,Teléfono,Origen,Latitud de origen,Longitud de origen,Destino,Latitud de destino,Longitud de destino,Notas'
const mapping = [
  'reference',
  'serviceType',
  'dispatchTime',
  'requesterName',
  'requesterPhone',
  'pickupAddress',
  'pickupLatitude',
  'pickupLongitude',
  'destinationAddress',
  'destinationLatitude',
  'destinationLongitude',
  'notes',
]
const files = await filesWithRegion(
  join(projectRoot(), 'tools', 'demo', 'region', 'mexico-city.osm'),
  'mexico-city',
)
const streets = [
  'Paseo de la Reforma',
  'Avenida Insurgentes Sur',
  'Avenida Universidad',
  'Avenida Álvaro Obregón',
  'Avenida Patriotismo',
  'Avenida Presidente Masaryk',
]

let accessToken = ''
let companyId = ''
let fleetId = ''
async function fill(tx: Transaction): Promise<void> {
  companyId = (await buildCompany(tx)).id
  fleetId = (await buildFleet(tx, { companyId })).id
  const user = await buildUser(tx, { level: 'admin' })
  await buildAssignment(tx, { userId: user.id, companyId })
  accessToken = (await buildSession(tx, user, secret)).accessToken
}

const latitude = 19.42
const longitude = -99.16
const rowOf = (at: number) => {
  const time = at % badEvery === 0 ? '03/04/2026 10:00' : `${day} ${String(at % 24).padStart(2, '0')}:30`
  const isSearched = at % 3 === 0
  const from = isSearched
    ? `${streets[at % streets.length]} ${100 + (at % 700)},,`
    : `Calle ${at},${(latitude + (at % 100) / 10_000).toFixed(5)},${longitude}`
  return `R-${at},Taxi,${time},Cliente ${at % 2_000},55 ${10_000_000 + (at % 2_000)},${from},Ángel,19.42699,-99.16765,Nota ${at}`
}
const csv = [heading, ...Array.from({ length: services }, (_, at) => rowOf(at + 1))].join('\n')

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret, RUMBO_FILES_DIR: files } })

const { call } = callerOf(rumbo, accessToken)

/** The largest resident memory in MB that a process of the server ever had. */
function peakMegabytes(): number {
  const peaks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const isOurs =
          Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === process.pid && /Name:\s+node/.test(status)
        return isOurs ? [Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024] : []
      } catch {
        return []
      }
    })
  return Math.max(0, ...peaks)
}

const created: number[] = []
/** Another person's order, as long as a batch of the import makes it wait. */
async function createOne(): Promise<void> {
  const startedAt = performance.now()
  await call('POST', '/services', {
    fleetId,
    serviceType: 'taxi',
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    requesterContactId: null,
    dispatchTime: new Date(Date.now() + dayMs).toISOString(),
    areStopsConfirmed: true,
    plannedStops: [{ stopType: 'pickup', address: 'Ángel', latitude: 19.42699, longitude: -99.16765 }],
  })
  created.push(performance.now() - startedAt)
}

let longestMs = 0
/** Seconds of a work from asking to its end. */
async function secondsOf(body: object, isOrdering: boolean): Promise<{ seconds: number; work: Work }> {
  const startedAt = performance.now()
  const { workId } = await call<{ workId: string }>('POST', '/services/imports', body)
  for (;;) {
    const work = await call<Work>('GET', `/work/${workId}`)
    if (work.endedAt) {
      if (work.status !== 'done') throw new Error(`the import ended ${work.status}: ${work.error}`)
      return { seconds: (performance.now() - startedAt) / 1000, work }
    }
    if (isOrdering) await createOne()
    const [open] = await rumbo.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::float as ms
       from pg_stat_activity where usename <> current_user and state like '%transaction%' or query ilike '%imported_rows%'`,
    )
    if (isOrdering) longestMs = Math.max(longestMs, open?.ms ?? 0)
    await pause(100)
  }
}

try {
  for (let at = 0; at < 20; at += 1) await createOne()
  const alone = percentile(created, 0.5)
  created.length = 0
  const metrics: Record<string, Metric> = {}
  const { id: fileId } = await call<{ id: string }>('POST', '/files?name=servicios.csv', Buffer.from(csv))
  const asked = { companyId, fleetId, fileId, mapping, skipBad: true }
  const dry = await secondsOf({ ...asked, isDryRun: true }, false)
  const before = peakMegabytes()
  const written = await secondsOf({ ...asked, isDryRun: false }, true)
  const again = await secondsOf({ ...asked, isDryRun: false }, false)
  const result = written.work.result
  const bad = Math.floor(services / badEvery)
  metrics['rows with errors'] = exactly(result?.bad.length ?? 0, 'rows', bad)
  metrics['services created and addresses to review'] = exactly(
    (result?.added ?? 0) + (result?.waiting ?? 0),
    'rows',
    services - bad,
  )
  metrics['addresses to review'] = recorded(result?.waiting ?? 0, 'rows')
  metrics['services created by a second import'] = exactly(again.work.result?.added ?? -1, 'rows', 0)
  metrics['dry run'] = recorded(services / dry.seconds, 'rows/s')
  metrics.import = recorded(services / written.seconds, 'rows/s')
  metrics['second import'] = recorded(services / again.seconds, 'rows/s')
  metrics['longest transaction seen'] = recorded(longestMs, 'ms')
  metrics['an order alone, median'] = recorded(alone, 'ms')
  metrics['orders meanwhile, p99'] = atMost(percentile(created, 0.99), 'ms', 1_000)
  metrics['memory of the largest process before'] = recorded(before, 'MB')
  metrics['memory of the largest process'] = atMost(peakMegabytes(), 'MB', 1_000)
  report('services-import', metrics)
} finally {
  await rumbo.close()
  rmSync(files, { recursive: true, force: true })
}
