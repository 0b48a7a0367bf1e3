import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@rumbo/contract/endpoint'
import { createAccounts } from '@rumbo/server/assembly/accounts'
import { companyWork } from '@rumbo/server/assembly/company-work'
import { contactsOf, type DirectoryParts, releaseUser } from '@rumbo/server/directory/index'
import { buildSession, testPasswordCost } from '@rumbo/server/identity/identity.factory'
import {
  createAuthenticator,
  createPasswords,
  identityEndpoints,
  type Passwords,
  userEndpoints,
} from '@rumbo/server/identity/index'
import {
  assignments,
  type CompanyWork,
  createPeople,
  organisationEndpoints,
  type PeopleLinks,
  peopleEndpoints,
} from '@rumbo/server/organisation/index'
import { asSystem } from '@rumbo/server/platform/access/access'
import { type Bus, createBus } from '@rumbo/server/platform/bus'
import type { Clock } from '@rumbo/server/platform/clock'
import { createDatabase, type Database } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { createFileStore, type FileStore } from '@rumbo/server/platform/files/files'
import { uploadedFiles } from '@rumbo/server/platform/files/uploads'
import type { Answer } from '@rumbo/server/platform/http/endpoints'
import { mountFiles } from '@rumbo/server/platform/http/files'
import { type Authenticator, buildHttp } from '@rumbo/server/platform/http/server'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { v7 as uuid } from 'uuid'
import * as z from 'zod'
import { testDatabase } from './test-database.ts'

export const testSecret = 'a secret of at least thirty-two characters'

export interface TestClock extends Clock {
  advance(seconds: number): void
}

/** A clock that only `advance` moves. Default: Monday 2 March 2026, 9:00 in Mexico City. */
export function testClock(start = '2026-03-02T15:00:00.000Z'): TestClock {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

export interface TestAnswer<Body> {
  status: number
  /** The parsed JSON, with a type chosen by the caller. */
  body: Body
  bytes: Buffer
  headers: Readonly<Record<string, unknown>>
  /** Set-Cookie by name, with its attributes. */
  cookies: Readonly<Record<string, { value: string; [attribute: string]: unknown }>>
}
export interface TestRequest {
  body?: unknown
  headers?: Record<string, string>
  cookies?: Record<string, string>
}
export type TestCall = <Body = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  /** Below `/v1`. */
  path: string,
  request?: TestRequest,
) => Promise<TestAnswer<Body>>

export interface TestApp {
  app: FastifyInstance
  database: Database
  clock: TestClock
  bus: Bus
  /** Uploaded files, in a folder of this app only. */
  files: FileStore
  filesDirectory: string
  authenticator: Authenticator
  superuserUrl: string
  /** Queries that row-level security does not limit; connects with the first. */
  superuser: Pick<pg.Pool, 'query'>
  /** For factories: one transaction with the rights of the system. */
  build<Built>(work: (tx: Transaction) => Promise<Built>): Promise<Built>
  /** An unauthenticated call. */
  call: TestCall
  /** Opens a session of the user; the returned calls carry its access token. */
  as(user: { id: string }): Promise<TestCall>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Endpoints besides those of identity and organisation. */
  answers?(parts: {
    database: Database
    clock: TestClock
    bus: Bus
    directory: DirectoryParts
    files: FileStore
  }): readonly Answer[]
  /** Replaces the listed functions of the vehicles, services and contacts domains. */
  work?: Partial<CompanyWork>
  /** Default: nobody is linked to a vehicle. */
  links?: Partial<PeopleLinks>
  clock?: TestClock
  /** Default: silent. */
  log?: Logger
  /** Default: off. */
  rateLimits?: boolean
  /** Default: PostgreSQL. */
  storeIn?: 'database' | 'folder'
  /** Default: with a cheap hash. */
  passwords?: Passwords
  isRegistrationOpen?: boolean
  hasSecureCookies?: boolean
  allowedOrigins?: readonly string[]
  trustedProxies?: readonly string[]
  /** Default: never. */
  refusesWrites?: () => boolean
}

