import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Region, regionUploadsPath } from '@rumbo/contract/places.regions.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import { mountUploadParts } from '../../platform/http/upload-parts.ts'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { workTask } from '../../platform/jobs/work-runner.ts'
import { crossroads, pbfFile } from '../testing/pbf-file.ts'
import { buildPackFiles } from './places.pack.ts'
import type { PackBuild } from './places.pack-install.ts'
import { lockRegion } from './places.region-lock.ts'
import { createRegionUploads } from './places.region-uploads.ts'
import { addRegionWork, regionWorkKind } from './places.regions.actions.ts'
import { regionEndpoints } from './places.regions.endpoints.ts'
import { createRegionStore } from './places.regions.ts'

const directory = mkdtempSync(join(tmpdir(), 'rumbo-region-doors-'))
const regions = join(directory, 'regions')
const uploads = createRegionUploads({ directory: join(directory, 'uploads'), limitBytes: 100_000 })
let test: TestApp
let call: TestCall

beforeAll(async () => {
  const store = createRegionStore({ directory: regions, pollIntervalMs: 0 })
  test = await createTestApp({
    answers: () => [...regionEndpoints({ directory: regions, store, uploads }), ...workEndpoints],
  })
  await mountUploadParts(test.app, {
    path: regionUploadsPath,
    endpointName: 'regions.uploadPart',
    authenticator: test.authenticator,
    receive: uploads.receive,
  })
  call = await test.as(await test.build((tx) => buildUser(tx, { level: 'super_admin' })))
})
afterAll(async () => {
  await test.close()
  rmSync(directory, { recursive: true, force: true })
})

const part = (caller: TestCall, id: string, offset: number, bytes: Uint8Array) =>
  caller('POST', `${regionUploadsPath}/${id}/parts?offset=${offset}`, {
    body: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  })
async function sent(bytes: Uint8Array): Promise<string> {
  const begun = await call<{ fileId: string }>('POST', '/regions/uploads', {
    body: { name: '../../cruce.osm.pbf', bytes: bytes.length },
  })
  expect(begun.status).toBe(201)
  const { fileId } = begun.body
  const half = bytes.length >> 1
  expect((await part(call, fileId, 0, bytes.subarray(0, half + 7))).body).toEqual({ received: half + 7 })
  expect((await part(call, fileId, half, bytes.subarray(half))).body).toEqual({ received: bytes.length })
  return fileId
}
/** Builds it, as the worker does. */
async function built(
  fileId: string,
  {
    meanwhile,
    pollIntervalMs = 20,
  }: {
    meanwhile?: (workId: string, signal?: AbortSignal) => Promise<unknown>
    pollIntervalMs?: number
  } = {},
): Promise<Work> {
  const started = await call<{ workId: string }>('POST', '/regions', {
    body: { fileId, name: 'cruce', title: 'Un cruce' },
  })
  expect(started.status).toBe(202)
  const { workId } = started.body
  const log = pino({ level: 'silent' })
  const build: PackBuild = async (options) => {
    const manifest = await buildPackFiles(options)
    await meanwhile?.(workId, options.signal)
    return manifest
  }
  const kinds = { [regionWorkKind]: addRegionWork({ directory: regions, uploads, build }) }
  const actorOf = (userId: string) => findActor({ database: test.database, assignments }, userId)
  const run = workTask({
    database: test.database,
    files: test.files,
    kinds,
    log,
    actorOf,
    pollIntervalMs,
  })
  await run({ workId }, { id: '1', attempt: 1, signal: new AbortController().signal })
  return (await call<Work>('GET', `/work/${workId}`)).body
}
const listed = async () => (await call<{ items: Region[] }>('GET', '/regions')).body.items

