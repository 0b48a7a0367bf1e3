import {
  encodeGt06CommandAnswer,
  encodeGt06Frame,
  encodeGt06Heartbeat,
  encodeGt06Position,
  gt06,
} from '@rumbo/protocols'
import { describe, expect, it } from 'vitest'
import type { CommandConnection } from './gateway.options.ts'
import { createGateway } from './gateway.ts'
import { GatewayListenError } from './listening.ts'
import { connectDevice, imeiOf, position, silentLog, useGateway } from './testing/gateway.testing.ts'

const bench = useGateway()

describe('acknowledgement', () => {
  it('comes only after the commit', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.sendPosition(2)
    await bench.intake.arrived(1)
    // The answer to a time request waits behind the position: had the position been acknowledged, both were here.
    tracker.write(encodeGt06Frame(0x8a, new Uint8Array(0), 3))
    tracker.sendPosition(4)
    await bench.intake.arrived(2)
    expect(tracker.messages).toHaveLength(1)
    expect(gateway.counters.reportsAcknowledged).toBe(0)
    bench.intake.commit()
    await tracker.received(3)
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1, 2, 3])
    expect(gateway.counters.reportsAcknowledged).toBe(1)
    bench.intake.commit()
    await tracker.received(4)
  })

  it('of a message that could not be read comes after the commit too, and is counted', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.write(encodeGt06Frame(0xc7, Uint8Array.of(1, 2, 3), 2))
    await bench.intake.arrived(1)
    expect(bench.intake.reports[0]?.unreadFrame?.bytes).toHaveLength(13)
    expect(tracker.messages).toHaveLength(1)
    bench.intake.commit()
    expect((await tracker.received(2))[1]).toMatchObject({ type: 0xc7, serial: 2 })
    expect(gateway.countersByProtocol.gt06?.unreadMessages).toBe(1)
  })

  it('keeps the order of the frames when commits come in another', async () => {
    const { gt06Port } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    const releases: (() => void)[] = []
    bench.intake.accept = (report) => {
      bench.intake.reports.push(report)
      return new Promise((resolve) => releases.push(resolve))
    }
    tracker.write(Buffer.concat([2, 3, 4].map((serial) => encodeGt06Position(position, serial))))
    await expect.poll(() => releases.length).toBe(3)
    for (const release of releases.reverse()) release()
    await tracker.received(4)
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1, 2, 3, 4])
  })

  it('never comes for a rejected report nor for what follows it', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.write(Buffer.concat([2, 3, 4].map((serial) => encodeGt06Position(position, serial))))
    await bench.intake.arrived(3)
    bench.intake.commit()
    bench.intake.reject()
    bench.intake.commit()
    await tracker.closed
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1, 2])
    expect(gateway.counters).toMatchObject({ reportsAcknowledged: 1, reportsRejected: 1 })
    expect(gateway.counters.connectionsDropped.intake_rejected).toBe(1)
  })

  it('still reaches a device that ended its side', async () => {
    const { gt06Port } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.sendPosition(2)
    tracker.socket.end()
    await bench.intake.arrived(1)
    bench.intake.commit()
    await tracker.received(2)
    await tracker.closed
  })
})

