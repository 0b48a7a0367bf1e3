import type { GpsCommand } from '@rumbo/contract/commands.contract'
import {
  type CommandType,
  commandTypes,
  isRestrictedCommand,
} from '@rumbo/contract/commands.device-command.contract'
import { describe, expect, it } from 'vitest'
import { useDeliveryHarness } from './testing/delivery.harness.ts'
import type { GatewayNode, TestTracker } from './testing/gateway-node.testing.ts'

const at = useDeliveryHarness({ name: 'claims', firstImei: 868_300_000_000_001 })
const { now, read, receivedTypes, statusOf } = at

/** A tracker that has logged in and shown a fix. */
async function reporting(on: GatewayNode): Promise<TestTracker> {
  const tracker = await at.connected(on)
  await tracker.report(now())
  return tracker
}
/** Each reports once, a second after the other. */
async function reportAlternately(...reporters: TestTracker[]): Promise<void> {
  for (const tracker of reporters) {
    at.test.clock.advance(1)
    await tracker.report(now())
  }
}

const order = (type: CommandType) => ({
  vehicleId: at.vehicle.id,
  type,
  ...(type === 'stop_engine' && { reason: 'Robo', confirmation: at.vehicle.vehicleNumber, insists: true }),
  parameters: {
    ...(type === 'update_apn' && { apn: 'internet' }),
    ...(type === 'update_server' && { host: 'gps.example', port: 5023 }),
    ...(type === 'firmware_update' && { url: 'http://192.0.2.1/f.bin' }),
    ...(type === 'set_speed_limit' && { speedKmh: 80 }),
  },
})
async function send(type: CommandType): Promise<{ status: number; body: GpsCommand & { code?: string } }> {
  await at.signIn()
  return at.admin('POST', '/commands', { body: order(type) })
}
async function queued(type: CommandType): Promise<string> {
  const { status, body } = await send(type)
  expect([status, body.code]).toEqual([201, undefined])
  return body.id
}
const events = () =>
  at.test.build((tx) =>
    tx.sql<{
      kind: string
      type: string
      category: string
      severity: number
      is_alarm: boolean
      source: string
    }>('select kind, type, category, severity, is_alarm, source from events.events where vehicle_id = $1', [
      at.vehicle.id,
    ]),
  )
const claimed = () => expect.poll(async () => (await events()).length)

async function claimedDevice(): Promise<{ node: GatewayNode; real: TestTracker; impostor: TestTracker }> {
  const node = await at.addNode()
  const real = await reporting(node)
  const impostor = await reporting(node)
  await reportAlternately(real, impostor)
  await claimed().toBe(1)
  return { node, real, impostor }
}

describe('while two connections claim a device', () => {
  it('restricted commands are refused with the reason, and all others are sent', async () => {
    await claimedDevice()
    for (const type of commandTypes) {
      const { status, body } = await send(type)
      if (isRestrictedCommand(type))
        expect([type, status, body.code]).toEqual([
          type,
          409,
          expect.stringMatching(/^(device_claimed|command_unsupported)$/),
        ])
      else expect([201, 409]).toContain(status)
    }
    expect((await send('stop_engine')).body.code).toBe('device_claimed')
    const options = await at.admin<{ isClaimed: boolean; stopEngine: object }>(
      'GET',
      `/vehicles/${at.vehicle.id}/command-options`,
    )
    expect(options.body).toMatchObject({ isClaimed: true, stopEngine: { obstacle: 'device_claimed' } })
    await expect.poll(receivedTypes).toContain('status_query')
    expect(receivedTypes().filter((type) => isRestrictedCommand(type as CommandType))).toEqual([])
  })

  it('one event is raised, which leaves the vehicle free, and reports of both are stored', async () => {
    const { real, impostor } = await claimedDevice()
    for (let round = 0; round < 4; round += 1) {
      at.test.clock.advance(20)
      await reportAlternately(real, impostor)
    }
    expect(await events()).toEqual([
      {
        kind: 'device_claimed',
        type: 'gps_alarm',
        category: 'security',
        severity: 1,
        is_alarm: false,
        source: 'system',
      },
    ])
    const [row] = await at.test.build((tx) =>
      tx.sql<{ status: string; positions: number }>(
        `select v.status, (select count(*)::int from telemetry.positions p where p.vehicle_no = v.vehicle_no) as positions
         from vehicles.vehicles v where v.id = $1`,
        [at.vehicle.id],
      ),
    )
    expect(row).toEqual({ status: 'active', positions: 11 })
  })

  it('it ends ten minutes after the second one fell silent; a later claim is counted on the open event', async () => {
    const { real, impostor, node } = await claimedDevice()
    impostor.close()
    at.test.clock.advance(590)
    await real.report(now())
    expect((await send('stop_engine')).body.code).toBe('device_claimed')
    at.test.clock.advance(11)
    await real.report(now())
    const id = await queued('stop_engine')
    await statusOf(id).toBe('sent')
    expect(real.receivedTypes()).toEqual(['stop_engine'])
    const again = await reporting(node)
    await reportAlternately(real, again)
    const times = () =>
      at.test.build((tx) =>
        tx.sql('select occurrences from events.events where vehicle_id = $1', [at.vehicle.id]),
      )
    await expect.poll(times).toEqual([{ occurrences: 2 }])
  })

  it('it outlives a restart of the gateway', async () => {
    const { node, real, impostor } = await claimedDevice()
    real.close()
    impostor.close()
    await at.stopNode(node)
    at.test.clock.advance(120)
    await reporting(await at.addNode())
    expect((await send('stop_engine')).body.code).toBe('device_claimed')
  })
})

