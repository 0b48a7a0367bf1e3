import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '../platform/database/transaction.ts'
import { buildCommand } from './commands.factory.ts'
import { commitAnswers as commitAnswersWith } from './index.ts'
import { useDeliveryHarness } from './testing/delivery.harness.ts'
import { type GatewayNode, passwords } from './testing/gateway-node.testing.ts'

const commitAnswers = (...[tx, answers]: [Transaction, Parameters<typeof commitAnswersWith>[1]]) =>
  commitAnswersWith(tx, answers, passwords)

const at = useDeliveryHarness({ name: 'delivery', firstImei: 868_200_000_000_001 })
const { now, read, statusOf } = at
let node: GatewayNode
beforeEach(async () => {
  node = await at.addNode()
})

const connected = (on = node) => at.connected(on)
async function send(type: CommandType, given: object = {}): Promise<GpsCommand> {
  const body = {
    vehicleId: at.vehicle.id,
    type,
    ...(type === 'stop_engine' && { reason: 'Robo', confirmation: at.vehicle.vehicleNumber }),
    ...given,
  }
  const answer = await at.admin<GpsCommand>('POST', '/commands', { body })
  expect([answer.status, answer.body]).toEqual([201, answer.body])
  return answer.body
}
const leave = (given: Partial<Parameters<typeof buildCommand>[1]>) =>
  at.test.build((tx) => {
    const { companyId, fleetId } = at.fixtures
    return buildCommand(tx, {
      companyId,
      fleetId,
      vehicleId: at.vehicle.id,
      deviceIdentifier: at.vehicle.imei,
      ...given,
    })
  })

/** The tracker was in a yard a moment ago, and is gone. */
async function seenStanding(): Promise<void> {
  const tracker = await connected()
  await tracker.report(now())
  tracker.close()
  await expect.poll(() => node.isConnected(at.vehicle.imei)).toBe(false)
}

