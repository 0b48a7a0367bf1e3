import { encodeGt06Frame, encodeGt06Heartbeat, encodeGt06Login, encodeGt06Position } from '@rumbo/protocols'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceConnectionNews, DeviceSuspicion, GatewayLimits } from './gateway.options.ts'
import { createGateway } from './gateway.ts'
import { GatewayListenError } from './listening.ts'
import {
  connectDevice,
  createHeldIntake,
  createManualClock,
  type HeldIntake,
  imeiOf,
  position,
  silentLog,
  startGateway,
  type TestDevice,
  type TestGateway,
} from './testing/gateway.testing.ts'

let intake: HeldIntake
let clock: ReturnType<typeof createManualClock>
let running: TestGateway | undefined
let devices: TestDevice[] = []
let suspicions: DeviceSuspicion[] = []
let news: DeviceConnectionNews[] = []

beforeEach(() => {
  intake = createHeldIntake()
  clock = createManualClock()
  suspicions = []
  news = []
})

afterEach(async () => {
  for (const { socket } of devices) socket.destroy()
  devices = []
  while (intake.waiting() > 0) intake.commit()
  await running?.gateway.drain()
  running = undefined
})

async function start(limits: Partial<GatewayLimits> = {}): Promise<TestGateway> {
  running = await startGateway({
    intake,
    clock,
    limits: { sweepMilliseconds: 5, ...limits },
    onSuspicion: (suspicion) => suspicions.push(suspicion),
    onDeviceConnection: (one) => news.push(one),
  })
  return running
}

async function device(port: number, number = 1): Promise<TestDevice> {
  const opened = await connectDevice(port, imeiOf(number))
  devices.push(opened)
  return opened
}

describe('acknowledgement', () => {
  it('comes only after the commit', async () => {
    const { gt06Port, gateway } = await start()
    const tracker = await device(gt06Port)
    await tracker.logIn()
    intake.isOpen = false
    tracker.sendPosition(2)
    await intake.arrived(1)
    // The answer to a time request waits behind the position: had the position been acknowledged, both were here.
    tracker.write(encodeGt06Frame(0x8a, new Uint8Array(0), 3))
    tracker.sendPosition(4)
    await intake.arrived(2)
    expect(tracker.messages).toHaveLength(1)
    expect(gateway.counters.reportsAcknowledged).toBe(0)
    intake.commit()
    await tracker.received(3)
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1, 2, 3])
    expect(gateway.counters.reportsAcknowledged).toBe(1)
    intake.commit()
    await tracker.received(4)
  })

  it('keeps the order of the frames when commits come in another', async () => {
    const { gt06Port } = await start()
    const tracker = await device(gt06Port)
    await tracker.logIn()
    const releases: (() => void)[] = []
    intake.accept = (report) => {
      intake.reports.push(report)
      return new Promise((resolve) => releases.push(resolve))
    }
    tracker.write(Buffer.concat([2, 3, 4].map((serial) => encodeGt06Position(position, serial))))
    await expect.poll(() => releases.length).toBe(3)
    for (const release of releases.reverse()) release()
    await tracker.received(4)
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1, 2, 3, 4])
  })

  it('never comes for a rejected report nor for what follows it', async () => {
    const { gt06Port, gateway } = await start()
    const tracker = await device(gt06Port)
    await tracker.logIn()
    intake.isOpen = false
    tracker.write(Buffer.concat([2, 3, 4].map((serial) => encodeGt06Position(position, serial))))
    await intake.arrived(3)
    intake.commit()
    intake.reject()
    intake.commit()
    await tracker.closed
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1, 2])
    expect(gateway.counters).toMatchObject({ reportsAcknowledged: 1, reportsRejected: 1 })
    expect(gateway.counters.connectionsDropped.intake_rejected).toBe(1)
  })

  it('still reaches a device that ended its side', async () => {
    const { gt06Port } = await start()
    const tracker = await device(gt06Port)
    await tracker.logIn()
    intake.isOpen = false
    tracker.sendPosition(2)
    tracker.socket.end()
    await intake.arrived(1)
    intake.commit()
    await tracker.received(2)
    await tracker.closed
  })
})