/** Makes every test of an endpoint fail if the response has fields that its contract does not name. */
export function refuseExtraFields(endpoint: string, paths: readonly string[]): never {
  const fields = [...new Set(paths.map((path) => path.replace(/\.\d+/g, '.*')))]
  throw new Error(`${endpoint} answers more than its contract names: ${fields.join(', ')}.`)
}

/** Makes every test of an endpoint fail if the response, as JSON, does not match its contract. */
export function requireContract({ name, output }: Endpoint, answer: unknown): void {
  const parsed = output.safeParse(answer === undefined ? undefined : JSON.parse(JSON.stringify(answer)))
  if (parsed.success) return
  const message = `The response of ${name} breaks its contract:\n${z.prettifyError(parsed.error)}`
  // The server answers 500 to an error; the reason must be visible in the test output.
  console.error(message)
  throw new Error(message)
}

/** The HTTP server with its own database, real sign-in, row-level security and bus; it does not listen on a port. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url, superuserUrl, close } = await testDatabase()
  const superuser = new pg.Pool({ connectionString: superuserUrl, max: 1 })
  // The database may be dropped while the connection is idle.
  superuser.on('error', () => undefined)
  const clock = options.clock ?? testClock()
  const log = options.log ?? pino({ level: 'silent' })
  const database = createDatabase({ url, clock, connections: 4 })
  const bus = createBus({ url, log })
  const shared = { database, clock, secret: testSecret, assignments }
  const authenticator = createAuthenticator({ ...shared, bus })
  await bus.ready()
  const links: PeopleLinks = {
    contactsOf,
    unlinkContactOf: releaseUser,
    vehiclesOf: async () => new Map(),
    ...options.links,
  }
  const passwords = options.passwords ?? createPasswords(testPasswordCost)
  const identity = {
    ...shared,
    passwords,
    isRegistrationOpen: options.isRegistrationOpen ?? true,
    hasSecureCookies: options.hasSecureCookies ?? false,
  }
  const people = createPeople(links)
  const directory = join(tmpdir(), `rumbo-test-files-${uuid()}`)
  const files = createFileStore({ database, directory, clock, storeIn: options.storeIn ?? 'database' })
  const accounts = createAccounts(
    { assignments, passwords, publicUrl: () => 'https://rumbo.example' },
    people,
  )
  const app = await buildHttp({
    answers: [
      ...identityEndpoints(identity),
      ...userEndpoints(identity, people),
      ...peopleEndpoints(database, links),
      ...organisationEndpoints({ ...companyWork, ...options.work }),
      ...(options.answers?.({ database, clock, bus, directory: { accounts, files }, files }) ?? []),
    ],
    database,
    authenticator,
    log,
    allowedOrigins: options.allowedOrigins ?? [],
    trustedProxies: options.trustedProxies ?? [],
    rateLimits: options.rateLimits ?? false,
    refusesWrites: options.refusesWrites,
    onExtraFields: refuseExtraFields,
    verifyAnswer: requireContract,
  })
  await mountFiles(app, { files: uploadedFiles(files), authenticator })

  const call: TestCall = async <Body>(
    method: Parameters<TestCall>[0],
    path: string,
    { body, headers, cookies }: TestRequest = {},
  ) => {
    const response = await app.inject({
      method,
      url: `/v1${path}`,
      headers,
      cookies,
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = /json/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : response.body) as Body,
      bytes: response.rawPayload,
      headers: response.headers,
      cookies: Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie])),
    }
  }
  return {
    app,
    database,
    clock,
    bus,
    files,
    filesDirectory: directory,
    authenticator,
    superuserUrl,
    superuser,
    call,
    build: (make) => database.transaction(asSystem('test'), make),
    async as(user) {
      const { accessToken } = await database.transaction(asSystem('test'), (tx) =>
        buildSession(tx, user, testSecret),
      )
      return (method, path, request = {}) =>
        call(method, path, {
          ...request,
          headers: { authorization: `Bearer ${accessToken}`, ...request.headers },
        })
    },
    async close() {
      await app.close()
      await bus.close()
      await database.close()
      await superuser.end()
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
