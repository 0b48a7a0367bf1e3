import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseExtraFields, requireContract, testClock, testDatabase, testSecret } from '@rumbo/tools/testing'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { buildSession, testPasswordCost } from '../../identity/identity.factory.ts'
import { createAuthenticator, createPasswords } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import {
  createPlaces,
  createRegionStore,
  createRegionUploads,
  createRoads,
  createTileSets,
} from '../../places/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import { createBus } from '../../platform/bus.ts'
import { createDatabase } from '../../platform/database/database.ts'
import { createVapidReader } from '../../platform/deliveries/keys.ts'
import { createFileStore } from '../../platform/files/files.ts'
import { uploadedFiles } from '../../platform/files/uploads.ts'
import { mountFiles } from '../../platform/http/files.ts'
import { buildHttp } from '../../platform/http/server.ts'
import { allAnswers } from '../answers.ts'
import { buildMap } from './access.map.ts'
import { nowhere, type Place } from './access.place.ts'
import { createRollbackDatabase } from './access.rollback.ts'
import type { Me } from './access.sample.ts'
import type { Person, Spot } from './access.table.ts'

export interface ApiResponse {
  status: number
  code: string | null
  body: unknown
  /** The response body as sent. */
  text: string
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call to a path below `/v1`, with an optional token. */
async function callApi(
  app: FastifyInstance,
  token: string | null,
  method: Method,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  const answer = await app.inject({
    method,
    url: `/v1${path}`,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(Buffer.isBuffer(body) && { 'content-type': 'application/octet-stream' }),
    },
    ...(body !== undefined && { payload: body as object }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const given: unknown = isJson ? answer.json() : answer.body
  const code = isJson ? (given as { code?: unknown }).code : null
  return {
    status: answer.statusCode,
    code: typeof code === 'string' ? code : null,
    body: given,
    text: answer.body,
  }
}

/** The whole API with a database that has every record once per place; calls can be rolled back. */
export async function createAccessHarness() {
  const { url, superuserUrl, close } = await testDatabase()
  const clock = testClock()
  const log = pino({ level: 'silent' })
  const real = createDatabase({ url, clock, connections: 4 })
  const database = createRollbackDatabase(real, clock)
  const bus = createBus({ url, log })
  await bus.ready()
  const authenticator = createAuthenticator({ database: real, clock, secret: testSecret, assignments, bus })
  const directory = join(tmpdir(), `rumbo-test-access-${uuid()}`)
  const files = createFileStore({ database, directory, clock, storeIn: 'database' })
  const regions = createRegionStore({ directory: join(directory, 'regions'), pollIntervalMs: 0 })
  const answers = allAnswers({
    tiles: createTileSets({ worldFile: join(directory, 'world'), regions, onFailure: () => undefined }),
    tilesUrl: null,
    roads: createRoads({ clock, routingUrl: null, regions }),
    regions: {
      directory: join(directory, 'regions'),
      store: regions,
      uploads: createRegionUploads({ directory, limitBytes: 1_000_000 }),
    },
    database,
    files,
    clock,
    secret: testSecret,
    passwords: createPasswords(testPasswordCost),
    dataDir: directory,
    trackerHost: '127.0.0.1',
    registration: true,
    loginNotice: null,
    mapsUrlTemplate: '{latitude},{longitude}',
    isServing: () => true,
    machine: { state: () => null },
    geocoding: createPlaces({
      regions,
      gazetteerFile: join(directory, 'gazetteer'),
      geocoderUrl: null,
      clock,
      onFailure: () => undefined,
    }),
    hasSecureCookies: false,
    publicUrl: () => 'https://rumbo.example',
    linkAddress: 'https://rumbo.example',
    channels: { email: true, sms: true, push: true, webhook: true },
    guarded: { check: async () => undefined },
    pushKeys: createVapidReader(null, database, testSecret),
    certificate: async () => ({ source: 'none', subject: null, issuer: null, validTo: null, error: null }),
  })
  const app = await buildHttp({
    answers,
    database,
    authenticator,
    log,
    allowedOrigins: [],
    trustedProxies: [],
    rateLimits: false,
    onExtraFields: refuseExtraFields,
    verifyAnswer: requireContract,
  })
  await mountFiles(app, { files: uploadedFiles(files), authenticator })

  const asTest = asSystem('test')
  const map = await real.transaction(asTest, buildMap)
  const sessionOf = (user: { id: string }) =>
    real.transaction(asTest, (tx) => buildSession(tx, user, testSecret))
  const tokens = new Map<Person | 'mixed', string>()
  const mine = new Map<Person | 'mixed', Me>()
  const deliveryId = uuid()
  await real.transaction(asTest, async (tx) => {
    await tx.sql(
      `insert into platform.deliveries (id, channel, kind, recipient, language, subject, body, status, created_at)
       values ($1, 'email', 'notice', 'elena@example.com', 'es', 'Asunto', 'Texto', 'failed', $2)`,
      [deliveryId, tx.now],
    )
  })
  for (const [name, user] of Object.entries(map.people) as [
    Exclude<Person, 'nobody'> | 'mixed',
    { id: string; username: string; email: string },
  ][]) {
    const { accessToken, sessionId } = await sessionOf(user)
    tokens.set(name, accessToken)
    const sent = await callApi(
      app,
      accessToken,
      'POST',
      '/files?name=a.csv',
      Buffer.from('Elena,Torres,5551234567\n'),
    )
    const fileId = sent.status < 300 ? (sent.body as { id: string }).id : uuid()
    mine.set(name, { ...user, sessionId, fileId, workId: uuid(), deliveryId })
  }
  const asked = await callApi(app, tokens.get('admin') ?? null, 'POST', '/audit/exports', { format: 'csv' })
  const { workId } = asked.body as { workId: string }
  for (const me of mine.values()) me.workId = workId
  const anybody = mine.get('scopeless')
  if (anybody) mine.set('nobody', anybody)

  const rootToken = tokens.get('superAdmin') ?? null
  /** Changes the services of a place to the status they are named after. */
  async function arrange(place: Omit<Place, 'sessionId'>): Promise<Place> {
    const step = async (state: keyof Place['services'], verb: string, more: object = {}) => {
      const service = place.services[state]
      const done = await callApi(app, rootToken, 'POST', `/services/${service.id}/${verb}`, {
        version: service.version,
        ...more,
      })
      if (done.status >= 300) throw new Error(`${state} ${verb}: ${JSON.stringify(done.body)}`)
      service.version = (done.body as { version: number }).version
    }
    const [, second, third] = place.activeVehicleIds
    for (const state of ['onDispatch', 'assigned', 'started'] as const) await step(state, 'dispatch')
    await step('assigned', 'assign', { vehicleId: second })
    await step('started', 'assign', { vehicleId: third })
    await step('started', 'confirm-pickup')
    return { ...place, sessionId: (await sessionOf({ id: place.userId })).sessionId }
  }
  const places: Record<Spot, Place> = {
    own: await arrange(map.places.own),
    otherFleet: await arrange(map.places.otherFleet),
    otherCompany: await arrange(map.places.otherCompany),
    nowhere: nowhere({ userId: map.loose.id, sessionId: (await sessionOf(map.loose)).sessionId }),
  }
  return {
    answers,
    app,
    authenticator,
    bus,
    database,
    real,
    superuserUrl,
    clock,
    log,
    places,
    people: map.people,
    drivers: map.drivers,
    tokens,
    me(person: Person): Me {
      const found = mine.get(person)
      if (!found) throw new Error(`${person} has no session.`)
      return found
    },
    /** Makes a call and rolls back its changes. */
    callAndRollBack: (
      person: Person | 'mixed',
      method: Method,
      path: string,
      body?: object,
    ): Promise<ApiResponse> =>
      database.rollBackAfter(() => callApi(app, tokens.get(person) ?? null, method, path, body)),
    /** Makes a call and keeps its changes. */
    call: (person: Person | 'mixed', method: Method, path: string, body?: object): Promise<ApiResponse> =>
      callApi(app, tokens.get(person) ?? null, method, path, body),
    async close() {
      await app.close()
      await bus.close()
      await real.close()
      await close()
    },
  }
}
export type AccessHarness = Awaited<ReturnType<typeof createAccessHarness>>
