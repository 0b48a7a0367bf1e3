import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { deviceSides, protocolCommands } from '@rumbo/protocols'
import type { DeviceSide } from '@rumbo/protocols/device-side'
import { afterEach, describe, expect, it } from 'vitest'
import { createGateway } from './gateway.ts'
import { silentLog, useGateway } from './testing/gateway.testing.ts'
import { connectTracker, countOf, measured, openDatagrams, type Tracker } from './testing/trackers.testing.ts'

const bench = useGateway()
const opened: Tracker[] = []
afterEach(() => {
  for (const tracker of opened.splice(0)) tracker.close()
})

const framed = deviceSides.filter(({ protocol }) => protocol !== 'osmand')
const byDatagram = framed.filter(({ transports }) => transports.includes('udp'))
const identifier = (number: number) => String(865_760_010_000_000 + number)

async function start(
  side: DeviceSide,
  ...given: Parameters<typeof bench.start>
): Promise<Awaited<ReturnType<typeof bench.start>> & { port: number }> {
  const running = await bench.start(...given)
  return { ...running, port: running.ports[side.protocol] ?? 0 }
}
async function tracker(side: DeviceSide, port: number, number = 1): Promise<Tracker> {
  const one = await connectTracker(side, identifier(number), port)
  opened.push(one)
  return one
}
async function datagrams(side: DeviceSide, port: number, number = 1): Promise<Tracker> {
  const one = await openDatagrams(side, identifier(number), port)
  opened.push(one)
  return one
}

describe.each(framed)('$protocol over TCP', (side) => {
  it('is acknowledged after the commit, gets commands, and is closed when silent beside its next connection', async () => {
    const { gateway, port } = await start(side)
    const first = await tracker(side, port)
    await first.logIn()
    bench.intake.isOpen = false
    first.write(first.client.report(measured(1)))
    await bench.intake.arrived(1)
    expect(bench.intake.reports[0]).toMatchObject({ protocol: side.protocol, remoteAddress: '127.0.0.1' })
    expect(countOf(first, 'acknowledgement')).toBe(0)
    bench.intake.commit()
    if (side.isAcknowledged) await expect.poll(() => countOf(first, 'acknowledgement')).toBe(1)
    const device = bench.intake.reports[0]?.deviceIdentifier ?? ''
    expect(gateway.connectionTo(device)?.protocol).toBe(side.protocol)
    const command = { id: 'c', protocol: side.protocol, deviceIdentifier: device, parameters: {} }
    const encoding = protocolCommands[side.protocol]?.encodeCommand({ ...command, type: 'stop_engine' }, 5)
    if (!encoding?.isEncoded) throw new Error(`${side.protocol} cannot stop an engine`)
    expect(gateway.deliver(device, () => ({ bytes: encoding.bytes }))).toBe('written')
    await expect.poll(() => countOf(first, 'command')).toBe(1)
    bench.intake.isOpen = true
    const second = await tracker(side, port)
    await second.logIn()
    second.write(second.client.report(measured(2)))
    await bench.intake.arrived(2)
    expect(gateway.connections()).toMatchObject({ loggedIn: 1, open: { [side.protocol]: 2 } })
    bench.clock.advanceSeconds(61)
    await first.closed
    expect(gateway.counters.connectionsDropped.taken_over).toBe(1)
    expect(gateway.connections().loggedIn).toBe(1)
  })
})

