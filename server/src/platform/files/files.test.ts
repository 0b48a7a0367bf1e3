import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { uploadLimit, uploadQuota, uploadTypes } from '@rumbo/contract/work.contract'
import { testDatabase } from '@rumbo/tools/testing'
import { createTestApp, type TestApp, testSecret } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSession, buildUser } from '../../identity/identity.factory.ts'
import type { Actor } from '../access/access.ts'
import { backUp } from '../database/backup.ts'
import { createDatabase } from '../database/database.ts'
import { restore } from '../database/restore.ts'
import { attachmentHeader } from '../http/files.ts'
import { createFileStore, type FileStore, safeFileName } from './files.ts'

const csv = Buffer.from('Nombre;Teléfono\r\nAna;55 1234 5678\r\n')
const xlsx = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(500)])

describe.each(['database', 'folder'] as const)('a file in the %s', (storeIn) => {
  let test: TestApp
  let directory: string
  let files: FileStore
  let ana: Record<string, string>
  let beto: Record<string, string>
  let guest: Record<string, string>

  beforeAll(async () => {
    test = await createTestApp({ storeIn })
    files = test.files
    directory = test.filesDirectory
    const signedIn = async (level: 'user' | 'guest' | 'super_admin') => {
      const { accessToken } = await test.build(async (tx) =>
        buildSession(tx, await buildUser(tx, { level }), testSecret),
      )
      return { authorization: `Bearer ${accessToken}` }
    }
    ana = await signedIn('user')
    beto = await signedIn('super_admin')
    guest = await signedIn('guest')
  })
  afterAll(() => test.close())

  const upload = (headers: Record<string, string>, name: string, payload: Buffer, type?: string) =>
    test.app.inject({
      method: 'POST',
      url: `/v1/files?name=${encodeURIComponent(name)}`,
      headers: { ...headers, ...(type && { 'content-type': type }) },
      payload,
    })
  const download = (headers: Record<string, string>, id: string) =>
    test.app.inject({ method: 'GET', url: `/v1/files/${id}`, headers })

  it('of a record whose writing was killed is written again', async () => {
    const actor = await ownerOf(ana)
    const file = { id: uuid(), contentType: 'text/csv', content: csv }
    await files.records.put(actor, { ...file, content: Buffer.from('half') })
    await test.superuser.query('update platform.files set completed_at = null where id = $1', [file.id])
    if (storeIn === 'folder') await writeFile(join(directory, `${file.id}.part`), 'half')
    await files.records.put(actor, file)
    expect((await files.records.read(file.id)).content).toEqual(csv)
    const ownerId = uuid()
    const other = { ...file, id: uuid() }
    await files.records.putFor(ownerId, other)
    await expect(files.records.putFor(uuid(), other)).rejects.toThrow('file_not_found')
  })

  const ownerOf = (headers: Record<string, string>): Promise<Actor> =>
    test.authenticator.actorOf(headers.authorization?.slice(7) ?? '')
  const listening = async () => {
    if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 })
    const address = test.app.server.address()
    if (!address || typeof address === 'string') throw new Error('It does not listen.')
    return `http://127.0.0.1:${address.port}`
  }
  /** What there is of files, by their ids. */
  async function kept() {
    const [found] = await test.build((tx) =>
      tx.sql<{ rows: string[]; chunks: string[] }>(
        `select array(select id::text from platform.files order by id) as rows,
         array(select file_id::text from platform.file_chunks order by file_id, sequence) as chunks`,
      ),
    )
    if (!found) throw new Error('Nothing was found.')
    return { ...found, folder: (await readdir(directory).catch(() => [])).sort() }
  }

  it.each([
    ['contactos.csv', csv, 'text/csv', 'text/csv; charset=utf-8'],
    ['contactos.csv', csv, undefined, 'text/csv; charset=utf-8'],
    ['contactos.xlsx', xlsx, 'application/octet-stream', uploadTypes.xlsx],
    ['página.html', Buffer.from('<script>'), 'text/html', 'text/csv; charset=utf-8'],
  ])('%s is kept by what it is, and comes back as an attachment', async (name, payload, sent, type) => {
    const received = await upload(ana, name, payload, sent)
    expect(received.statusCode).toBe(201)
    const { id } = received.json()
    expect(received.json()).toEqual({ id, name, bytes: payload.length })
    const given = await download(ana, id)
    expect(given.statusCode).toBe(200)
    expect(given.rawPayload).toEqual(payload)
    expect(given.headers).toMatchObject({
      'content-type': type,
      'content-disposition': attachmentHeader(name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  it('is available to its owner only, not even to a super admin', async () => {
    const { id } = (await upload(ana, 'a.csv', csv)).json()
    expect((await download(beto, id)).json()).toMatchObject({ code: 'file_not_found' })
    for (const other of [uuid(), 'x', '..%2F..%2Fsecret', '%2Fetc%2Fpasswd'])
      expect((await download(ana, other)).statusCode).toBe(404)
  })

  it('requires a signed-in user who is not a guest', async () => {
    expect((await upload({}, 'a.csv', csv)).statusCode).toBe(401)
    expect((await download({}, uuid())).statusCode).toBe(401)
    expect((await upload(guest, 'a.csv', csv)).statusCode).toBe(403)
  })

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 415, 'unsupported_media_type'],
    [
      'NUL far behind',
      Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.from([0])]),
      415,
      'unsupported_media_type',
    ],
    ['nothing', Buffer.alloc(0), 422, 'file_unreadable'],
    ['too much', Buffer.alloc(uploadLimit + 1, 'a'), 413, 'payload_too_large'],
  ])('of %s is refused and leaves nothing behind', async (_what, payload, status, code) => {
    const before = await kept()
    const refused = await upload(ana, 'a.csv', payload, 'text/csv')
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject({ code })
    expect(await kept()).toEqual(before)
  })

  it('of the maximum size is accepted; one without a declared size is cut off there', async () => {
    expect((await upload(ana, 'a.csv', Buffer.alloc(uploadLimit, 'a'))).statusCode).toBe(201)
    async function* endless() {
      for (;;) yield Buffer.alloc(1_048_576, 'a')
    }
    const owner = await test.authenticator.actorOf(ana.authorization?.slice(7) ?? '')
    await expect(files.receive(owner, 'a.csv', endless())).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })

  it('is limited to twenty a minute per user, whatever others send from the same address', async () => {
    const limited = await createTestApp({ rateLimits: true })
    const send = (authorization: string) =>
      limited.app
        .inject({ method: 'POST', url: '/v1/files?name=a.csv', headers: { authorization }, payload: csv })
        .then(({ statusCode }) => statusCode)
    const person = async () => {
      const session = await limited.build(async (tx) => buildSession(tx, await buildUser(tx), testSecret))
      return `Bearer ${session.accessToken}`
    }
    const [busy, colleague] = [await person(), await person()]
    try {
      for (let upload = 0; upload < 130; upload += 1) expect(await send('Bearer nobody')).toBe(401)
      for (let upload = 0; upload < 20; upload += 1) expect(await send(busy)).toBe(201)
      expect(await send(busy)).toBe(429)
      expect(await send(colleague)).toBe(201)
    } finally {
      await limited.close()
    }
  })

  it('is refused beyond 1 GiB of uploads per user, including those in progress', async () => {
    const owner = await test.build((tx) => buildUser(tx))
    const { accessToken } = await test.build((tx) => buildSession(tx, owner, testSecret))
    const headers = { authorization: `Bearer ${accessToken}` }
    const keep = (bytes: number, isComplete: boolean, days: number, daysAgo = 0) =>
      test.build((tx) =>
        tx.sql(
          `insert into platform.files (id, name, bytes, content_type, stored_in, owner_id, created_at, completed_at, expires_at)
           values ($1, 'x.csv', $2, 'text/csv', 'database', $3, $4::timestamptz - make_interval(days => $7), $5,
             $4::timestamptz + make_interval(days => $6 - $7))`,
          [uuid(), bytes, owner.id, tx.now, isComplete ? tx.now : null, days, daysAgo],
        ),
      )
    await keep(uploadQuota, true, 7)
    await keep(uploadQuota, true, 1, 2)
    await keep(uploadQuota - 2 * uploadLimit, true, 1)
    expect((await upload(headers, 'fits.csv', csv)).statusCode).toBe(201)
    await keep(0, false, 1)
    expect((await upload(headers, 'more.csv', csv)).json()).toMatchObject({
      status: 429,
      code: 'upload_quota',
    })
    expect((await upload(beto, 'other.csv', csv)).statusCode).toBe(201)
    await test.build((tx) => tx.sql("delete from platform.files where name = 'x.csv'"))
  })

  it('requires a name', async () => {
    const refused = await test.app.inject({ method: 'POST', url: '/v1/files', headers: ana, payload: csv })
    expect(refused.statusCode).toBe(400)
  })

  it('is deleted after a day, with the bytes of interrupted writes; newer ones are kept', async () => {
    const owner = await ownerOf(ana)
    const { id } = (await upload(ana, 'old.csv', csv)).json()
    const cutOff = uuid()
    await test.build((tx) =>
      tx.sql(
        `insert into platform.files (id, owner_id, name, content_type, bytes, stored_in, created_at, expires_at)
         values ($1, $2, 'cut off', 'text/csv', 0, $3, $4, $4::timestamptz + interval '7 days')`,
        [cutOff, owner.userId, storeIn, tx.now],
      ),
    )
    await expect(files.find(owner, cutOff)).rejects.toMatchObject({ code: 'file_not_found' })
    const stray = join(directory, `${uuid()}.part`)
    await mkdir(directory, { recursive: true })
    await writeFile(stray, 'cut off')
    const now = test.clock.now()
    await utimes(stray, now, now)
    try {
      test.clock.advance(86_399)
      await files.purge()
      expect((await kept()).rows).toEqual(expect.arrayContaining([id, cutOff]))
      test.clock.advance(2)
      const later = await files.receive(owner, 'new.csv', Readable.from([csv]))
      await files.purge()
      await expect(files.find(owner, id)).rejects.toMatchObject({ code: 'file_not_found' })
      expect(await files.read(owner, later.id)).toEqual(csv)
      expect(await kept()).toEqual({
        rows: [later.id],
        chunks: storeIn === 'database' ? [later.id] : [],
        folder: storeIn === 'folder' ? [later.id] : [],
      })
    } finally {
      test.clock.advance(-86_401)
    }
  })

  it('is deleted when its sender disconnects during the upload', async () => {
    const before = await kept()
    const url = new URL(await listening())
    const sending = request({
      ...{ host: url.hostname, port: url.port, method: 'POST', path: '/v1/files?name=a.csv' },
      headers: { ...ana, 'content-type': 'text/csv' },
    })
    sending.on('error', () => undefined)
    sending.write(Buffer.alloc(3_000_000, 'a'))
    await vi.waitFor(async () => expect((await kept()).rows.length).toBe(before.rows.length + 1), 10_000)
    if (storeIn === 'database')
      await vi.waitFor(
        async () => expect((await kept()).chunks.length).toBe(before.chunks.length + 2),
        10_000,
      )
    sending.destroy()
    await vi.waitFor(async () => expect(await kept()).toEqual(before), 10_000)
  })

  it('is not read further when its reader disconnects', async () => {
    const owner = await ownerOf(ana)
    const large = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1_000_000, 'a')))
    const id = await files.save(owner, { name: 'a.csv', contentType: 'text/csv', content: large })
    const url = new URL(`/v1/files/${id}`, await listening())
    const closed = new Promise<void>((done) =>
      test.app.server.once('connection', (socket) => socket.once('close', done)),
    )
    const reading = get(url, { headers: ana, agent: false })
    reading.on('error', () => undefined)
    const answer = await new Promise<NodeJS.ReadableStream & { headers: Record<string, unknown> }>((done) =>
      reading.on('response', (response) => done(response as never)),
    )
    expect(answer.headers['content-length']).toBe('40000000')
    await new Promise((done) => answer.once('data', done))
    const queries = vi.spyOn(test.database, 'transaction')
    reading.destroy()
    await closed
    await vi.waitFor(() => expect(test.database.pool.idleCount).toBe(test.database.pool.totalCount), 10_000)
    // Chunks that were under way may still be answered; forty would be the whole file.
    expect(queries.mock.calls.length).toBeLessThan(20)
    queries.mockRestore()
  })

  it('of the product is streamed in chunks, equal byte for byte', async () => {
    const owner = await ownerOf(ana)
    const pieces = Array.from({ length: 7 }, (_, index) => Buffer.alloc(700_001, `${index}`))
    const id = await files.save(owner, {
      name: 'a.csv',
      contentType: 'text/csv',
      content: Readable.from(pieces),
    })
    const sizes: number[] = []
    const read: Buffer[] = []
    for await (const chunk of (await files.find(owner, id)).stream()) {
      sizes.push(chunk.length)
      read.push(chunk)
    }
    expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_048_576)
  })
})