describe('regions through the browser', () => {
  it('are uploaded in parts, built, listed and removed, with audit entries', async () => {
    expect(await listed()).toEqual([])
    expect(await built(await sent(pbfFile(crossroads)))).toMatchObject({ status: 'done', error: null })
    expect(await listed()).toMatchObject([
      { name: 'cruce', title: 'Un cruce', sourceName: 'cruce.osm.pbf', counts: { streets: 2 } },
    ])
    expect(readdirSync(join(directory, 'uploads'))).toEqual([])
    expect((await call('DELETE', '/regions/cruce')).status).toBe(200)
    expect(await listed()).toEqual([])
    expect((await call('DELETE', '/regions/cruce')).status).toBe(404)
    const rows = await test.build((tx) =>
      tx.sql<{ action: string; entity_name: string }>(
        "select action, entity_name from platform.audit_entries where entity = 'region' order by id",
      ),
    )
    expect(rows).toEqual([
      { action: 'region.added', entity_name: 'Un cruce' },
      { action: 'region.removed', entity_name: 'Un cruce' },
    ])
  })

  it('that cannot be built are refused with the reason, and leave no files', async () => {
    const text = new TextEncoder().encode('Rumbo\n'.repeat(20))
    expect(await built(await sent(text))).toMatchObject({ status: 'failed', error: 'region_not_extract' })
    expect(await built(await sent(pbfFile(crossroads).subarray(0, 200)))).toMatchObject({
      error: 'region_truncated',
    })
    expect(await listed()).toEqual([])
    expect(readdirSync(join(directory, 'uploads'))).toEqual([])
  })

  it('that were cancelled too late are listed as built', async () => {
    const cancel = (workId: string) => call('POST', `/work/${workId}/cancel`, { body: {} })
    const work = await built(await sent(pbfFile(crossroads)), {
      meanwhile: cancel,
      pollIntervalMs: 3_600_000,
    })
    expect(work).toMatchObject({ status: 'done' })
    expect(await listed()).toHaveLength(1)
    const [row] = await test.build((tx) =>
      tx.sql<{ action: string }>(
        "select action from platform.audit_entries where entity = 'region' order by id desc limit 1",
      ),
    )
    expect(row).toEqual({ action: 'region.added' })
    expect((await call('DELETE', '/regions/cruce')).status).toBe(200)
  })

  it('that span the world are refused immediately', async () => {
    const nodes = crossroads.nodes.map(
      ([id, latitude], at) => [id, latitude, at % 2 === 0 ? 60 : -60] as const,
    )
    expect(await built(await sent(pbfFile({ ...crossroads, nodes })))).toMatchObject({
      status: 'failed',
      error: 'region_too_large',
    })
  })

  it('that were cancelled leave no file', async () => {
    const fileId = await sent(pbfFile(crossroads))
    const stop = async (workId: string, signal?: AbortSignal) => {
      const stopped = new Promise((done) => signal?.addEventListener('abort', done))
      await call('POST', `/work/${workId}/cancel`, { body: {} })
      await stopped
      signal?.throwIfAborted()
    }
    const work = await built(fileId, { meanwhile: stop })
    expect(work).toMatchObject({ status: 'cancelled' })
    expect(await listed()).toEqual([])
    expect(readdirSync(join(directory, 'uploads'))).toEqual([])
  })

  it('that another process is changing are not touched', async () => {
    expect(await built(await sent(pbfFile(crossroads)))).toMatchObject({ status: 'done' })
    const release = await lockRegion(regions, 'cruce')
    expect((await call('DELETE', '/regions/cruce')).body).toMatchObject({ code: 'region_busy' })
    expect(await built(await sent(pbfFile(crossroads)))).toMatchObject({ error: 'region_busy' })
    await release()
    expect(await listed()).toHaveLength(1)
  })
})

describe('an upload in parts', () => {
  it('is refused if it is too large, has gaps, or belongs to another user', async () => {
    const tooLarge = await call('POST', '/regions/uploads', { body: { name: 'a', bytes: 100_001 } })
    expect(tooLarge.status).toBe(413)
    const { body } = await call<{ fileId: string }>('POST', '/regions/uploads', {
      body: { name: 'a', bytes: 10 },
    })
    const { fileId } = body
    expect((await part(call, fileId, 5, new Uint8Array(5))).status).toBe(400)
    expect((await part(call, fileId, 0, new Uint8Array(11))).status).toBe(413)
    expect((await part(call, '../../secret', 0, new Uint8Array(5))).status).toBe(404)
    const asked = { body: { fileId, name: 'cruce', title: 'Un cruce' } }
    expect((await call('POST', '/regions', asked)).body).toMatchObject({ code: 'file_not_found' })
    const other = await test.as(await test.build((tx) => buildUser(tx, { level: 'super_admin' })))
    expect((await part(other, fileId, 0, new Uint8Array(5))).status).toBe(404)
    const admin = await test.as(await test.build((tx) => buildUser(tx, { level: 'admin' })))
    expect((await part(admin, fileId, 0, new Uint8Array(5))).status).toBe(403)
    expect((await part(test.call, fileId, 0, new Uint8Array(5))).status).toBe(401)
    expect((await admin('GET', '/regions')).status).toBe(403)
  })

  it('is deleted when its sender cancels it, or starts another one long after', async () => {
    const begin = async () =>
      (await call<{ fileId: string }>('POST', '/regions/uploads', { body: { name: 'a', bytes: 10 } })).body
        .fileId
    const there = () => readdirSync(join(directory, 'uploads')).filter((name) => name.endsWith('.region'))
    for (const name of there()) await call('DELETE', `/regions/uploads/${name.slice(0, -'.region'.length)}`)
    const first = await begin()
    const other = await test.as(await test.build((tx) => buildUser(tx, { level: 'super_admin' })))
    expect((await other('DELETE', `/regions/uploads/${first}`)).status).toBe(200)
    expect(there()).toContain(`${first}.region`)
    expect((await call('DELETE', `/regions/uploads/${first}`)).status).toBe(200)
    expect((await call('DELETE', `/regions/uploads/${first}`)).status).toBe(200)
    expect(there()).not.toContain(`${first}.region`)
    const left = await begin()
    const yesterday = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(join(directory, 'uploads', `${left}.region`), yesterday, yesterday)
    const next = await begin()
    expect(there()).toEqual([`${next}.region`])
  })

  it('is deleted by the next upload if a full disk left no metadata', async () => {
    const begin = () =>
      call<{ fileId: string }>('POST', '/regions/uploads', { body: { name: 'a', bytes: 10 } })
    const { fileId } = (await begin()).body
    const content = join(directory, 'uploads', `${fileId}.region`)
    writeFileSync(`${content}.json`, '')
    expect((await part(call, fileId, 0, new Uint8Array(5))).status).toBe(404)
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    utimesSync(content, yesterday, yesterday)
    expect((await begin()).status).toBe(201)
    expect(existsSync(content) || existsSync(`${content}.json`)).toBe(false)
  })

  it.each(['..', 'a/b', 'Porto', 'ñ', '', 'world'])('builds no region of the name "%s"', async (name) => {
    const fileId = await sent(pbfFile(crossroads))
    expect((await call('POST', '/regions', { body: { fileId, name, title: 'x' } })).status).toBe(422)
  })
})
