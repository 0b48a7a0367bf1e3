import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildContact } from '../directory/directory.factory.ts'
import { buildDispatchSettings } from '../dispatch/dispatch.factory.ts'
import { buildUser, builtPassword } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { asSystem } from '../platform/access/access.ts'
import { systemClock } from '../platform/clock.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { buildService, zocalo } from '../services/services.factory.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { createServerProcesses, type ServerProcess } from './testing/server-process.ts'

type ServicesMessage = Extract<ServerMessage, { type: 'services' }>

const attempts = 200
const [byHand, vehiclesByHand] = [40, 10]
/** A takeover needs the lease to expire and a pass of the other process; the rest is room for a slow machine. */
const takeoverMs = 60_000

let postgres: TestDatabase
let database: Database
let processes: ReturnType<typeof createServerProcesses>
let companyId: string
let contactId: string

const asTest = <T>(work: Parameters<Database['transaction']>[1]) =>
  database.transaction(asSystem('test'), work) as Promise<T>

/** A fleet with vehicles near the pickup, in a mode. */
const newFleet = (mode: 'manual' | 'automatic', vehicles: number) =>
  asTest<{ fleetId: string; vehicleIds: string[] }>(async (tx) => {
    const fleetId = (await buildFleet(tx, { companyId })).id
    await buildDispatchSettings(tx, { companyId, fleetId, mode })
    const vehicleIds: string[] = []
    for (let at = 0; at < vehicles; at += 1) {
      const { id } = await buildVehicle(tx, {
        companyId,
        fleetId,
        vehicleNumber: `${fleetId.slice(-12)}-${at}`,
        causes: [],
      })
      await buildPosition(tx, id, {
        latitude: zocalo.latitude + 0.002 * (at + 1),
        longitude: zocalo.longitude,
      })
      vehicleIds.push(id)
    }
    return { fleetId, vehicleIds }
  })
const newService = (fleetId: string) =>
  asTest<string>(async (tx) => {
    const { id } = await buildService(tx, { companyId, fleetId, requesterContactId: contactId })
    await tx.sql("update services.services set status = 'on_dispatch', dispatch_time = $2 where id = $1", [
      id,
      tx.now,
    ])
    return id
  })
const assignedIn = (fleetId: string) =>
  asTest<{ id: string; vehicle: string | null; changes: number; audits: number }[]>((tx) =>
    tx.sql(
      `select s.id, s.assigned_vehicle_id as vehicle,
         (select count(*)::integer from services.status_history h
          where h.service_id = s.id and h.status = 'vehicle_assigned') as changes,
         (select count(*)::integer from platform.audit_entries a
          where a.entity_id = s.id and a.action = 'service.assigned') as audits
       from services.services s where s.fleet_id = $1 and s.status = 'vehicle_assigned'`,
      [fleetId],
    ),
  )
const leaseOf = async (fleetId: string) =>
  (
    await asTest<{ owner: string; token: string }[]>((tx) =>
      tx.sql('select owner, token from dispatch.leases where fleet_id = $1', [fleetId]),
    )
  )[0]

beforeAll(async () => {
  postgres = await testDatabase()
  processes = createServerProcesses(postgres)
  database = createDatabase({ url: postgres.url, clock: systemClock, connections: 2 })
  await asTest(async (tx) => {
    companyId = (await buildCompany(tx)).id
    contactId = (await buildContact(tx, { companyId })).id
    for (const username of ['ana', 'luis']) {
      const user = await buildUser(tx, { username, level: 'admin' })
      await buildAssignment(tx, { userId: user.id, companyId })
    }
  })
}, 60_000)
afterAll(async () => {
  await processes.end()
  await database.close()
  await postgres.close()
})

async function tokenOf({ url }: ServerProcess, username: string): Promise<string> {
  const answer = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password: builtPassword }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function signIn(server: ServerProcess, username: string) {
  const { url } = server
  const access_token = await tokenOf(server, username)
  return (method: string, path: string, body?: unknown) =>
    fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
}

