import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ClientMessage, LiveVehicle, ServerMessage, StaleHint } from '@rumbo/contract/live.contract'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { WebSocket } from 'ws'
import { type Actor, asSystem } from '../../access/access.ts'
import { createBus } from '../../bus.ts'
import { createDatabase, type Database } from '../../database/database.ts'
import { type Authenticator, buildHttp } from '../../http/server.ts'
import { problem } from '../../problem.ts'
import { mountLive } from '../endpoint.ts'
import { createLiveHub, type LiveHubOptions } from '../hub.ts'

const log = pino({ level: 'silent' })
const clock = { now: () => new Date() }
export const company = uuid()
export const fleet = uuid()
export const otherFleet = uuid()

/** State that tests arrange: two vehicles, and the users Ana and Luis of different fleets. */
export const harness: {
  base: TestDatabase
  /** The vehicles the fake database returns. */
  stored: LiveVehicle[]
  /** The person of each token. */
  people: Map<string, Actor>
} = {
  base: { name: '', url: '', superuserUrl: '', close: async () => undefined },
  stored: [],
  people: new Map(),
}
let cleanups: (() => Promise<unknown>)[] = []

/** Call once per test file. */
export function useLiveHarness(): void {
  beforeAll(async () => {
    harness.base = await testDatabase({ empty: true })
  })
  afterAll(() => harness.base.close())
  beforeEach(() => {
    cleanups = []
    harness.stored = [vehicle('ECO-101'), vehicle('ECO-102')]
    harness.people = new Map([
      ['ana', person({ fleets: [fleet] })],
      ['luis', person({ fleets: [otherFleet] })],
    ])
  })
  afterEach(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
}

export function vehicle(vehicleNumber: string, fleetId = fleet): LiveVehicle {
  return {
    id: uuid(),
    fleetId,
    companyId: company,
    vehicleNumber,
    plateNumber: 'ABC-123-D',
    type: 'truck',
    make: 'Kenworth',
    model: 'T680',
    year: 2022,
    seats: null,
    skills: [],
    speedLimitKmh: null,
    status: 'active',
    statusSince: 1_800_000_000_000,
    at: 1_000,
    latitude: 19.43,
    longitude: -99.13,
    speedKmh: 0,
    heading: 0,
    ignition: true,
    fuelLevel: null,
    batteryLevel: null,
    gpsSignal: null,
    satellites: 9,
    standSince: null,
  }
}

export function person(reach: { fleets?: string[]; companies?: string[]; vehicles?: string[] }): Actor {
  const { fleets = [], companies = [company], vehicles = [] } = reach
  return {
    userId: uuid(),
    sessionId: uuid(),
    displayName: 'Ana Robles',
    level: vehicles.length > 0 ? 'guest' : 'user',
    scopes:
      vehicles.length > 0
        ? vehicles.map((id) => ({ scope: `${company},${fleet},${id}`, type: 'read' as const }))
        : fleets.map((id) => ({ scope: `${company},${id},*`, type: 'manage' as const })),
    companies: { read: companies, manage: [], write: companies },
    fleets: { read: fleets, manage: fleets },
    vehicles,
    directories: [],
    drivesOnly: [],
    services: [],
    contacts: [],
    plans: { companies: new Map(), fleets: new Map() },
    mustChangePassword: false,
    address: '',
    requestId: '',
  }
}

/** A server process with the live stream, listening on a free port. */
export async function serverProcess(
  limits: LiveHubOptions['limits'] = {},
  trustedProxies: readonly string[] = [],
) {
  const database = createDatabase({ url: harness.base.superuserUrl, clock })
  const bus = createBus({ url: harness.base.superuserUrl, log, retryMs: 10 })
  const authenticator: Authenticator = {
    async actorOf(token) {
      const actor = harness.people.get(token)
      if (!actor) throw problem(token === 'ended' ? 'session_expired' : 'unauthenticated')
      return actor
    },
  }
  const hub = createLiveHub({
    source: {
      domains: ['vehicles'],
      snapshot: async (fleetId) => harness.stored.filter((one) => one.fleetId === fleetId),
      vehicles: async (fleetId, ids) =>
        harness.stored.filter((one) => one.fleetId === fleetId && ids.includes(one.id)),
    },
    authenticator,
    bus,
    clock,
    log,
    limits,
  })
  bus.listen('rumbo_positions', (payload) => hub.apply(JSON.parse(payload)))
  const app = await buildHttp({
    answers: [],
    database,
    authenticator,
    log,
    allowedOrigins: ['https://rumbo.example'],
    trustedProxies,
  })
  mountLive(app, { hub, allowedOrigins: ['https://rumbo.example'] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await bus.ready()
  cleanups.push(async () => {
    await app.close()
    await bus.close()
    await database.close()
  })
  return { hub, bus, database, app, port: (app.server.address() as AddressInfo).port }
}

/** The client side of the stream: records every message and can wait for a matching one. */
export async function viewer(
  port: number,
  options: { origin?: string; path?: string; address?: string } = {},
) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${options.path ?? '/v1/live'}`, {
    origin: options.origin ?? 'https://rumbo.example',
    ...(options.address && { headers: { 'x-forwarded-for': options.address } }),
  })
  cleanups.push(async () => socket.terminate())
  const messages: ServerMessage[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as ServerMessage)
    wake()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await once(socket, 'open')
  let read = 0
  async function next<Type extends ServerMessage['type']>(type: Type) {
    for (;;) {
      while (read < messages.length) {
        const message = messages[read++]
        if (message?.type === type) return message as Extract<ServerMessage, { type: Type }>
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const say = (message: ClientMessage) => socket.send(JSON.stringify(message))
  return { socket, messages, next, say, closed }
}

export async function watching(port: number, token = 'ana', fleets = [fleet], address?: string) {
  const one = await viewer(port, address === undefined ? {} : { address })
  one.say({ type: 'hello', token, fleets })
  await one.next('welcome')
  return { ...one, snapshot: await one.next('snapshot') }
}

export const moved = (one: LiveVehicle | undefined, at: number, speedKmh: number) => {
  if (!one) throw new Error('no such vehicle')
  return { id: one.id, fleetId: one.fleetId, at, speedKmh }
}

export const hint = (database: Database, ...hints: Parameters<typeof publishStale>[1]) =>
  publishStale(database, hints)
const publishStale = (database: Database, hints: StaleHint[]) =>
  database.transaction(asSystem('test'), async (tx) => {
    for (const one of hints) tx.stale(one)
  })