describe('a command', () => {
  it('goes to a connected device at once, and is delivered by its answer', async () => {
    const tracker = await connected()
    const { id } = await send('status_query')
    await statusOf(id).toBe('sent')
    expect(tracker.receivedTypes()).toEqual(['status_query'])
    const sent = await read(id)
    expect(sent).toMatchObject({
      protocol: 'gt06',
      payload: 'STATUS#',
      sentAt: now().toISOString(),
      deliveredAt: null,
    })
    expect([sent.canCancel, sent.responsePayload]).toEqual([false, null])
    tracker.answer(tracker.commands[0], now())
    await statusOf(id).toBe('delivered')
    expect(await read(id)).toMatchObject({
      deliveredAt: now().toISOString(),
      responsePayload: expect.stringContaining('Battery'),
      errorMessage: null,
    })
  })

  it('that the device refuses has failed', async () => {
    const tracker = await connected()
    const { id } = await send('time_sync')
    await statusOf(id).toBe('sent')
    tracker.answer(tracker.commands[0], now(), false)
    await statusOf(id).toBe('failed')
    expect(await read(id)).toMatchObject({ errorMessage: 'refused_by_device', deliveredAt: null })
  })

  it('waits for the device to connect, the most urgent first, and keeps each answer apart', async () => {
    const low = await send('gps_position', { priority: 'low' })
    const medium = await send('status_query')
    const critical = await send('resume_engine', { priority: 'critical' })
    const tracker = await connected()
    await statusOf(low.id).toBe('sent')
    expect(tracker.receivedTypes()).toEqual(['resume_engine', 'status_query', 'gps_position'])
    tracker.answer(tracker.commands[1], now())
    await statusOf(medium.id).toBe('delivered')
    expect([(await read(low.id)).status, (await read(critical.id)).status]).toEqual(['sent', 'sent'])
  })

  it('expires in the queue, an engine stop after two minutes, and is never sent after', async () => {
    await seenStanding()
    const stop = await send('stop_engine')
    const query = await send('status_query')
    at.test.clock.advance(121)
    await node.delivery.sweep()
    expect([(await read(stop.id)).status, (await read(query.id)).status]).toEqual(['expired', 'queued'])
    at.test.clock.advance(480)
    // Not swept yet: the moment of writing looks for itself.
    const tracker = await connected()
    await statusOf(query.id).toBe('expired')
    await tracker.report(now())
    expect(tracker.receivedTypes()).toEqual([])
  })

  it('of a protocol unknown until then fails when the device cannot do it', async () => {
    const { id } = await send('lock_doors')
    const tracker = await connected()
    await statusOf(id).toBe('failed')
    expect((await read(id)).errorMessage).toBe('unsupported')
    expect(tracker.receivedTypes()).toEqual([])
  })

  it('is not sent to a device that belongs to another vehicle now', async () => {
    const { id } = await send('time_sync')
    await at.test.build((tx) =>
      tx.sql('update vehicles.vehicles set imei = null where id = $1', [at.vehicle.id]),
    )
    const tracker = await connected()
    await statusOf(id).toBe('failed')
    expect([(await read(id)).errorMessage, tracker.receivedTypes()]).toEqual(['no_device', []])
  })

  it('to a telephone is the answer to its next report', async () => {
    const { id } = await send('request_location')
    const url = `http://127.0.0.1:${node.osmandPort}/?id=${at.vehicle.imei}&lat=19.43&lon=-99.13&timestamp=${now().getTime()}`
    const said = await (await fetch(url, { method: 'POST' })).text()
    await statusOf(id).toBe('sent')
    expect(said).toBe((await read(id)).payload)
    expect(await (await fetch(`${url}1`, { method: 'POST' })).text()).not.toBe(said)
  })

  it('keeps passwords out of what people read', async () => {
    const tracker = await connected()
    const { id } = await send('update_apn', {
      parameters: { apn: 'internet', user: 'web', password: 'secreto9' },
    })
    await statusOf(id).toBe('sent')
    expect(tracker.commands[0]?.text).toContain('secreto9')
    expect(JSON.stringify(await read(id))).not.toContain('secreto9')
    // Devices repeat the command in their answers.
    const [written] = await at.test.build((tx) =>
      tx.sql<{ connection: string }>('select connection from commands.commands where id = $1', [id]),
    )
    const answer = {
      connection: written?.connection ?? '',
      key: tracker.commands[0]?.key ?? '',
      text: 'APN:internet,web,secreto9',
      isRefused: false,
    }
    const of = {
      vehicleId: at.vehicle.id,
      deviceIdentifier: at.vehicle.imei,
      receivedAt: now(),
      isTrusted: true,
    }
    for (const _time of [1, 2]) await at.test.build((tx) => commitAnswers(tx, [{ ...of, answer }]))
    expect((await read(id)).responsePayload).toBe('APN:internet,web,••••••')
    const [row] = await at.test.build((tx) => tx.sql('select * from commands.commands where id = $1', [id]))
    expect(JSON.stringify(row)).not.toContain('secreto9')
  })

  it('forgets passwords that no answer can repeat any more', async () => {
    await connected()
    const { id } = await send('update_apn', {
      parameters: { apn: 'internet', user: 'web', password: 'x9y8z7' },
    })
    await statusOf(id).toBe('sent')
    at.test.clock.advance(3_601)
    await node.delivery.sweep()
    const [row] = await at.test.build((tx) => tx.sql('select * from commands.commands where id = $1', [id]))
    expect(JSON.stringify(row)).not.toContain('x9y8z7')
  })

  it('is never sent after a newer command that contradicts it', async () => {
    await seenStanding()
    const tracker = await connected()
    const stop = await leave({ type: 'stop_engine', status: 'sending', gatewayId: uuid(), sendingAt: now() })
    const resume = await send('resume_engine', { priority: 'critical' })
    await at.test.build(async (tx) => {
      await tx.sql("update commands.commands set status = 'queued' where id = $1", [stop.id])
      await tx.sql("select pg_notify('rumbo_commands', $1)", [at.vehicle.imei])
    })
    await tracker.report(now())
    await statusOf(stop.id).toBe('cancelled')
    expect((await read(stop.id)).cancelledBy).toBe(resume.createdBy)
    expect(at.receivedTypes()).toEqual(['resume_engine'])
  })
})