describe.each(byDatagram)('$protocol by datagram', (side) => {
  it('is acknowledged after the commit at its origin, and gets commands there', async () => {
    const { gateway, port } = await start(side)
    const one = await datagrams(side, port)
    await one.logIn()
    bench.intake.isOpen = false
    one.write(one.client.report(measured(1)))
    await bench.intake.arrived(1)
    expect(countOf(one, 'acknowledgement')).toBe(0)
    bench.intake.commit()
    if (side.isAcknowledged) await expect.poll(() => countOf(one, 'acknowledgement')).toBe(1)
    const device = bench.intake.reports[0]?.deviceIdentifier ?? ''
    await expect.poll(() => bench.committed).toContain(device)
    const command = { id: 'c', protocol: side.protocol, deviceIdentifier: device, parameters: {} }
    const encoding = protocolCommands[side.protocol]?.encodeCommand({ ...command, type: 'stop_engine' }, 5)
    if (!encoding?.isEncoded) throw new Error(`${side.protocol} cannot stop an engine`)
    expect(gateway.deliver(device, () => ({ bytes: encoding.bytes }))).toBe('written')
    await expect.poll(() => countOf(one, 'command')).toBe(1)
    bench.clock.advanceSeconds(61)
    await expect.poll(() => gateway.isConnected(device)).toBe(false)
    expect(bench.updates.map(({ isConnected, transport }) => [isConnected, transport])).toEqual([
      [true, 'udp'],
      [false, 'udp'],
    ])
  })

  it('is trusted anew from another place', async () => {
    const { gateway, port } = await start(side)
    const seen: boolean[] = []
    for (let round = 0; round < 2; round++) {
      const one = await datagrams(side, port)
      await one.logIn()
      one.write(one.client.report(measured(round, { isValid: round === 0 })))
      await bench.intake.arrived(round + 1)
      gateway.deliver(bench.intake.reports[0]?.deviceIdentifier ?? '', ({ hasValidFix }) => {
        seen.push(hasValidFix)
        return null
      })
    }
    expect(seen).toEqual([true, false])
  })

  it('is dropped and counted above the rate, when too much waits, and when it means nothing', async () => {
    const { gateway, port } = await start(side, { maxDatagramsPerSecond: 3, maxDatagramsInFlight: 2 })
    const dropped = () => gateway.countersByProtocol[side.protocol]?.datagramsDropped
    const one = await datagrams(side, port)
    bench.intake.isOpen = false
    one.write(new Uint8Array([1, 2, 3]))
    await expect.poll(() => dropped()?.unreadable).toBe(1)
    one.write(one.client.report(measured(1)))
    one.write(one.client.report(measured(2)))
    await bench.intake.arrived(2)
    one.write(one.client.report(measured(3)))
    await expect.poll(() => dropped()?.busy).toBe(1)
    bench.intake.commit()
    bench.intake.commit()
    await expect.poll(() => gateway.counters.reportsAcknowledged).toBe(2)
    one.write(one.client.report(measured(4)))
    await expect.poll(() => dropped()?.rate).toBe(1)
    expect(bench.intake.reports).toHaveLength(2)
  })
})

/** Every message of these carries its identifier, so that a forwarder may send for many. */
const shared = framed.filter(({ protocol }) =>
  ['queclink', 'suntech', 'h02', 'tk103', 'meitrack'].includes(protocol),
)

