import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import {
  company,
  fleet,
  harness,
  hint,
  moved,
  otherFleet,
  person,
  serverProcess,
  useLiveHarness,
  vehicle,
  viewer,
  watching,
} from './testing/live.harness.ts'

useLiveHarness()

describe('live stream', () => {
  it('sends a snapshot, then changes with consecutive numbers', async () => {
    const { hub, port } = await serverProcess()
    const { snapshot, next } = await watching(port)
    expect(snapshot).toMatchObject({ channel: fleet, number: 0, vehicles: harness.stored })

    hub.apply([moved(harness.stored[0], 2_000, 30)])
    const first = await next('changes')
    expect(first).toMatchObject({ epoch: snapshot.epoch, previous: 0, number: 1, gone: [], stale: [] })
    expect(first.vehicles).toEqual([{ id: harness.stored[0]?.id, at: 2_000, speedKmh: 30 }])

    hub.apply([moved(harness.stored[1], 2_000, 40)])
    expect(await next('changes')).toMatchObject({ previous: 1, number: 2 })
  })

  it('sends a heartbeat every two seconds without changes', async () => {
    const { port } = await serverProcess()
    const { next } = await watching(port)
    expect(await next('alive')).toHaveProperty('now')
  })

  it('drops positions older than the current one, and omits unchanged fields', async () => {
    const { hub, port } = await serverProcess()
    const { next } = await watching(port)
    hub.apply([moved(harness.stored[0], 5_000, 50)])
    await next('changes')
    hub.apply([
      moved(harness.stored[0], 4_000, 10),
      moved(harness.stored[0], 5_000, 50),
      moved(harness.stored[1], 4_000, 20),
    ])
    expect((await next('changes')).vehicles).toEqual([{ id: harness.stored[1]?.id, at: 4_000, speedKmh: 20 }])
  })

  it('sends the snapshot again to a client that missed a number', async () => {
    const { hub, port } = await serverProcess()
    const { next, say } = await watching(port)
    hub.apply([moved(harness.stored[0], 2_000, 30)])
    await next('changes')
    say({ type: 'again', channel: fleet })
    const again = await next('snapshot')
    expect(again.number).toBe(1)
    expect(again.vehicles[0]).toMatchObject({ at: 2_000, speedKmh: 30 })
  })

  it('resumes with the missed changes, or with a snapshot if the epoch differs', async () => {
    const { hub, port } = await serverProcess()
    const before = await watching(port)
    hub.apply([moved(harness.stored[0], 2_000, 30)])
    await before.next('changes')
    before.socket.terminate()
    const stays = await watching(port)
    hub.apply([moved(harness.stored[0], 3_000, 31)])
    await stays.next('changes')
    hub.apply([moved(harness.stored[0], 4_000, 32), moved(harness.stored[1], 4_000, 44)])
    await stays.next('changes')

    const back = await viewer(port)
    const { epoch } = before.snapshot
    back.say({ type: 'hello', token: 'ana', fleets: [fleet], resume: [{ channel: fleet, epoch, number: 1 }] })
    const missed = await back.next('changes')
    expect(missed).toMatchObject({ epoch, previous: 1, number: 3 })
    expect(missed.vehicles).toEqual([
      { id: harness.stored[0]?.id, at: 4_000, speedKmh: 32 },
      { id: harness.stored[1]?.id, at: 4_000, speedKmh: 44 },
    ])
    expect(back.messages.some(({ type }) => type === 'snapshot')).toBe(false)

    const third = await viewer(port)
    const resume = [{ channel: fleet, epoch: 'another', number: 1 }]
    third.say({ type: 'hello', token: 'ana', fleets: [fleet], resume })
    expect(await third.next('snapshot')).toMatchObject({ number: 3 })
  })

  it('sends a snapshot for each newly watched fleet, and nothing for fleets no longer watched', async () => {
    harness.people.set('ana', person({ fleets: [fleet, otherFleet] }))
    harness.stored.push(vehicle('ECO-900', otherFleet))
    const { hub, port } = await serverProcess()
    const { next, say, messages } = await watching(port)
    say({ type: 'watch', fleets: [otherFleet] })
    expect(await next('snapshot')).toMatchObject({ channel: otherFleet })
    hub.apply([moved(harness.stored[0], 2_000, 30), moved(harness.stored[2], 2_000, 60)])
    expect(await next('changes')).toMatchObject({ channel: otherFleet })
    expect(messages.filter((one) => one.type === 'changes' && one.channel === fleet)).toEqual([])
  })

  it('forwards hints and positions from another process', async () => {
    const [first, second] = [await serverProcess(), await serverProcess()]
    const { next } = await watching(second.port)
    await hint(first.database, { domain: 'services', id: 's1', fleetId: fleet, companyId: company })
    expect((await next('changes')).stale).toEqual([
      { domain: 'services', id: 's1', fleetId: fleet, companyId: company },
    ])
    await first.bus.publish('rumbo_positions', [JSON.stringify([moved(harness.stored[0], 2_000, 77)])])
    expect((await next('changes')).vehicles).toEqual([{ id: harness.stored[0]?.id, at: 2_000, speedKmh: 77 }])
  })

  it('sends hints of a company to users who may read it, and hints without a record to all', async () => {
    const elsewhere = uuid()
    harness.people.set('luis', person({ fleets: [otherFleet], companies: [elsewhere] }))
    const { port, database } = await serverProcess()
    const [ana, luis] = [await watching(port), await watching(port, 'luis', [otherFleet])]
    await hint(database, { domain: 'directory', companyId: company }, { domain: 'settings' })
    const received = await ana.next('stale')
    expect(received.hints).toEqual([{ domain: 'directory', companyId: company }, { domain: 'settings' }])
    expect((await luis.next('stale')).hints).toEqual([{ domain: 'settings' }])
  })

  it('reads vehicles again when a hint concerns them: changed, new and gone', async () => {
    const { port, database } = await serverProcess()
    const { next } = await watching(port)
    const added = vehicle('ECO-103')
    const [first, second] = harness.stored
    if (!first || !second) throw new Error('two vehicles were stored')
    harness.stored = [{ ...first, status: 'en_route' }, added]
    await hint(
      database,
      ...[first, second, added].map(({ id }) => ({ domain: 'vehicles', id, fleetId: fleet })),
    )
    const changed: unknown[] = []
    const gone: string[] = []
    while (changed.length < 2 || gone.length < 1) {
      const message = await next('changes')
      changed.push(...message.vehicles)
      gone.push(...message.gone)
    }
    expect(changed).toEqual([{ id: first.id, status: 'en_route' }, added])
    expect(gone).toEqual([second.id])
  })

  it('reads everything again after messages may have been lost', async () => {
    const { port } = await serverProcess()
    const { next } = await watching(port)
    harness.stored = harness.stored.map((one) => ({ ...one, at: 9_000, speedKmh: 12 }))
    const client = new pg.Client({ connectionString: harness.base.superuserUrl })
    await client.connect()
    await client
      .query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rumbo bus' and datname = current_database()",
      )
      .finally(() => client.end())
    expect((await next('stale')).hints).toEqual([{ domain: '*' }])
    expect((await next('changes')).vehicles).toHaveLength(2)
  })

  it('encodes a message once for two hundred viewers', async () => {
    const { port, hub } = await serverProcess({ perPerson: 200 })
    const all = await Promise.all(Array.from({ length: 200 }, () => watching(port)))
    expect(hub.counts()).toMatchObject({ viewers: 200, fleets: 1, encoded: 1 })
    hub.apply([moved(harness.stored[0], 2_000, 30)])
    await Promise.all(all.map(({ next }) => next('changes')))
    expect(hub.counts().encoded).toBe(2)
  })

  it('gives a slow viewer the latest state instead of a queue', async () => {
    harness.stored = Array.from({ length: 2_000 }, (_, index) => vehicle(`ECO-${index}`))
    const { port, hub } = await serverProcess({ slowBytes: 16_384 })
    const slow = await watching(port)
    const quick = await watching(port)
    slow.socket.pause()
    let at = 2_000
    const move = async () => {
      at += 1
      const padding = `${at} `.repeat(100)
      hub.apply(harness.stored.map((one) => ({ id: one.id, fleetId: fleet, at, model: padding })))
      await quick.next('changes')
    }
    while (hub.counts().slow === 0) await move()
    for (let round = 0; round < 4; round += 1) await move()
    slow.socket.resume()
    let number = 0
    let steps = 0
    for (;;) {
      const message = await slow.next('changes')
      expect(message.previous).toBe(number)
      steps = Math.max(steps, message.number - message.previous)
      number = message.number
      if (message.vehicles[0]?.at === at) {
        expect(message.vehicles).toHaveLength(2_000)
        break
      }
    }
    expect(steps).toBeGreaterThan(1)
    await quick.next('alive')
    expect(hub.counts().slow).toBe(0)
  })

  it('closes a client that no longer reads', async () => {
    harness.stored = Array.from({ length: 2_000 }, (_, index) => vehicle(`ECO-${index}`))
    const { port, hub } = await serverProcess({ slowBytes: 16_384, stalledMs: 300 })
    const stuck = await watching(port)
    const quick = await watching(port)
    stuck.socket.pause()
    for (let at = 2_000; hub.counts().viewers === 2; at += 1) {
      const padding = `${at} `.repeat(100)
      hub.apply(harness.stored.map((one) => ({ id: one.id, fleetId: fleet, at, model: padding })))
      await quick.next('changes')
    }
    expect(hub.counts().viewers).toBe(1)
  })

  it('closes with "going away" when the process drains', async () => {
    const { port, app } = await serverProcess()
    const one = await watching(port)
    const closing = app.close()
    expect(await one.closed).toBe(1001)
    await closing
  })
})
