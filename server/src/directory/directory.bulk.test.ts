import { once } from 'node:events'
import type { Contact } from '@rumbo/contract/directory.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { workEndpoints } from '../platform/jobs/work.endpoints.ts'
import type { WorkKind } from '../platform/jobs/work.ts'
import { buildContact } from './directory.factory.ts'
import { directoryEndpoints, exportContactsWork, importContactsWork } from './index.ts'

let test: TestApp
let works: ReturnType<typeof createTestWorkRunner>
let companyId: string
let admin: TestCall
let viewer: TestCall
/** Called after each thousand rows of an import; a test may stop it there. */
let atBatch: (done: number, signal: AbortSignal) => Promise<void> | void

const watchedImport: WorkKind = (payload, actor, database, io) =>
  importContactsWork(payload, actor, database, {
    ...io,
    async progress(done, total) {
      await io.progress(done, total)
      await atBatch(done, io.signal)
      await io.progress(done, total)
    },
  })

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ directory }) => [...directoryEndpoints(directory), ...workEndpoints],
  })
  works = createTestWorkRunner(test, {
    'directory.import': watchedImport,
    'directory.export': exportContactsWork,
  })
})
afterAll(() => test.close())

beforeEach(async () => {
  atBatch = () => undefined
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const [ada, vera] = [await buildUser(tx, { level: 'admin' }), await buildUser(tx)]
    await buildAssignment(tx, { userId: ada.id, companyId })
    await buildAssignment(tx, { userId: vera.id, companyId, fleetId, role: 'fleet_viewer' })
    return { ada, vera }
  })
  admin = await test.as(people.ada)
  viewer = await test.as(people.vera)
})

const mapping = ['firstName', 'lastName', 'primaryPhone', 'city']
const table = (rows: number) =>
  `Nombre,Apellido,Teléfono,Ciudad\n${Array.from({ length: rows }, (_, at) => `Ana,Núñez ${at},+52 55 ${10_000_000 + at},León\n`).join('')}`
const request = async (rows: number, given: object = {}) => ({
  companyId,
  fileId: await works.upload(admin, 'x.csv', table(rows)),
  mapping,
  isDryRun: false,
  ...given,
})
const ask = async (rows: number, given: object = {}) =>
  (await admin<{ workId: string }>('POST', '/directory/imports', { body: await request(rows, given) })).body
    .workId
const total = async () =>
  (await admin<{ total: number }>('GET', `/directory/contacts?companyId=${companyId}&size=1`)).body.total

describe('a large import', () => {
  it('checks and writes 50,000 rows', async () => {
    const dry = await works.ended(admin, '/directory/imports', await request(50_000, { isDryRun: true }))
    expect(dry).toMatchObject({ status: 'done', total: 50_000, result: { added: 50_000, bad: [] } })
    const done = await works.ended(admin, '/directory/imports', await request(50_000))
    expect(done).toMatchObject({ status: 'done', result: { added: 50_000 } })
    expect(await total()).toBe(50_000)
  }, 60_000)

  it('writes nothing when it is cancelled half-way', async () => {
    const workId = await ask(3_000)
    atBatch = async (done, signal) => {
      if (done !== 2_000) return
      const ended = once(signal, 'abort')
      await admin('POST', `/work/${workId}/cancel`)
      await ended
    }
    await works.run(workId)
    expect(await works.read(admin, workId)).toMatchObject({ status: 'cancelled', result: null })
    expect(await total()).toBe(0)
  })

  it('writes nothing when the worker ends half-way, and everything after another worker takes over', async () => {
    const workId = await ask(3_000)
    const worker = new AbortController()
    atBatch = (done) => {
      if (done === 2_000) worker.abort()
    }
    await expect(works.run(workId, worker.signal)).rejects.toThrow()
    expect(await total()).toBe(0)
    atBatch = () => undefined
    await works.run(workId)
    expect(await works.read(admin, workId)).toMatchObject({ status: 'done', result: { added: 3_000 } })
    expect(await total()).toBe(3_000)
  })

  it('waits for another import into the same company, so that no contact is duplicated', async () => {
    const ids = [await ask(2_000), await ask(2_000)]
    await Promise.all(ids.map((id) => works.run(id)))
    const ended = await Promise.all(ids.map((id) => works.read(admin, id)))
    expect(ended.map(({ result }) => [result?.added, result?.skipped]).sort()).toEqual([
      [0, 2_000],
      [2_000, 0],
    ])
    expect(await total()).toBe(2_000)
  })
})