describe('commands', () => {
  const command = { id: 'c', protocol: 'gt06', deviceIdentifier: imeiOf(1), parameters: {} } as const

  const gt06Command = (connection: CommandConnection) => {
    const encoding = gt06.encodeCommand({ ...command, type: 'stop_engine' }, 7)
    return encoding.isEncoded && connection.protocol === 'gt06' ? { bytes: encoding.bytes } : null
  }

  it('reach the connected device, written in the same turn', async () => {
    const { gt06Port, gateway } = await bench.start()
    expect(gateway.deliver(imeiOf(1), gt06Command)).toBe('not_connected')
    expect(gateway.connectionTo(imeiOf(1))).toBeNull()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    expect(gateway.connectionTo(imeiOf(1))).toMatchObject({ protocol: 'gt06', standing: 'settled' })
    expect(gateway.isConnected(imeiOf(1))).toBe(true)
    expect(gateway.deliver(imeiOf(1), () => null)).toBe('declined')
    expect(gateway.deliver(imeiOf(1), gt06Command)).toBe('written')
    await tracker.received(2)
    expect(tracker.messages[1]?.command?.text).toBe('RELAY,1#')
    expect(gateway.counters.commandsWritten).toBe(1)
  })

  it('never reach a connection that may only know the identifier of a device with a secret', async () => {
    const { gt06Port, gateway } = await bench.start(
      {},
      { canReceiveCommands: (_, protocol) => protocol === 'osmand' },
    )
    const unknown = await bench.device(gt06Port)
    await unknown.logIn()
    expect(gateway.connections().loggedIn).toBe(1)
    expect(gateway.isConnected(imeiOf(1))).toBe(false)
    expect(gateway.connectionTo(imeiOf(1))).toBeNull()
    expect(gateway.deliver(imeiOf(1), gt06Command)).toBe('not_connected')
  })

  it('is asked for the model of a device, whose alarms are read by it', async () => {
    const models: Record<string, string> = { [imeiOf(2)]: 'Jimi JM-VL03' }
    const { gt06Port } = await bench.start({}, { modelOf: (deviceIdentifier) => models[deviceIdentifier] })
    const body = Uint8Array.from({ length: 32 }, (_, at) => [26, 3, 4, 5, 6, 7, 0xc9][at] ?? 0)
    body.set([9, 0, 0, 0, 0, 0, 0, 0, 0, 0x46, 6, 4, 0x09, 2], 18)
    for (const number of [1, 2]) {
      const tracker = await bench.device(gt06Port, number)
      await tracker.logIn()
      tracker.write(encodeGt06Frame(0x26, body, 3))
      await bench.intake.arrived(number)
    }
    expect(bench.intake.reports.map(({ alarm }) => alarm)).toEqual(['vibration', 'tow'])
  })

  it('show whether the device sent a valid fix on the same connection', async () => {
    const { gt06Port, gateway } = await bench.start()
    const seen: boolean[] = []
    const look = () =>
      gateway.deliver(imeiOf(1), ({ hasValidFix }) => {
        seen.push(hasValidFix)
        return null
      })
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    look()
    tracker.sendPosition(2)
    await tracker.received(2)
    look()
    const unknown = await bench.device(gt06Port)
    await unknown.logIn()
    look()
    expect(seen).toEqual([false, true, false])
  })

  it('are believed to be answered only by a connection that has shown where it is', async () => {
    const { gt06Port } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    tracker.write(encodeGt06CommandAnswer('Success!', 7, 2))
    tracker.sendPosition(3)
    tracker.write(encodeGt06CommandAnswer('Success!', 7, 4))
    await bench.intake.arrived(3)
    expect(bench.intake.reports.map(({ answer }) => answer?.isTrusted)).toEqual([false, undefined, true])
    expect(bench.intake.reports.map(({ remoteAddress }) => remoteAddress)).toEqual(
      Array.from({ length: 3 }, () => '127.0.0.1'),
    )
  })

  it('find an occasion whenever a message of the device is committed', async () => {
    const { gt06Port } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.committed.length = 0
    bench.intake.isOpen = false
    tracker.sendPosition(2)
    await bench.intake.arrived(1)
    expect(bench.committed).toEqual([])
    bench.intake.commit()
    await tracker.received(2)
    expect(bench.committed).toEqual([imeiOf(1)])
  })
})

describe('draining', () => {
  it('waits for commits, acknowledges them and closes', async () => {
    const { gt06Port, gateway } = await bench.start()
    const [busy, idle] = [await bench.device(gt06Port, 1), await bench.device(gt06Port, 2)]
    await Promise.all([busy.logIn(), idle.logIn()])
    bench.intake.isOpen = false
    busy.sendPosition(2)
    await bench.intake.arrived(1)
    let isDrained = false
    const drained = gateway.drain().then(() => {
      isDrained = true
    })
    await idle.closed
    await expect(connectDevice(gt06Port, imeiOf(3))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    busy.write(
      encodeGt06Heartbeat(
        { ignition: true, isCharging: false, isEngineBlocked: false, batteryPercent: 9, signalPercent: 9 },
        3,
      ),
    )
    expect(isDrained).toBe(false)
    bench.intake.commit()
    await busy.received(2)
    await drained
    expect(busy.messages.map(({ serial }) => serial)).toEqual([1, 2])
    expect(gateway.connections()).toMatchObject({ open: { gt06: 0, osmand: 0 }, loggedIn: 0, peers: 0 })
  })

  it('gives up on commits that never come', async () => {
    const { gt06Port, gateway } = await bench.start({ drainSeconds: 0.05 })
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.sendPosition(2)
    await bench.intake.arrived(1)
    await gateway.drain()
    await tracker.closed
    expect(tracker.messages).toHaveLength(1)
  })
})

describe('a port in use', () => {
  it('is reported with code, protocol and port, and no port stays open', async () => {
    const { osmandPort } = await bench.start()
    const second = createGateway({
      host: '127.0.0.1',
      ports: { gt06: 0, osmand: osmandPort },
      intake: bench.intake,
      clock: bench.clock,
      log: silentLog,
    })
    const failure: unknown = await second.start().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GatewayListenError)
    expect(failure).toMatchObject({
      code: 'EADDRINUSE',
      protocol: 'osmand',
      port: osmandPort,
      host: '127.0.0.1',
    })
    await second.drain()
  })

  it('leaves a protocol off', async () => {
    const off = createGateway({
      host: '127.0.0.1',
      ports: { gt06: null, osmand: 0 },
      intake: bench.intake,
      clock: bench.clock,
      log: silentLog,
    })
    const ports = await off.start()
    expect(ports.gt06).toBeNull()
    expect(ports.osmand).toBeGreaterThan(0)
    await off.drain()
  })
})