describe('stop engine, when it is about to be written', () => {
  it('is refused to a vehicle that drives by then', async () => {
    await seenStanding()
    const { id } = await send('stop_engine')
    at.test.clock.advance(5)
    const tracker = await connected()
    // Taken at once, and laid back until there is a fix.
    await statusOf(id).toBe('queued')
    await tracker.report(now(), { speedKmh: 64 })
    await statusOf(id).toBe('failed')
    expect((await read(id)).errorMessage).toBe('vehicle_too_fast')
    expect(tracker.receivedTypes()).toEqual([])
  })

  it('is refused by a position that is not committed yet', async () => {
    const tracker = await connected()
    await tracker.report(now())
    at.test.clock.advance(5)
    const before = node.reportsReceived()
    let id = ''
    let reported: Promise<void> | undefined
    await at.test.build(async (tx) => {
      await tx.sql('lock table telemetry.vehicle_state in exclusive mode')
      reported = tracker.report(now(), { speedKmh: 64 })
      await expect.poll(node.reportsReceived).toBe(before + 1)
      id = (await send('stop_engine')).id
      await statusOf(id).toBe('failed')
    })
    await reported
    expect((await read(id)).errorMessage).toBe('vehicle_too_fast')
    expect(tracker.receivedTypes()).toEqual([])
  })

  it('is refused where the last fix only looks young, by a clock that is ahead', async () => {
    const tracker = await connected()
    await tracker.report(new Date(now().getTime() + 9 * 60_000))
    at.test.clock.advance(4 * 60)
    const { id } = await send('stop_engine')
    await statusOf(id).toBe('failed')
    expect((await read(id)).errorMessage).toBe('no_recent_fix')
    expect(tracker.receivedTypes()).toEqual([])
  })

  it('waits until the connection has shown where the vehicle is', async () => {
    await seenStanding()
    const { id } = await send('stop_engine')
    at.test.clock.advance(5)
    const tracker = await connected()
    await tracker.beat(now())
    await statusOf(id).toBe('queued')
    await tracker.report(now())
    await statusOf(id).toBe('sent')
    expect(tracker.receivedTypes()).toEqual(['stop_engine'])
    tracker.answer(tracker.commands[0], now())
    await statusOf(id).toBe('delivered')
  })

  it('is written all the same where somebody insists, and believed only to a connection with a fix', async () => {
    const tracker = await connected()
    const { id } = await send('stop_engine', { insists: true })
    await statusOf(id).toBe('sent')
    tracker.answer(tracker.commands[0], now())
    await expect.poll(async () => (await read(id)).responsePayload).not.toBeNull()
    expect((await read(id)).status).toBe('sent')
    await tracker.report(now())
    at.test.clock.advance(1)
    tracker.answer(tracker.commands[0], now())
    await statusOf(id).toBe('delivered')
  })
})

describe('after a crash between writing and noting it', () => {
  const dead = { status: 'sending' as const, gatewayId: uuid(), answerKey: '#7' }

  it('repeatable commands are sent again, and no others', async () => {
    const query = await leave({ ...dead, type: 'status_query', sendingAt: now() })
    const stop = await leave({ ...dead, type: 'resume_engine', sendingAt: now() })
    const tracker = await connected()
    at.test.clock.advance(14)
    await node.delivery.sweep()
    expect([(await read(query.id)).status, (await read(stop.id)).status]).toEqual(['sending', 'sending'])
    at.test.clock.advance(2)
    await node.delivery.sweep()
    expect(await read(stop.id)).toMatchObject({ status: 'failed', errorMessage: 'delivery_unknown' })
    const next = await at.addNode()
    const again = await connected(next)
    await statusOf(query.id).toBe('sent')
    expect([...tracker.receivedTypes(), ...again.receivedTypes()]).toEqual(['status_query'])
  })

  it('the answer that still comes delivers it', async () => {
    const { id } = await leave({ ...dead, type: 'resume_engine', sendingAt: now() })
    const answer = { key: '#7', text: 'OK', isRefused: false }
    const received = {
      vehicleId: at.vehicle.id,
      deviceIdentifier: at.vehicle.imei,
      answer,
      receivedAt: now(),
      isTrusted: true,
    }
    await at.test.build((tx) => commitAnswers(tx, [received]))
    expect(await read(id)).toMatchObject({
      status: 'delivered',
      sentAt: now().toISOString(),
      responsePayload: 'OK',
    })
  })
})