describe('an export', () => {
  const place = {
    line2: null,
    city: null,
    state: null,
    postalCode: null,
    country: null,
    latitude: null,
    longitude: null,
  }
  beforeEach(async () => {
    await test.build(async (tx) => {
      await buildContact(tx, {
        companyId,
        firstName: '=Íñigo',
        lastName: 'Ávila; "el Güero"',
        email: 'i@x.example',
        role: 'backup_mechanic',
        status: 'unavailable',
        medicalInfo: 'Diabetes',
        notes: 'Dos\nlíneas',
        addresses: [
          { type: 'home', line1: 'Calle 5', ...place, latitude: 19.5, longitude: -99.25 },
          { type: 'work', line1: 'Av. 1', ...place, city: 'León' },
        ],
      })
      await buildContact(tx, { companyId, firstName: 'Zoe', primaryPhone: '5555129999', role: 'vendor' })
    })
  })
  const exported = async (call: TestCall, given: object = {}) => {
    const work = await works.ended(call, '/directory/exports', {
      companyId,
      format: 'csv',
      language: 'es',
      ...given,
    })
    if (!work.result?.fileId) throw new Error(`No file: ${JSON.stringify(work)}`)
    return works.download(call, work.result.fileId)
  }
  const contacts = async () => {
    const { items } = (await admin<{ items: Contact[] }>('GET', `/directory/contacts?companyId=${companyId}`))
      .body
    return items.map(({ id: _id, version: _version, createdAt: _createdAt, ...said }) => said)
  }

  it.each([
    ['csv', 'es'],
    ['csv', 'en'],
    ['xlsx', 'es'],
    ['xlsx', 'en'],
  ])('as %s in %s is imported again without loss', async (format, language) => {
    const before = await contacts()
    const bytes = await exported(admin, { format, language })
    await test.build((tx) =>
      tx.sql('update directory.contacts set archived_at = now() where company_id = $1', [companyId]),
    )
    const fileId = await works.upload(admin, `x.${format}`, bytes)
    const seen = await admin<{ mapping: string[] }>('POST', '/directory/imports/inspect', {
      body: { fileId },
    })
    expect(seen.body.mapping).not.toContain(null)
    const back = await works.ended(admin, '/directory/imports', {
      companyId,
      fileId,
      mapping: seen.body.mapping,
      isDryRun: false,
    })
    expect(back.result).toMatchObject({ added: 2, skipped: 0, bad: [] })
    expect(await contacts()).toEqual(before)
  })

  it('writes what the filter shows, formulas neutralised, medical information for editors only', async () => {
    const text = (await exported(viewer)).toString('utf8')
    expect(text.startsWith('\uFEFFNombre,')).toBe(true)
    expect(text).toContain("'=Íñigo")
    expect(text).not.toContain('Diabetes')
    expect((await exported(admin)).toString('utf8')).toContain('Diabetes')
    const some = (await exported(admin, { role: ['vendor'], language: 'en' })).toString('utf8')
    expect(some).toContain('Zoe')
    expect(some).not.toContain('Íñigo')
    expect((await exported(admin, { search: 'nobody' })).toString('utf8').trim().split('\n')).toHaveLength(1)
    const recorded = await test.build((tx) =>
      tx.sql<{ changes: object }>(
        "select changes from platform.audit_entries where action = 'directory.exported' and company_id = $1 order by at, id",
        [companyId],
      ),
    )
    expect(recorded.map(({ changes }) => changes)).toEqual([
      { rows: [null, 2], format: [null, 'csv'] },
      { rows: [null, 2], format: [null, 'csv'] },
      { rows: [null, 1], format: [null, 'csv'], filter: [null, { role: ['vendor'] }] },
      { rows: [null, 0], format: [null, 'csv'], filter: [null, { search: 'nobody' }] },
    ])
  })
})