it('200 attempts over two processes assign each vehicle and each service once', async () => {
  const { fleetId, vehicleIds } = await newFleet('manual', vehiclesByHand)
  for (let count = 0; count < byHand; count += 1) await newService(fleetId)
  const [first, second] = await Promise.all([processes.start('api'), processes.start('api')])
  const calls = [await signIn(first, 'ana'), await signIn(second, 'luis')] as const
  const list = await calls[0]('GET', `/services?fleetId=${fleetId}&size=100`)
  const { items } = (await list.json()) as { items: Service[] }
  const statuses = await Promise.all(
    Array.from({ length: attempts }, async (_, at) => {
      const service = items[(at * 7) % items.length] as Service
      const call = calls[at % 2 === 0 ? 0 : 1]
      const body = { vehicleId: vehicleIds[(at * 3) % vehiclesByHand], version: service.version }
      return (await call('POST', `/services/${service.id}/assign`, body)).status
    }),
  )
  const assigned = await assignedIn(fleetId)
  expect(statuses.filter((status) => status === 200)).toHaveLength(vehiclesByHand)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(new Set(assigned.map(({ vehicle }) => vehicle)).size).toBe(vehiclesByHand)
  expect(assigned.map(({ changes, audits }) => [changes, audits])).toEqual(assigned.map(() => [1, 1]))
}, 120_000)

/** Follows the services of a fleet in a process, and returns what waits for a message about them that fits. */
async function follow(server: ServerProcess, token: string, fleetId: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/live`, { origin: server.url })
  const messages: ServicesMessage[] = []
  let wake = (): void => undefined
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage
    if (message.type === 'services') messages.push(message)
    wake()
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token, fleets: [fleetId] }))
  socket.send(JSON.stringify({ type: 'follow', fleets: [fleetId] }))
  return {
    close: () => socket.terminate(),
    async next(fits: (message: ServicesMessage) => boolean): Promise<ServicesMessage> {
      for (;;) {
        const found = messages.find(fits)
        if (found) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

it('a change made through one process reaches those who follow the fleet in both, by record', async () => {
  const { fleetId, vehicleIds } = await newFleet('manual', 1)
  const id = await newService(fleetId)
  const servers = await Promise.all([processes.start('api'), processes.start('api')])
  const [first] = servers
  const token = await tokenOf(first, 'ana')
  const followers = await Promise.all(servers.map((server) => follow(server, token, fleetId)))
  const wholes = await Promise.all(followers.map(({ next }) => next(({ previous }) => previous === null)))
  expect(wholes.map(({ services }) => services?.map((service) => service.id))).toEqual([[id], [id]])
  const body = { vehicleId: vehicleIds[0], version: wholes[0]?.services?.[0]?.version }
  const answer = await (await signIn(first, 'luis'))('POST', `/services/${id}/assign`, body)
  const assigned = (await answer.json()) as Service
  expect(assigned.status).toBe('vehicle_assigned')
  for (const { next, close } of followers) {
    expect((await next(({ previous }) => previous !== null)).services).toEqual([assigned])
    close()
  }
}, 120_000)

describe('of two workers, one decides for a fleet', () => {
  it('another takes over after kill -9, and the resumed one after SIGSTOP changes nothing', async () => {
    const { fleetId } = await newFleet('automatic', 6)
    const expectAssigned = (count: number) =>
      expect
        .poll(async () => (await assignedIn(fleetId)).length, { timeout: takeoverMs, interval: 250 })
        .toBe(count)

    const first = await processes.start('worker')
    await newService(fleetId)
    await expectAssigned(1)
    const original = await leaseOf(fleetId)
    const second = await processes.start('worker')

    first.child.kill('SIGKILL')
    await newService(fleetId)
    await expectAssigned(2)
    const afterKill = await leaseOf(fleetId)
    expect(afterKill?.owner).not.toBe(original?.owner)
    expect(BigInt(afterKill?.token ?? 0)).toBeGreaterThan(BigInt(original?.token ?? 0))

    second.child.kill('SIGSTOP')
    await processes.start('worker')
    await newService(fleetId)
    await expectAssigned(3)
    const afterStop = await leaseOf(fleetId)
    expect(afterStop?.owner).not.toBe(afterKill?.owner)
    second.child.kill('SIGCONT')
    for (let count = 0; count < 3; count += 1) await newService(fleetId)
    await expectAssigned(6)
    expect((await leaseOf(fleetId))?.owner).toBe(afterStop?.owner)
    const assigned = await assignedIn(fleetId)
    expect(new Set(assigned.map(({ vehicle }) => vehicle)).size).toBe(6)
    expect(assigned.map(({ changes, audits }) => [changes, audits])).toEqual(assigned.map(() => [1, 1]))
  }, 240_000)
})