describe.each(shared)('several $protocol devices on one connection', (side) => {
  it('are each reached there, until the connection ends', async () => {
    const { gateway, port } = await start(side)
    const forwarder = await tracker(side, port, 1)
    const other = side.openDeviceClient(identifier(2), 'tcp')
    forwarder.write(forwarder.client.report(measured(1)))
    forwarder.write(other.report(measured(2, { isValid: false })))
    await bench.intake.arrived(2)
    const devices = bench.intake.reports.map(({ deviceIdentifier }) => deviceIdentifier)
    expect(gateway.connections()).toMatchObject({ loggedIn: 2, open: { [side.protocol]: 1 } })
    const trusted: boolean[] = []
    for (const device of devices) {
      gateway.deliver(device, ({ hasValidFix }) => {
        trusted.push(hasValidFix)
        return null
      })
    }
    expect(trusted).toEqual([true, false])
    forwarder.close()
    await expect.poll(() => gateway.connections().loggedIn).toBe(0)
    expect(bench.updates.filter(({ isConnected }) => !isConnected)).toHaveLength(2)
  })

  it('are all accepted, also of one that has a connection of its own', async () => {
    const { gateway, port } = await start(side)
    const forwarder = await tracker(side, port, 1)
    const other = side.openDeviceClient(identifier(2), 'tcp')
    forwarder.write(forwarder.client.report(measured(1)))
    forwarder.write(other.report(measured(2)))
    await bench.intake.arrived(2)
    const own = await tracker(side, port, 2)
    own.write(own.client.report(measured(3)))
    await bench.intake.arrived(3)
    forwarder.write(other.report(measured(4)))
    forwarder.write(forwarder.client.report(measured(5)))
    await bench.intake.arrived(5)
    expect(gateway.connections()).toMatchObject({ loggedIn: 2, open: { [side.protocol]: 2 } })
    const claimed = bench.intake.reports[1]?.deviceIdentifier
    bench.clock.advanceSeconds(5)
    await expect.poll(() => bench.claims.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([claimed])
    bench.clock.advanceSeconds(56)
    await own.closed
    await expect.poll(() => gateway.connections().open[side.protocol]).toBe(1)
    expect(gateway.connections().loggedIn).toBe(2)
  })

  it('are no claim where their forwarder has two connections', async () => {
    const { port } = await start(side)
    const one = await tracker(side, port, 1)
    const two = await tracker(side, port, 2)
    const clients = [1, 2, 3, 4].map((number) => side.openDeviceClient(identifier(number), 'tcp'))
    // Two devices begin on each connection; then every message takes the other one.
    for (const [at, client] of clients.entries()) (at < 2 ? one : two).write(client.report(measured(at)))
    await bench.intake.arrived(4)
    for (let round = 0; round < 4; round++) {
      for (const [at, client] of clients.entries())
        (at < 2 === (round % 2 === 0) ? two : one).write(client.report(measured(10 * round + at + 4)))
      await bench.intake.arrived(4 * round + 8)
      bench.clock.advanceSeconds(6)
    }
    expect(bench.claims).toEqual([])
  })

  it('are bounded: the first leaves for the next', async () => {
    const { gateway, port } = await start(side, { maxDevicesPerConnection: 3 })
    const forwarder = await tracker(side, port, 1)
    for (let number = 1; number <= 5; number++) {
      forwarder.write(side.openDeviceClient(identifier(number), 'tcp').report(measured(number)))
      await bench.intake.arrived(number)
    }
    expect(gateway.connections().loggedIn).toBe(3)
    const devices = bench.intake.reports.map(({ deviceIdentifier }) => gateway.isConnected(deviceIdentifier))
    expect(devices).toEqual([false, false, true, true, true])
  })
})

describe('the list of addresses that may report', () => {
  it('turns away everybody else, whatever the transport', async () => {
    const addresses = Object.fromEntries(framed.map(({ protocol }) => [protocol, ['10.0.0.0/8']]))
    const { gateway, ports } = await bench.start({}, { addresses: { ...addresses, osmand: ['::1'] } })
    for (const side of framed) {
      const { protocol } = side
      const one = await connectTracker(side, identifier(1), ports[protocol] ?? 0)
      await one.closed
      expect(gateway.countersByProtocol[protocol]?.connectionsRefused.address, protocol).toBe(1)
    }
    for (const side of byDatagram) {
      const one = await datagrams(side, ports[side.protocol] ?? 0)
      one.write(one.client.report(measured(1)))
      await expect.poll(() => gateway.countersByProtocol[side.protocol]?.datagramsDropped.address).toBe(1)
    }
    const [side] = framed
    if (side) await (await connectTracker(side, identifier(1), ports.osmand ?? 0)).closed
    expect(gateway.countersByProtocol.osmand?.connectionsRefused.address).toBe(1)
    expect(bench.intake.reports).toEqual([])
  })
})

describe('one port for both transports', () => {
  it('is reported with the protocol when it is in use for datagrams, and TCP does not stay open', async () => {
    const [side] = byDatagram
    if (!side) throw new Error('No protocol has datagrams')
    const taken = createSocket('udp4')
    taken.bind(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address()
    const gateway = createGateway({
      ...{ host: '127.0.0.1', ports: { [side.protocol]: port } },
      ...{ intake: bench.intake, clock: bench.clock, log: silentLog },
    })
    await expect(gateway.start()).rejects.toMatchObject({
      ...{ name: 'GatewayListenError', code: 'EADDRINUSE', protocol: side.protocol, port },
    })
    await expect(connectTracker(side, identifier(1), port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    taken.close()
    await gateway.drain()
  })
})
