import { endpoint } from '@rumbo/contract/endpoint'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { buildUser, builtPassword } from '../../identity/identity.factory.ts'
import { buildCompany } from '../../organisation/organisation.factory.ts'
import { answer, answerAlone } from './endpoints.ts'

const filling = endpoint({
  name: 'test.filling',
  method: 'POST',
  path: '/filling',
  summary: 'Meets a full disk of the database',
  access: 'signed-in',
  output: z.object({}),
})
const writing = endpoint({ ...filling, name: 'test.writing', path: '/writing', access: 'public' })

let test: TestApp
let call: TestCall
let isFull = false

beforeAll(async () => {
  test = await createTestApp({
    refusesWrites: () => isFull,
    answers: () => [
      answer(filling, async (_input, { tx }) => {
        await tx.sql(
          "do $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$",
        )
        return {}
      }),
      answerAlone(writing, async () => {
        throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
      }),
    ],
  })
  call = await test.as(await test.build((tx) => buildUser(tx, { username: 'jefa', level: 'super_admin' })))
})
afterAll(() => test.close())

const full = { status: 507, body: { code: 'storage_full', status: 507 } }

describe('a full disk', () => {
  it('of the database or the files is answered with 507 and the time to retry after', async () => {
    expect(await call('POST', '/filling')).toMatchObject({ ...full, headers: { 'retry-after': '30' } })
    expect(await call('POST', '/writing')).toMatchObject(full)
    expect(JSON.stringify((await call('POST', '/filling')).body)).not.toContain('extend')
  })

  it('refuses changes and uploads, and still allows reading, signing in and signing out', async () => {
    const company = await test.build((tx) => buildCompany(tx))
    isFull = true
    try {
      expect(await call('POST', '/companies', { body: { name: 'Otra' } })).toMatchObject(full)
      expect(await call('DELETE', `/companies/${company.id}`)).toMatchObject(full)
      expect(await call('POST', '/files?name=a.csv')).toMatchObject(full)
      expect((await call('GET', `/companies/${company.id}`)).status).toBe(200)
      const login = await test.call('POST', '/auth/login', {
        body: { username_or_email: 'jefa', password: builtPassword },
      })
      expect(login.status).toBe(200)
      const cookies = Object.fromEntries(
        Object.entries(login.cookies).map(([name, { value }]) => [name, value]),
      )
      expect((await test.call('POST', '/auth/refresh', { cookies, body: {} })).status).toBe(200)
    } finally {
      isFull = false
    }
    expect((await call('POST', '/companies', { body: { name: 'Otra' } })).status).toBe(201)
  })
})