describe('bad input', () => {
  it('survives rubbish and reads what follows', async () => {
    const { gt06Port, gateway } = await start()
    const tracker = await device(gt06Port)
    tracker.write(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    tracker.write(Buffer.from([0, 255, 0x78, 13, 10, 0x79, 0x0d, 0x0a]))
    await tracker.logIn()
    tracker.sendPosition(2)
    await tracker.received(2)
    expect(intake.reports).toHaveLength(1)
    expect(gateway.counters.resyncs).toBeGreaterThan(0)
  })

  it('drops endless rubbish', async () => {
    const { gt06Port, gateway } = await start({ maxDiscardedBytes: 10_000 })
    const tracker = await device(gt06Port)
    tracker.write(new Uint8Array(20_000).fill(0x41))
    await tracker.closed
    expect(gateway.counters.connectionsDropped.rubbish).toBe(1)
  })

  it('waits for the other half of a frame, and drops it when it never comes', async () => {
    const { gt06Port, gateway } = await start({ idleSeconds: 100 })
    const [whole, half] = [await device(gt06Port, 1), await device(gt06Port, 2)]
    const frame = encodeGt06Login(imeiOf(1), 1)
    whole.write(frame.subarray(0, 9))
    half.write(frame.subarray(0, 9))
    whole.write(frame.subarray(9))
    await whole.received(1)
    clock.advanceSeconds(31)
    await half.closed
    expect(gateway.counters.connectionsDropped.no_login).toBe(1)
    await expect.poll(() => gateway.connections().open.gt06).toBe(1)
  })

  it('drops an endless frame', async () => {
    const { gt06Port, gateway } = await start()
    const tracker = await device(gt06Port)
    await tracker.logIn()
    const endless = new Uint8Array(60_000).fill(0x41)
    endless.set([0x79, 0x79, 0xff, 0xff, 0x22])
    tracker.write(endless)
    await tracker.closed
    expect(gateway.counters.connectionsDropped.endless_frame).toBe(1)
  })

  it('accepts nothing before the login', async () => {
    const { gt06Port, gateway } = await start()
    const tracker = await device(gt06Port)
    tracker.sendPosition(9)
    await tracker.logIn()
    expect(intake.reports).toEqual([])
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1])
    expect(gateway.counters.refusedFrames).toBe(1)
  })

  it('drops a device that is silent too long', async () => {
    const { gt06Port, gateway } = await start({ idleSeconds: 100 })
    const tracker = await device(gt06Port)
    await tracker.logIn()
    clock.advanceSeconds(101)
    await tracker.closed
    expect(gateway.counters.connectionsDropped.idle).toBe(1)
  })
})

describe('many connections', () => {
  it('serves a thousand', async () => {
    const { gt06Port, gateway } = await start()
    const all = await Promise.all(Array.from({ length: 1000 }, (_, number) => device(gt06Port, number)))
    await Promise.all(all.map((tracker) => tracker.logIn()))
    expect(gateway.connections()).toMatchObject({ open: { gt06: 1000 }, loggedIn: 1000 })
    for (const tracker of all) for (const serial of [2, 3, 4]) tracker.sendPosition(serial)
    await Promise.all(all.map((tracker) => tracker.received(4)))
    expect(intake.reports).toHaveLength(3000)
    expect(gateway.counters.reportsAcknowledged).toBe(3000)
  })

  it('refuses what is over the limits, in all and by address', async () => {
    const limits = [{ maxConnections: 2 }, { maxConnectionsPerAddress: 2 }]
    for (const limit of limits) {
      const { gt06Port, gateway } = await start(limit)
      const [first, second] = [await device(gt06Port, 1), await device(gt06Port, 2)]
      await Promise.all([first.logIn(), second.logIn()])
      await (await device(gt06Port, 3)).closed
      expect(gateway.counters.connectionsRefused).toBe(1)
      first.socket.destroy()
      await expect.poll(() => gateway.connections().open.gt06).toBe(1)
      await (await device(gt06Port, 4)).logIn()
      for (const { socket } of devices) socket.destroy()
      await gateway.drain()
    }
  })

  it('stops reading from a device whose reports are not committed', async () => {
    const { gt06Port } = await start({ maxUnacknowledgedReports: 10 })
    const tracker = await device(gt06Port)
    await tracker.logIn()
    intake.isOpen = false
    tracker.write(
      Buffer.concat(Array.from({ length: 10 }, (_, index) => encodeGt06Position(position, index + 2))),
    )
    await intake.arrived(10)
    tracker.sendPosition(12)
    // Another device is served meanwhile; by then the eleventh would have arrived, were it read.
    const other = await device(gt06Port, 2)
    await other.logIn()
    expect(intake.reports).toHaveLength(10)
    while (intake.waiting() > 0) intake.commit()
    await intake.arrived(11)
    intake.commit()
    await tracker.received(12)
  })
})