describe('files in PostgreSQL', () => {
  it('have a size limit, and leave no rows when they exceed it', async () => {
    const test = await createTestApp()
    try {
      const owner = await test.build((tx) => buildUser(tx))
      const actor = await test.authenticator.actorOf(
        (await test.build((tx) => buildSession(tx, owner, testSecret))).accessToken,
      )
      const { database, clock, filesDirectory: directory } = test
      const files = createFileStore({
        database,
        clock,
        directory,
        storeIn: 'database',
        limitBytes: 3_000_000,
      })
      const save = (bytes: number) =>
        files.save(actor, {
          name: 'a.csv',
          contentType: 'text/csv',
          content: Readable.from([Buffer.alloc(bytes, 'a')]),
        })
      await save(3_000_000)
      await expect(save(3_000_001)).rejects.toMatchObject({ code: 'file_too_large' })
      const [left] = await test.build((tx) =>
        tx.sql<{ files: number; bytes: number }>(
          'select (select count(*) from platform.files) as files, (select sum(octet_length(content)) from platform.file_chunks) as bytes',
        ),
      )
      expect(left).toEqual({ files: 1, bytes: 3_000_000 })
    } finally {
      await test.close()
    }
  })

  it('are part of a backup', async () => {
    const test = await createTestApp()
    const restored = await testDatabase({ empty: true })
    const folder = mkdtempSync(join(tmpdir(), 'rumbo-files-'))
    try {
      const session = await test.build(async (tx) => buildSession(tx, await buildUser(tx), testSecret))
      const actor = await test.authenticator.actorOf(session.accessToken)
      const content = Buffer.alloc(2_500_000, 'ñ;')
      const { id } = await test.files.receive(actor, 'a.csv', Readable.from([content]))
      const file = join(folder, 'backup.rumbo')
      await backUp({ url: test.superuserUrl, file })
      await restore({ url: restored.superuserUrl, file, allowUnsafeServer: true })
      const database = createDatabase({ url: restored.url, clock: test.clock, connections: 1 })
      const files = createFileStore({ database, clock: test.clock, directory: folder, storeIn: 'database' })
      expect((await files.read(actor, id)).equals(content)).toBe(true)
      await database.close()
    } finally {
      await test.close()
      await restored.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('keep files readable that were stored in a folder before', async () => {
    const test = await createTestApp({ storeIn: 'folder' })
    try {
      const { accessToken } = await test.build(async (tx) =>
        buildSession(tx, await buildUser(tx), testSecret),
      )
      const actor = await test.authenticator.actorOf(accessToken)
      const { id } = await test.files.receive(actor, 'a.csv', Readable.from([csv]))
      const { database, clock, filesDirectory: directory } = test
      const files = createFileStore({ database, clock, directory, storeIn: 'database' })
      expect(await files.read(actor, id)).toEqual(csv)
      test.clock.advance(86_401)
      await files.purge()
      expect(await readdir(directory)).toEqual([])
    } finally {
      await test.close()
    }
  })
})

describe('files in a folder', () => {
  it('are refused when the disk has no space for another upload, and leave no partial file', async () => {
    const test = await createTestApp({ storeIn: 'folder' })
    try {
      const { accessToken } = await test.build(async (tx) =>
        buildSession(tx, await buildUser(tx), testSecret),
      )
      const actor = await test.authenticator.actorOf(accessToken)
      const { database, clock, filesDirectory: directory } = test
      let freeBytes = 400 * 1024 * 1024
      const readSpace = () => ({ freeBytes, totalBytes: 10 * 1024 ** 3, freeFiles: null })
      const files = createFileStore({ database, clock, directory, storeIn: 'folder', readSpace })
      await files.receive(actor, 'fits.csv', Readable.from([csv]))
      freeBytes = 300 * 1024 * 1024
      await expect(files.receive(actor, 'more.csv', Readable.from([csv]))).rejects.toMatchObject({
        code: 'storage_full',
        status: 507,
      })
      expect(await readdir(directory)).toHaveLength(1)
      const names = await test.build((tx) => tx.sql('select name from platform.files'))
      expect(names).toEqual([{ name: 'fits.csv' }])
    } finally {
      await test.close()
    }
  })
})

describe('a name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\lista.csv', 'lista.csv'],
    ['lista\r\nX-Evil: 1.csv', 'listaX-Evil 1.csv'],
    ['\u202efdp.csv', 'fdp.csv'],
    ['..', 'file'],
    ['Ñandú "1".csv', 'Ñandú 1.csv'],
    [`${'a'.repeat(200)}.csv`, `${'a'.repeat(116)}.csv`],
  ])('%j becomes %j', (given, safe) => {
    expect(safeFileName(given)).toBe(safe)
  })

  it('is encoded for old and new clients', () => {
    expect(attachmentHeader("Añ'o.csv")).toBe(
      "attachment; filename=\"A_'o.csv\"; filename*=UTF-8''A%C3%B1%27o.csv",
    )
  })
})
