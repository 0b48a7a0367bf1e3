import { Writable } from 'node:stream'
import { createTestApp, type TestApp } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'

const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line))
      done()
    },
  }),
)
let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ log })
})
afterAll(() => test.close())
beforeEach(() => {
  lines.length = 0
})

it('logs one line per answer with the request id, which is also sent to the caller', async () => {
  const call = await test.as(await test.build((tx) => buildUser(tx)))
  const { headers } = await call('GET', '/auth/profile/companies')
  expect(lines.filter(({ msg }) => msg === 'answered')).toEqual([
    expect.objectContaining({
      reqId: headers['x-request-id'],
      endpoint: 'organisation.profileCompanies',
      status: 200,
      ms: expect.any(Number),
    }),
  ])
})

it('logs a refusal by its code and request id, without the input', async () => {
  const { headers, body } = await test.call('POST', '/auth/login', {
    body: { username_or_email: 'nobody', password: 'Never-in-a-log-1!' },
  })
  expect(lines).toContainEqual(
    expect.objectContaining({ reqId: headers['x-request-id'], code: 'invalid_credentials', status: 401 }),
  )
  expect(body.requestId).toBe(headers['x-request-id'])
  expect(JSON.stringify(lines)).not.toContain('Never-in-a-log')
})

it('ignores a request id sent by the caller', async () => {
  const { headers } = await test.call('GET', '/auth/profile/companies', {
    headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
  })
  expect(headers['x-request-id']).not.toBe('forged')
  expect(JSON.stringify(lines)).not.toContain('forged')
})