describe('a restricted command that was queued before', () => {
  it('waits while another connection may be the tracker, and fails once both have sent', async () => {
    const node = await at.addNode()
    const real = await reporting(node)
    at.test.clock.advance(5)
    const impostor = await reporting(node)
    const id = await queued('stop_engine')
    await impostor.beat(now())
    expect((await read(id)).status).toBe('queued')
    await reportAlternately(real, impostor)
    await statusOf(id).toBe('failed')
    expect((await read(id)).errorMessage).toBe('device_claimed')
    expect(receivedTypes()).toEqual([])
  })

  it('is sent to a tracker that connected anew, when the former connection has been silent for a minute', async () => {
    const node = await at.addNode()
    await reporting(node)
    at.test.clock.advance(50)
    const anew = await reporting(node)
    const id = await queued('stop_engine')
    await anew.beat(now())
    expect((await read(id)).status).toBe('queued')
    at.test.clock.advance(11)
    await anew.report(now())
    await statusOf(id).toBe('sent')
    expect(anew.receivedTypes()).toEqual(['stop_engine'])
    expect(await events()).toEqual([])
  })
})

describe('two gateways', () => {
  it('detect that both receive from the device, and send the impostor no restricted command', async () => {
    const [here, there] = [await at.addNode(), await at.addNode()]
    const real = await reporting(here)
    at.test.clock.advance(5)
    const impostor = await reporting(there)
    const id = await queued('stop_engine')
    await impostor.beat(now())
    // Each is notified of the other shortly; until then the command waits.
    await expect
      .poll(
        async () => {
          await reportAlternately(real, impostor)
          return (await events()).length
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe(1)
    await statusOf(id).toBe('failed')
    expect((await read(id)).errorMessage).toBe('device_claimed')
    expect((await send('resume_engine')).body.code).toBe('device_claimed')
    expect(receivedTypes()).toEqual([])
  })

  it('see no claim where a tracker goes from one to the other', async () => {
    const [here, there] = [await at.addNode(), await at.addNode()]
    const real = await reporting(here)
    real.close()
    await expect.poll(() => here.isConnected(at.vehicle.imei)).toBe(false)
    at.test.clock.advance(5)
    const moved = await reporting(there)
    for (let round = 0; round < 5; round += 1) {
      at.test.clock.advance(10)
      await moved.report(now())
    }
    const id = await queued('stop_engine')
    at.test.clock.advance(20)
    await moved.report(now())
    await statusOf(id).toBe('sent')
    expect(await events()).toEqual([])
  })
})

describe('an answer', () => {
  it('to a restricted command counts only from the connection it was written to', async () => {
    const node = await at.addNode()
    const real = await reporting(node)
    const id = await queued('stop_engine')
    await statusOf(id).toBe('sent')
    const impostor = await reporting(node)
    impostor.answer(real.commands[0], now())
    await impostor.beat(now())
    expect(await read(id)).toMatchObject({ status: 'sent', responsePayload: null })
    real.answer(real.commands[0], now())
    await statusOf(id).toBe('delivered')
  })

  it('to any command counts only from there while the device is claimed', async () => {
    const { real, impostor } = await claimedDevice()
    const id = await queued('status_query')
    await statusOf(id).toBe('sent')
    const [asked, other] = real.commands.length > 0 ? [real, impostor] : [impostor, real]
    other.answer(asked.commands[0], now())
    await reportAlternately(other, asked)
    expect((await read(id)).status).toBe('sent')
    asked.answer(asked.commands[0], now())
    await statusOf(id).toBe('delivered')
  })

  it('to another command counts also after the tracker connected anew', async () => {
    const node = await at.addNode()
    const first = await reporting(node)
    const id = await queued('status_query')
    await statusOf(id).toBe('sent')
    first.close()
    await expect.poll(() => node.isConnected(at.vehicle.imei)).toBe(false)
    const anew = await reporting(node)
    anew.answer(first.commands[0], now())
    await statusOf(id).toBe('delivered')
  })
})
