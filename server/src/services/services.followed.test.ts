import type { AddressInfo } from 'node:net'
import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { inOrder, type RepeatedSort } from '@rumbo/contract/services.order.rules'
import { type TestApp, testSecret } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildSession, buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet, buildGuestVehicle } from '../organisation/organisation.factory.ts'
import { mountLive } from '../platform/live/endpoint.ts'
import { createLiveHub, type LiveHub } from '../platform/live/hub.ts'
import { followedServices } from './services.followed.actions.ts'
import { createServicesApp, createServicesHarness, type ServicesHarness } from './testing/services.harness.ts'

type ServicesMessage = Extract<ServerMessage, { type: 'services' }>
type Page = { items: Service[]; total: number }

let test: TestApp
let at: ServicesHarness
let hub: LiveHub
let reads: (readonly string[] | null)[]
let sockets: WebSocket[] = []

beforeAll(async () => {
  test = await createServicesApp()
  const source = followedServices(test.database)
  hub = createLiveHub({
    authenticator: test.authenticator,
    bus: test.bus,
    clock: test.clock,
    log: pino({ level: 'silent' }),
    source: {
      snapshot: async () => [],
      domains: [],
      services: {
        ...source,
        read: (fleetId, ids) => {
          reads.push(ids)
          return source.read(fleetId, ids)
        },
      },
    },
  })
  mountLive(test.app, { hub, allowedOrigins: [] })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  for (const socket of sockets) socket.terminate()
  sockets = []
  reads = []
  at = await createServicesHarness(test)
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  hub.close()
  await test.close()
})

