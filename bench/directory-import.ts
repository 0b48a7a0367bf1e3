import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '@rumbo/contract/work.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { callerOf } from './harness/calls.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// A directory of 50,000 contacts: imported from CSV, listed, exported as XLSX, and looked at as such; and how long
// other people's calls take meanwhile.
const contacts = 50_000
const secret = 'a secret that serves this measurement only'
const heading =
  'Nombre;Segundo nombre;Apellidos;Teléfono;Correo;Empresa;Puesto;Función;Notas;Calle;Ciudad;Latitud;Longitud'
const mapping = [
  'firstName',
  'middleName',
  'lastName',
  'primaryPhone',
  'email',
  'companyName',
  'jobTitle',
  'role',
  'notes',
  'line1',
  'city',
  'latitude',
  'longitude',
]

let accessToken = ''
let companyId = ''

async function fill(tx: Transaction): Promise<void> {
  companyId = (await buildCompany(tx)).id
  const user = await buildUser(tx)
  await buildAssignment(tx, { userId: user.id, companyId })
  accessToken = (await buildSession(tx, user, secret)).accessToken
}

const rowOf = (at: number) =>
  `Íñigo;José;Núñez ${at};+52 55 ${10_000_000 + at};c${at}@example.com;Transportes Águila;Gerente;Cliente;"Llamar; antes de las 5";Calle ${at};León;19,4${at};-99,1\n`
const csv = Buffer.from(
  `${heading}\n${Array.from({ length: contacts }, (_, at) => rowOf(at)).join('')}`,
  'latin1',
)

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })

const { call } = callerOf(rumbo, accessToken)

const times: number[] = []
/** Seconds of a long work from asking to its end; other calls of the API are timed meanwhile. */
async function secondsOf(path: string, body: object): Promise<{ seconds: number; work: Work }> {
  const startedAt = performance.now()
  const { workId } = await call<{ workId: string }>('POST', path, body)
  for (;;) {
    const askedAt = performance.now()
    const work = await call<Work>('GET', `/work/${workId}`)
    times.push(performance.now() - askedAt)
    if (work.endedAt) {
      if (work.status !== 'done') throw new Error(`${path} ended ${work.status}: ${work.error}`)
      return { seconds: (performance.now() - startedAt) / 1000, work }
    }
    await pause(5)
  }
}
const percentile = (of: number[], share: number) =>
  [...of].sort((a, b) => a - b)[Math.floor(of.length * share)] ?? 0
async function inspect(bytes: Buffer, name: string) {
  const { id } = await call<{ id: string }>('POST', `/files?name=${name}`, bytes)
  const startedAt = performance.now()
  await call('POST', '/directory/imports/inspect', { fileId: id })
  return { fileId: id, seconds: (performance.now() - startedAt) / 1000 }
}
async function listMs(query: string): Promise<number> {
  const taken: number[] = []
  for (let at = 0; at < 100; at += 1) {
    const startedAt = performance.now()
    await call('GET', `/directory/contacts?companyId=${companyId}&${query}`)
    taken.push(performance.now() - startedAt)
  }
  return percentile(taken, 0.99)
}

try {
  const metrics: Record<string, Metric> = {}
  const file = await inspect(csv, 'contactos.csv')
  const asked = { companyId, fileId: file.fileId, mapping }
  const dry = await secondsOf('/directory/imports', { ...asked, isDryRun: true })
  const written = await secondsOf('/directory/imports', { ...asked, isDryRun: false })
  metrics['contacts added'] = exactly(written.work.result?.added ?? 0, 'contacts', contacts)
  metrics['columns looked at, CSV'] = recorded(file.seconds, 's')
  metrics['dry run'] = recorded(dry.seconds, 's')
  metrics.import = recorded(written.seconds, 's')
  metrics['dry run and import'] = atMost(dry.seconds + written.seconds, 's', 20)
  metrics['calls meanwhile, p99'] = atMost(percentile(times, 0.99), 'ms', 50)
  await rumbo.query('vacuum analyze directory.contacts, directory.addresses')
  metrics['first page of the list, p99'] = atMost(await listMs('size=50'), 'ms', 100)
  metrics['search for one, p99'] = atMost(await listMs('size=50&search=nunez%2034567'), 'ms', 100)
  times.length = 0
  const exported = await secondsOf('/directory/exports', { companyId, format: 'xlsx', language: 'es' })
  metrics['export as XLSX'] = recorded(exported.seconds, 's')
  metrics['calls meanwhile (export), p99'] = atMost(percentile(times, 0.99), 'ms', 50)
  const workbook = Buffer.from(await call<ArrayBuffer>('GET', `/files/${exported.work.result?.fileId}`))
  metrics['columns looked at, XLSX'] = recorded((await inspect(workbook, 'directorio.xlsx')).seconds, 's')
  report('directory-import', metrics)
} finally {
  await rumbo.close()
}
