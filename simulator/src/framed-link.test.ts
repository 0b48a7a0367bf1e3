import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { deviceSides, framedProtocols } from '@rumbo/protocols'
import type { DeviceMessage, Transport } from '@rumbo/protocols/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { createManualClock } from './clock.ts'
import { createConnectionRateLimit, type Measurement } from './device-link.ts'
import { createFramedLink } from './framed-link.ts'
import { generatedIdentifier } from './generated-fleet.ts'
import { createRandom } from './random.ts'

const startMs = Date.UTC(2025, 2, 3, 15)
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

function measure(second: number): Measurement {
  return {
    ...{ time: new Date(startMs + second * 1_000), isValid: true, isStored: false, alarm: null },
    ...{ latitude: 19.4326 + second / 10_000, longitude: -99.1332, altitudeMetres: 2_240 },
    ...{ speedKmh: 36, headingDegrees: 0, satellites: 9, signalPercent: 80, ignition: true },
    ...{ isEngineBlocked: false, batteryPercent: 90, powerVolts: 13.8, fuelPercent: 50 },
    odometerMetres: 12_000_000 + second * 10,
  }
}

const runEventLoop = async (rounds = 8) => {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setImmediate(resolve))
}
const until = async (isDone: () => boolean) => {
  while (!isDone()) await runEventLoop(1)
}

/** A gateway of one protocol whose acknowledgements can be switched off. */
async function openGateway(protocol: (typeof framedProtocols)[number], transport: Transport) {
  const gateway = {
    port: 0,
    reports: [] as DeviceReport[],
    isAnswering: true,
    /** Ends every connection. */
    breakOff: () => {},
    write: (_bytes: Uint8Array) => {},
  }
  const take = (message: DeviceMessage, write: (bytes: Uint8Array) => void) => {
    gateway.reports.push(...message.reports)
    gateway.write = write
    const isReport = message.reports.some(({ fix }) => fix !== null)
    if (message.acknowledgement && (gateway.isAnswering || !isReport)) write(message.acknowledgement)
  }
  if (transport === 'udp') {
    const socket = createSocket('udp4')
    socket.on('message', (bytes, { port, address }) => {
      const stream = protocol.openStream({ transport })
      stream.read(bytes, new Date(), (message) =>
        take(message, (answer) => void socket.send(answer, port, address)),
      )
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    gateway.port = socket.address().port
    cleanups.push(() => socket.close())
    return gateway
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const stream = protocol.openStream({ transport })
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) =>
      stream.read(chunk, new Date(), (message) => take(message, (bytes) => void socket.write(bytes))),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway.port = (server.address() as AddressInfo).port
  gateway.breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  cleanups.push(() => {
    gateway.breakOff()
    server.close()
  })
  return gateway
}

const cases = framedProtocols.flatMap((protocol) => {
  const side = deviceSides.find((known) => known.protocol === protocol.name)
  if (!side) throw new Error(`${protocol.name} has no device side`)
  return side.transports.map((transport) => ({
    ...{ name: protocol.name, protocol, side, transport },
    label: `${protocol.name} over ${transport}`,
  }))
})

describe.each(cases)('a device of $label', ({ protocol, side, transport, name }) => {
  async function openLink() {
    const gateway = await openGateway(protocol, transport)
    const clock = createManualClock(startMs)
    const commands: (CommandType | null)[] = []
    let second = 0
    const link = createFramedLink(side, transport, {
      ...{ deviceIdentifier: generatedIdentifier(name, 6), host: '127.0.0.1', port: gateway.port, clock },
      ...{
        random: createRandom(1, 'link'),
        log: () => {},
        connectionRateLimit: createConnectionRateLimit(clock, 1_000),
      },
      onCommand(type) {
        commands.push(type)
        return { isDone: type !== null, measured: measure(second) }
      },
    })
    cleanups.push(() => link.goOffline())
    const report = () => {
      second += 1
      link.report(measure(second))
    }
    const seconds = () =>
      gateway.reports.flatMap(({ fix }) => (fix ? [(fix.time.getTime() - startMs) / 1_000] : []))
    return { gateway, clock, link, report, commands, seconds }
  }

  test('sends positions in order, and stored ones first', async () => {
    const { link, report, seconds, clock } = await openLink()
    for (let count = 0; count < 60; count++) report()
    link.goOnline()
    await until(() => link.isConnected && link.counts.pending === 0)
    for (let count = 0; count < 5; count++) {
      clock.advance(500)
      report()
      await until(() => link.counts.pending === 0)
    }
    await until(() => seconds().length === 65)
    expect(seconds()).toEqual(Array.from({ length: 65 }, (_, at) => at + 1))
    expect(link.counts).toMatchObject({ sent: 65, acknowledged: 65, resent: 0, lost: 0 })
  })

  if (side.isAcknowledged) {
    test('sends the same bytes again where the answer was lost', async () => {
      const { gateway, link, report, clock, seconds } = await openLink()
      link.goOnline()
      await until(() => link.isConnected)
      gateway.isAnswering = false
      for (let count = 0; count < 3; count++) report()
      await until(() => seconds().length === (transport === 'udp' ? 1 : 3))
      const [first] = gateway.reports.filter(({ fix }) => fix)
      expect(link.counts.acknowledged).toBe(0)
      gateway.isAnswering = true
      gateway.reports.length = 0
      gateway.breakOff()
      if (transport === 'tcp') await until(() => !link.isConnected)
      for (let seconds = 0; seconds < 25; seconds++) {
        clock.advance(1_000)
        link.check()
        await runEventLoop()
      }
      await until(() => link.counts.pending === 0)
      const again = gateway.reports.filter(({ fix }) => fix)
      expect(again.map(({ reportHash }) => reportHash)).toContain(first?.reportHash)
      expect(new Set(seconds())).toEqual(new Set([1, 2, 3]))
      expect(link.counts).toMatchObject({ acknowledged: 3, lost: 0 })
      expect(link.counts.resent).toBeGreaterThan(0)
    })
  }

  test('understands the commands of its protocol and answers them', async () => {
    const { gateway, link, report, commands } = await openLink()
    link.goOnline()
    await until(() => link.isConnected)
    report()
    await until(() => gateway.reports.some(({ fix }) => fix !== null))
    const order = (type: CommandType) =>
      ({
        id: 'one',
        deviceIdentifier: generatedIdentifier(name, 6),
        protocol: name,
        parameters: {},
        type,
      }) as const
    const canStop = protocol.encodeCommand(order('stop_engine'), 900).isEncoded
    const command = order(canStop ? 'stop_engine' : 'gps_position')
    const encoded = protocol.encodeCommand(command, 900)
    if (!encoded.isEncoded) throw new Error('The protocol can say neither')
    gateway.write(encoded.bytes)
    await until(() => commands.length === 1)
    expect(commands).toEqual([command.type])
    if (encoded.answerKey === null) return
    await until(() => gateway.reports.some(({ answer }) => answer !== null))
    const answer = gateway.reports.find((report) => report.answer !== null)?.answer
    expect(answer).toMatchObject({ isRefused: false })
    expect([encoded.answerKey, '*']).toContain(answer?.key)
  })
})