/** Opens the stream as this person and follows fleets. */
async function follow(user: { id: string }, fleets: readonly string[]) {
  const { accessToken } = await test.build((tx) => buildSession(tx, user, testSecret))
  const { port } = test.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/live`)
  sockets.push(socket)
  const messages: ServerMessage[] = []
  let wake = (): void => undefined
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as ServerMessage)
    wake()
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token: accessToken, fleets }))
  socket.send(JSON.stringify({ type: 'follow', fleets }))
  let seen = 0
  /** The next message about services that fits. */
  async function next(fits: (message: ServicesMessage) => boolean = () => true): Promise<ServicesMessage> {
    for (;;) {
      while (seen < messages.length) {
        const message = messages[seen++]
        if (message?.type === 'services' && fits(message)) return message
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { next, messages, again: () => socket.send(JSON.stringify({ type: 'follow', fleets })) }
}
const names = (services: readonly { id: string }[] | null) => services?.map(({ id }) => id).sort()
const waiting = async (given = {}) => {
  const service = await at.created(given)
  return (await at.move(at.dispatcher, service, 'dispatch')).body
}

describe('followed services', () => {
  it('come as a whole first, then by changed record, as the endpoint answers them', async () => {
    const first = await waiting()
    await at.created()
    const { next } = await follow(at.people.luis, [at.fleetId])
    const whole = await next()
    expect(whole).toMatchObject({ channel: at.fleetId, previous: null, gone: [] })
    expect(whole.services).toEqual([(await at.dispatcher('GET', `/services/${first.id}`)).body])

    reads = []
    const second = await waiting()
    const entered = await next(({ services }) => services?.length === 1)
    expect(entered.previous).toBe(whole.number)
    expect(entered.services).toEqual([(await at.dispatcher('GET', `/services/${second.id}`)).body])

    await at.move(at.dispatcher, second, 'assign', { vehicleId: at.vehicleId })
    const changed = await next(({ services }) => services?.length === 1)
    expect(changed.services?.[0]).toMatchObject({ id: second.id, status: 'vehicle_assigned' })
    await at.move(at.dispatcher, first, 'cancel')
    expect(await next(({ gone }) => gone.length > 0)).toMatchObject({ services: [], gone: [first.id] })
    // Only what changed was read.
    expect(reads).not.toContain(null)
    expect(new Set(reads.flat())).toEqual(new Set([first.id, second.id]))
  })

  it('are read and encoded once for all who follow a fleet, and the same for each of them', async () => {
    const both = [
      await follow(at.people.ana, [at.fleetId]),
      await follow(at.people.vera, [at.fleetId]),
    ] as const
    for (const { next } of both) expect((await next()).services).toEqual([])
    const [before, readBefore] = [hub.counts().encoded, reads.length]
    const { id } = await waiting()
    const messages = await Promise.all(both.map(({ next }) => next(({ services }) => services?.length === 1)))
    expect(messages.map(({ services }) => names(services))).toEqual([[id], [id]])
    expect(messages[0]).toEqual(messages[1])
    // Creation and dispatch may have been read apart.
    expect(reads.length - readBefore).toBeLessThanOrEqual(2)
    expect(hub.counts().encoded - before).toBeLessThanOrEqual(4)
  })

  it('never reach another company, a driver, a guest, or a fleet without the feature', async () => {
    const { off, guest } = await test.build(async (tx) => {
      const fleet = await buildFleet(tx, { companyId: at.companyId, switchedOff: ['services', 'dispatch'] })
      await buildAssignment(tx, {
        userId: at.people.luis.id,
        companyId: at.companyId,
        fleetId: fleet.id,
        role: 'dispatcher',
        isPrimary: false,
      })
      const person = await buildUser(tx, { level: 'guest' })
      const { companyId, fleetId, vehicleId } = at
      await buildGuestVehicle(tx, { userId: person.id, companyId, fleetId, vehicleId })
      return { off: fleet, guest: person }
    })
    const refused = await Promise.all([
      follow(at.people.otto, [at.fleetId]),
      follow(at.people.dino, [at.fleetId]),
      follow(guest, [at.fleetId]),
      follow(at.people.luis, [off.id]),
    ])
    for (const { next } of refused) expect(await next()).toMatchObject({ previous: null, services: null })
    const { next } = await follow(at.people.ana, [at.fleetId])
    const { id } = await waiting()
    await next(({ services }) => services?.some((service) => service.id === id) === true)
    for (const { messages } of refused) {
      const sent = messages.filter(({ type }) => type === 'services')
      expect(sent).toHaveLength(1)
      expect(JSON.stringify(messages)).not.toContain('Elena Torres')
    }
  })

  it('are followed no longer where the feature is switched off meanwhile', async () => {
    const { next } = await follow(at.people.luis, [at.fleetId])
    await next()
    await test.build(async (tx) => {
      await tx.sql(`update organisation.fleets set features_off = '{services,dispatch}' where id = $1`, [
        at.fleetId,
      ])
      tx.forgetUsers([at.people.luis.id])
    })
    expect(await next(({ services }) => services === null)).toMatchObject({ channel: at.fleetId })
  })

  it('are read again as a whole after hints may have been lost, and on request', async () => {
    const service = await waiting()
    const { next, again } = await follow(at.people.luis, [at.fleetId])
    const { number } = await next()
    await test.superuser.query(`update services.services set customer_name = 'Nora Gil' where id = $1`, [
      service.id,
    ])
    await test.superuser.query('notify rumbo_lost')
    const changed = await next()
    expect(changed).toMatchObject({
      previous: number,
      services: [{ id: service.id, customerName: 'Nora Gil' }],
    })
    again()
    expect(await next()).toMatchObject({ previous: null, services: [{ customerName: 'Nora Gil' }] })
  })

  it('leave a fleet with the service that was moved to another', async () => {
    const other = await test.build((tx) => buildFleet(tx, { companyId: at.companyId }))
    const service = await waiting()
    const { next } = await follow(at.people.luis, [at.fleetId])
    await next()
    await test.build(async (tx) => {
      await tx.sql('update services.services set fleet_id = $2 where id = $1', [service.id, other.id])
      tx.stale({ domain: 'services', id: service.id, fleetId: at.fleetId, companyId: at.companyId })
    })
    expect(await next()).toMatchObject({ services: [], gone: [service.id] })
  })
})

it.each<RepeatedSort>(['risk', 'waitingSince', 'priorityLevel', 'dispatchTime'])(
  'the browser repeats the order of the server’s list by %s',
  async (sort) => {
    const now = test.clock.now().getTime()
    const made: Service[] = []
    for (let index = 0; index < 24; index += 1)
      made.push(await waiting({ priorityLevel: ['low', 'critical', 'medium'][index % 3] }))
    for (const [index, { id, plannedStops }] of made.entries()) {
      const time = (minutes: number) => new Date(now + minutes * 60_000 + index * 137)
      await test.superuser.query(
        `update services.services set waiting_since = $2, dispatch_time = $3, status_since = $2, status = $4::text,
           next_window_end = $5, assigned_vehicle_id = case when $4::text = 'in_progress' then $6::uuid end,
           started_at = case when $4::text = 'in_progress' then $2::timestamptz end where id = $1`,
        [
          id,
          time(((index * 7) % 20) - 15),
          time(((index * 5) % 18) - 12),
          index % 2 === 0 ? 'on_dispatch' : 'in_progress',
          time(((index * 11) % 30) - 20),
          uuid(),
        ],
      )
      await test.superuser.query('update services.planned_stops set time_window_end = $2 where id = $1', [
        plannedStops[0]?.id,
        time(((index * 11) % 30) - 20),
      ])
    }
    for (const status of ['on_dispatch', 'in_progress']) {
      const query = `fleetId=${at.fleetId}&status=${status}&sort=${sort}&size=100`
      const { items } = (await at.dispatcher<Page>('GET', `/services?${query}`)).body
      expect(items).toHaveLength(12)
      const shuffled = [...items].sort((a, b) => (a.id.slice(-4) < b.id.slice(-4) ? -1 : 1))
      expect(inOrder(shuffled, sort, now).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    }
  },
)