describe('answers', () => {
  const answerOf = (key: string, text = 'OK') => ({
    vehicleId: at.vehicle.id,
    deviceIdentifier: at.vehicle.imei,
    answer: { key, text, isRefused: false },
    receivedAt: now(),
    isTrusted: true,
  })

  it('in order belong to the oldest, and a batch committed again changes nothing', async () => {
    const first = await leave({ status: 'sent', type: 'time_sync', sentAt: now(), answerKey: '*' })
    at.test.clock.advance(1)
    const second = await leave({ status: 'sent', type: 'status_query', sentAt: now(), answerKey: '*' })
    const batch = [answerOf('*')]
    for (const _time of [1, 2]) {
      await at.test.build((tx) => commitAnswers(tx, batch))
      expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(['delivered', 'sent'])
    }
  })

  it('to nothing, of another device or after an hour change nothing', async () => {
    const { id } = await leave({ status: 'sent', type: 'time_sync', sentAt: now(), answerKey: '#9' })
    await at.test.build((tx) =>
      commitAnswers(tx, [answerOf('#8'), { ...answerOf('#9'), deviceIdentifier: '1' }]),
    )
    at.test.clock.advance(3_601)
    await at.test.build((tx) => commitAnswers(tx, [answerOf('#9')]))
    await at.signIn()
    expect(await read(id)).toMatchObject({ status: 'sent', deliveredAt: null })
  })

  it('of a batch are taken in as many statements as one, each to a command of its own', async () => {
    const keys = ['#1', '#2', '#3', '#4']
    const types: CommandType[] = ['time_sync', 'status_query', 'gps_position', 'alarm_reset']
    const left = []
    for (const [at, key] of keys.entries())
      left.push(
        await leave({ status: 'sent', type: types[at] ?? 'time_sync', sentAt: now(), answerKey: key }),
      )
    const countOf = (batch: ReturnType<typeof answerOf>[]) =>
      at.test.build(async (tx) => {
        let statements = 0
        const sql: typeof tx.sql = (text, values) => {
          statements += 1
          return tx.sql(text, values)
        }
        const refused = () => {
          throw new Error('An answer takes a statement of its own.')
        }
        await commitAnswers({ ...tx, sql, first: refused, one: refused, rows: refused, run: refused }, batch)
        return statements
      })
    const few = await countOf([answerOf('#1')])
    expect(
      await countOf([...keys.slice(1).map((key) => answerOf(key)), answerOf('#9'), answerOf('#8')]),
    ).toBe(few)
    for (const { id } of left) expect((await read(id)).status).toBe('delivered')
    // Committed again.
    expect(await countOf(keys.map((key) => answerOf(key)))).toBe(1)
  })

  it('beyond what a device may send in a batch belong to nothing, and hold up no other device', async () => {
    const { id } = await leave({ status: 'sent', type: 'time_sync', sentAt: now(), answerKey: '#1' })
    const flood = Array.from({ length: 2_000 }, (_, at) => answerOf('#7', `flood ${at}`))
    await at.test.build((tx) => commitAnswers(tx, [...flood, answerOf('#1')]))
    expect((await read(id)).status).toBe('sent')
    const other = flood.map((one) => ({ ...one, deviceIdentifier: 'another' }))
    await at.test.build((tx) => commitAnswers(tx, [...other, answerOf('#1')]))
    expect((await read(id)).status).toBe('delivered')
  })
})

describe('two gateways', () => {
  it('send a device each command once, on the connection that is open', async () => {
    const other = await at.addNode()
    const first = await connected(node)
    const second = await connected(other)
    const types: CommandType[] = ['time_sync', 'status_query', 'gps_position']
    const sent: GpsCommand[] = []
    for (const type of types) sent.push(await send(type))
    for (const { id } of sent) await statusOf(id).toBe('sent')
    expect([...first.receivedTypes(), ...second.receivedTypes()].sort()).toEqual(types.sort())
  })
})

describe('cancelling while the device connects', () => {
  it('wins or loses, never both', async () => {
    for (let round = 0; round < 12; round += 1) {
      await at.addVehicle()
      const { id } = await send('time_sync')
      const tracker = await at.connect(node)
      const cancel = () => at.admin('POST', `/commands/${id}/cancel`, { body: {} })
      const [answer] = await Promise.all(
        round % 2 === 0 ? [cancel(), tracker.logIn()] : [tracker.logIn().then(cancel), undefined],
      )
      const isCancelled = answer?.status === 200
      await statusOf(id).toBe(isCancelled ? 'cancelled' : 'sent')
      await tracker.beat(now())
      expect(tracker.receivedTypes()).toEqual(isCancelled ? [] : ['time_sync'])
      expect([200, 409]).toContain(answer?.status)
    }
  })
})
