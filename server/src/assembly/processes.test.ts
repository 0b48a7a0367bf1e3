import { writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { encodeGt06Login, encodeGt06Position } from '@rumbo/protocols'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { buildContact } from '../directory/directory.factory.ts'
import { buildUser, builtPassword } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { asSystem } from '../platform/access/access.ts'
import { systemClock } from '../platform/clock.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { buildService } from '../services/services.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { createServerProcesses, type ServerProcess } from './testing/server-process.ts'

const imei = '865760010000017'
let postgres: TestDatabase
let database: Database
let first: ServerProcess
let second: ServerProcess
let gateway: ServerProcess
let service: Service
let fleetId: string
let processes: ReturnType<typeof createServerProcesses>

const startProcess: ReturnType<typeof createServerProcesses>['start'] = (...given) =>
  processes.start(...given)

beforeAll(async () => {
  postgres = await testDatabase()
  processes = createServerProcesses(postgres)
  database = createDatabase({ url: postgres.url, clock: systemClock, connections: 2 })
  await database.transaction(asSystem('test'), async (tx) => {
    const companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    await buildVehicle(tx, { companyId, fleetId, imei, vehicleNumber: '118' })
    const contact = await buildContact(tx, { companyId })
    service = await buildService(tx, { companyId, fleetId, requesterContactId: contact.id })
    const admin = await buildUser(tx, { username: 'ana', level: 'admin' })
    await buildAssignment(tx, { userId: admin.id, companyId })
    const other = await buildUser(tx, { username: 'berta', level: 'admin' })
    await buildAssignment(tx, { userId: other.id, companyId })
    await buildUser(tx, { username: 'root_admin', level: 'super_admin' })
  })
  ;[first, second, gateway] = await Promise.all([
    startProcess('api'),
    startProcess('api,worker'),
    startProcess('gateway'),
  ])
}, 60_000)

afterAll(async () => {
  await processes.end()
  await database.close()
  await postgres.close()
})

async function send(
  server: ServerProcess,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
) {
  const response = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as { access_token: string; code: string } }
}
const signIn = async (server: ServerProcess, name = 'ana') =>
  (await send(server, 'POST', '/auth/login', { body: { username_or_email: name, password: builtPassword } }))
    .body.access_token

/** A page of the fleet on that server: what it received so far. */
async function watch(server: ServerProcess, token: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/live`)
  const received: ServerMessage[] = []
  socket.on('message', (text) => received.push(JSON.parse(String(text)) as ServerMessage))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token, fleets: [fleetId] }))
  await vi.waitFor(() => expect(received.some((message) => message.type === 'snapshot')).toBe(true), 5_000)
  return { socket, received }
}

describe('processes on one database', () => {
  it('notify each other of changes, so that open pages update', async () => {
    const token = await signIn(first)
    const page = await watch(second, token)
    expect(
      (await send(first, 'POST', `/services/${service.id}/dispatch`, { token, body: { version: 1 } })).status,
    ).toBe(200)
    await vi.waitFor(() => {
      const hints = page.received.flatMap((message) => (message.type === 'changes' ? message.stale : []))
      expect(hints).toContainEqual(expect.objectContaining({ domain: 'services', id: service.id }))
    }, 30_000)
    page.socket.close()
  })

  it('show on either server what a device reports to the gateway', async () => {
    const page = await watch(second, await signIn(second))
    const device = createConnection(gateway.ready.gateway?.gt06 ?? 0, '127.0.0.1')
    device.write(encodeGt06Login(imei, 1))
    device.write(
      encodeGt06Position(
        {
          time: new Date(),
          latitude: 19.4326,
          longitude: -99.1332,
          speedKmh: 31,
          headingDegrees: 62,
          satellites: 9,
          isValid: true,
          ignition: true,
          odometerMetres: 1000,
        },
        2,
      ),
    )
    await vi.waitFor(() => {
      const speeds = page.received.flatMap((message) =>
        message.type === 'changes' ? message.vehicles.map((vehicle) => vehicle.speedKmh) : [],
      )
      expect(speeds).toContain(31)
    }, 30_000)
    device.destroy()
    page.socket.close()
  })

  it('forget a user everywhere at once', async () => {
    const token = await signIn(second)
    expect((await send(first, 'GET', '/vehicles', { token })).status).toBe(200)
    expect((await send(second, 'GET', '/vehicles', { token })).status).toBe(200)
    const page = await watch(first, token)
    const changed = await send(second, 'POST', '/auth/change-password', {
      token,
      body: { current_password: builtPassword, new_password: 'Otra-Clave-9!' },
    })
    expect(changed.status).toBe(200)
    await vi.waitFor(
      async () => expect((await send(first, 'GET', '/vehicles', { token })).status).toBe(401),
      2_000,
    )
    await vi.waitFor(
      () => expect(page.received.some((message) => message.type === 'refused')).toBe(true),
      2_000,
    )
  })

  it('receive facts of the other process once', async () => {
    const body = {
      username: 'nueva',
      first_name: 'Nuria',
      last_name: 'Vega',
      email: 'nuria@example.com',
      password: 'Rumbo-2026!x',
    }
    expect((await send(first, 'POST', '/auth/register', { body })).status).toBe(201)
    const mails = () =>
      database.transaction(asSystem('test'), (tx) =>
        tx.sql<{ recipient: string; body: string }>(
          "select recipient, body from platform.deliveries where body like '%nuria@example.com%'",
        ),
      )
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1), 10_000)
    expect((await mails())[0]?.recipient).toBe('root_admin@example.com')
  })

  it('serve an export of another process without a shared folder', async () => {
    const token = await signIn(first, 'berta')
    const body = { format: 'csv', language: 'en' }
    const asked = await send(first, 'POST', '/vehicles/exports', { token, body })
    const { workId } = asked.body as unknown as { workId: string }
    const work = async () =>
      (await send(first, 'GET', `/work/${workId}`, { token })).body as unknown as {
        status: string
        result: { fileId: string }
      }
    await vi.waitFor(async () => expect((await work()).status).toBe('done'), 30_000)
    const url = `${first.url}/v1/files/${(await work()).result.fileId}`
    const file = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    expect(file.status).toBe(200)
    expect(await file.text()).toContain('118')
  })

  it('refuse a shared folder that cannot be written, naming its variable', async () => {
    const file = join(processes.dataDir, 'a file')
    writeFileSync(file, '')
    await expect(startProcess('worker', { RUMBO_FILES_DIR: file })).rejects.toThrow(
      `RUMBO_FILES_DIR names ${file}, which cannot be written`,
    )
  })

  it('refuse a port in use with a message that names it and its variable', async () => {
    const port = String(first.ready.http)
    await expect(startProcess('api', { RUMBO_PORT: port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program: stop it, or set RUMBO_PORT`,
    )
    const devicePort = String(gateway.ready.gateway?.gt06)
    await expect(startProcess('gateway', { RUMBO_GATEWAY_GT06_PORT: devicePort })).rejects.toThrow(
      'set RUMBO_GATEWAY_GT06_PORT',
    )
  })

  it('drain on SIGTERM and exit with 0', async () => {
    const ended = await Promise.all(
      [first, gateway].map(
        ({ child }) =>
          new Promise((resolve) => {
            child.once('exit', resolve)
            child.kill('SIGTERM')
          }),
      ),
    )
    expect(ended).toEqual([0, 0])
  })
})
