import { createTestApp, type TestApp, testClock } from '@rumbo/tools/testing/app'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../platform/database/database.ts'
import { monitoringEndpoints } from './monitoring.endpoints.ts'

const settings = {
  loginNotice: 'Demo',
  registration: false,
  mapsUrlTemplate: 'https://maps.example/{latitude}',
}
const nobodyListens = createDatabase({
  url: 'postgres://rumbo_app:none@127.0.0.1:1/rumbo',
  clock: testClock(),
  connections: 1,
})

let test: TestApp
let isServing: boolean
let isDatabaseThere: boolean

beforeEach(async () => {
  isServing = true
  isDatabaseThere = true
  test = await createTestApp({
    answers: ({ database }) =>
      monitoringEndpoints({
        database: { ...database, reach: () => (isDatabaseThere ? database : nobodyListens).reach() },
        ...settings,
        isServing: () => isServing,
      }),
  })
})
afterEach(() => test.close())
afterAll(() => nobodyListens.close())

describe('without a token', () => {
  it('a process tells that it is alive and ready', async () => {
    expect(await test.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'alive' } })
    expect(await test.call('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('is not ready, but alive, while it drains', async () => {
    isServing = false
    expect(await test.call('GET', '/ready')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await test.call('GET', '/health')).status).toBe(200)
  })

  it('is not ready, but alive, while the database is away', async () => {
    isDatabaseThere = false
    expect(await test.call('GET', '/ready')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await test.call('GET', '/health')).status).toBe(200)
  })

  it('the login page learns what it may know, and no more', async () => {
    expect((await test.call('GET', '/settings')).body).toEqual(settings)
  })
})
