import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { uploadLimit, uploadTypes } from '@rumbo/contract/work.contract'
import { createTestApp, type TestApp, testSecret } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSession, buildUser } from '../identity/identity.factory.ts'
import { type FileStore, safeFileName } from './files.ts'
import { attachmentHeader } from './http/files.ts'

let test: TestApp
let directory: string
let files: FileStore
let ana: Record<string, string>
let beto: Record<string, string>
let guest: Record<string, string>

const csv = Buffer.from('Nombre;Teléfono\r\nAna;55 1234 5678\r\n')
const xlsx = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(500)])

beforeAll(async () => {
  test = await createTestApp()
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

describe('a file', () => {
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

  it('is found by nobody else, not even a super admin', async () => {
    const { id } = (await upload(ana, 'a.csv', csv)).json()
    expect((await download(beto, id)).json()).toMatchObject({ code: 'file_not_found' })
    for (const other of [uuid(), 'x', '..%2F..%2Fsecret', '%2Fetc%2Fpasswd'])
      expect((await download(ana, other)).statusCode).toBe(404)
  })

  it('needs somebody signed in, and no guest', async () => {
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
    const before = await readdir(directory)
    const refused = await upload(ana, 'a.csv', payload, 'text/csv')
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject({ code })
    expect(await readdir(directory)).toEqual(before)
  })

  it('of the largest size passes; one that hides its size is cut off', async () => {
    expect((await upload(ana, 'a.csv', Buffer.alloc(uploadLimit, 'a'))).statusCode).toBe(201)
    async function* endless() {
      for (;;) yield Buffer.alloc(1_048_576, 'a')
    }
    const owner = await test.authenticator.actorOf(ana.authorization?.slice(7) ?? '')
    await expect(files.receive(owner, 'a.csv', endless())).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })

  it('of one person is taken twenty times a minute, whatever others send from the same address', async () => {
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

  it('needs a name', async () => {
    const refused = await test.app.inject({ method: 'POST', url: '/v1/files', headers: ana, payload: csv })
    expect(refused.statusCode).toBe(400)
  })

  it('is gone a day later, with bytes nobody knows; younger ones stay', async () => {
    const owner = await test.authenticator.actorOf(ana.authorization?.slice(7) ?? '')
    const { id } = (await upload(ana, 'old.csv', csv)).json()
    const stray = join(directory, `${uuid()}.part`)
    await writeFile(stray, 'cut off')
    const now = test.clock.now()
    await utimes(stray, now, now)
    test.clock.advance(86_399)
    await files.purge()
    expect(await readdir(directory)).toContain(id)
    test.clock.advance(2)
    const later = await files.receive(owner, 'new.csv', Readable.from([csv]))
    await files.purge()
    await expect(files.find(owner, id)).rejects.toMatchObject({ code: 'file_not_found' })
    expect(await files.read(owner, later.id)).toEqual(csv)
    expect(await readdir(directory)).toEqual([later.id])
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

  it('is written for old and new readers of the header', () => {
    expect(attachmentHeader("Añ'o.csv")).toBe(
      "attachment; filename=\"A_'o.csv\"; filename*=UTF-8''A%C3%B1%27o.csv",
    )
  })
})