describe('two devices of one identifier', () => {
  it('lets the newer take over', async () => {
    const { gt06Port, gateway } = await start()
    const older = await device(gt06Port)
    await older.logIn()
    const newer = await device(gt06Port)
    await newer.logIn()
    await older.closed
    newer.sendPosition(2)
    await newer.received(2)
    expect(gateway.counters.connectionsDropped.taken_over).toBe(1)
    expect(gateway.connections().loggedIn).toBe(1)
    expect(gateway.addressOf(imeiOf(1))).toBe('127.0.0.1')
    expect(news.map(({ isConnected }) => isConnected)).toEqual([true, true])
  })

  it('refuses and tells when that happens too often, until an hour has passed', async () => {
    const { gt06Port, gateway } = await start({ maxTakeoversPerHour: 2, idleSeconds: 100_000 })
    const first = await device(gt06Port)
    await first.logIn()
    for (let round = 0; round < 2; round++) await (await device(gt06Port)).logIn()
    const refused = await device(gt06Port)
    refused.write(encodeGt06Login(imeiOf(1), 1))
    await refused.closed
    expect(suspicions).toEqual([
      {
        kind: 'takeovers',
        protocol: 'gt06',
        deviceIdentifier: imeiOf(1),
        remoteAddress: '127.0.0.1',
        takeovers: 2,
      },
    ])
    expect(refused.messages).toEqual([])
    clock.advanceSeconds(3601)
    await (await device(gt06Port)).logIn()
    expect(gateway.counters.takeovers).toBe(4)
  })

  it('does not count a reconnection after silence', async () => {
    const { gt06Port } = await start({ maxTakeoversPerHour: 0 })
    await (await device(gt06Port)).logIn()
    clock.advanceSeconds(61)
    await (await device(gt06Port)).logIn()
    expect(suspicions).toEqual([])
  })
})

describe('commands', () => {
  const command = { id: 'c', protocol: 'gt06', deviceIdentifier: imeiOf(1), parameters: {} } as const

  it('reach the connected device and say at once what cannot be sent', async () => {
    const { gt06Port, gateway } = await start()
    expect(gateway.sendCommand({ ...command, type: 'stop_engine' })).toEqual({
      isSent: false,
      reason: 'not_connected',
    })
    expect(gateway.sendCommand({ ...command, type: 'firmware_update' })).toEqual({
      isSent: false,
      reason: 'unsupported',
    })
    const tracker = await device(gt06Port)
    await tracker.logIn()
    expect(gateway.sendCommand({ ...command, type: 'stop_engine' })).toMatchObject({ isSent: true })
    await tracker.received(2)
    expect(tracker.messages[1]?.command?.text).toBe('RELAY,1#')
  })
})

describe('draining', () => {
  it('waits for commits, acknowledges them and closes', async () => {
    const { gt06Port, gateway } = await start()
    const [busy, idle] = [await device(gt06Port, 1), await device(gt06Port, 2)]
    await Promise.all([busy.logIn(), idle.logIn()])
    intake.isOpen = false
    busy.sendPosition(2)
    await intake.arrived(1)
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
    intake.commit()
    await busy.received(2)
    await drained
    expect(busy.messages.map(({ serial }) => serial)).toEqual([1, 2])
    expect(gateway.connections()).toEqual({ open: { gt06: 0, osmand: 0 }, loggedIn: 0 })
  })

  it('gives up on commits that never come', async () => {
    const { gt06Port, gateway } = await start({ drainSeconds: 0.05 })
    const tracker = await device(gt06Port)
    await tracker.logIn()
    intake.isOpen = false
    tracker.sendPosition(2)
    await intake.arrived(1)
    await gateway.drain()
    await tracker.closed
    expect(tracker.messages).toHaveLength(1)
  })
})

describe('a port in use', () => {
  it('is told with code, protocol and port, and nothing stays open', async () => {
    const { osmandPort } = await start()
    const second = createGateway({
      host: '127.0.0.1',
      ports: { gt06: 0, osmand: osmandPort },
      intake,
      clock,
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
      intake,
      clock,
      log: silentLog,
    })
    const ports = await off.start()
    expect(ports.gt06).toBeNull()
    expect(ports.osmand).toBeGreaterThan(0)
    await off.drain()
  })
})
