import { encodeGt06Position, gt06 } from '@rumbo/protocols'
import { deviceSides } from '@rumbo/protocols/registry'
import { afterEach, describe, expect, it } from 'vitest'
import { imeiOf, position, type TestDevice, type TestGateway, useGateway } from './testing/gateway.testing.ts'
import { connectTracker, measured, openDatagrams, type Tracker } from './testing/trackers.testing.ts'

const bench = useGateway()
const trackers: Tracker[] = []
afterEach(() => {
  for (const tracker of trackers.splice(0)) tracker.close()
})

const elsewhere = '127.0.0.2'
const standing = ({ gateway }: TestGateway) => gateway.connectionTo(imeiOf(1))?.standing
const claims = () => bench.claims.map(({ isNew, addresses }) => [isNew, ...addresses])

/** Resolves once the position is acknowledged, hence stored. */
async function report(tracker: TestDevice, serial: number): Promise<void> {
  const before = tracker.messages.length
  tracker.sendPosition(serial)
  await tracker.received(before + 1)
}

/** A tracker that has logged in and reported. */
async function reporting(running: TestGateway, address?: string): Promise<TestDevice> {
  const tracker = await bench.device(running.gt06Port, 1, address)
  await tracker.logIn()
  await report(tracker, 2)
  return tracker
}

describe('a device that connects anew', () => {
  it('is claimed by nobody after silence, and its former connection is closed', async () => {
    const running = await bench.start()
    const older = await reporting(running)
    bench.clock.advanceSeconds(60)
    const newer = await reporting(running, elsewhere)
    await older.closed
    await report(newer, 3)
    expect([standing(running), claims()]).toEqual(['settled', []])
    expect(running.gateway.counters.connectionsDropped.taken_over).toBe(1)
    expect(running.gateway.connections().loggedIn).toBe(1)
    expect(bench.updates.map(({ isConnected }) => isConnected)).toEqual([true, true])
  })

  it('is claimed by nobody after its connection closed, however often', async () => {
    const running = await bench.start()
    for (let round = 0; round < 6; round++) {
      const tracker = await reporting(running, `127.0.0.${round + 1}`)
      bench.clock.advanceSeconds(5)
      tracker.socket.destroy()
      await expect.poll(() => running.gateway.connections().loggedIn).toBe(0)
    }
    await reporting(running)
    expect([standing(running), claims()]).toEqual(['settled', []])
  })

  it('is unsettled until the former connection has been silent for a minute', async () => {
    const running = await bench.start()
    const older = await reporting(running)
    bench.clock.advanceSeconds(20)
    const newer = await reporting(running, elsewhere)
    expect(standing(running)).toBe('unsettled')
    bench.clock.advanceSeconds(39)
    await report(newer, 3)
    expect(standing(running)).toBe('unsettled')
    bench.clock.advanceSeconds(1)
    expect(standing(running)).toBe('settled')
    await older.closed
    expect(claims()).toEqual([])
  })

  it('is claimed by nobody where bytes of the former connection arrive late, with its end', async () => {
    const running = await bench.start()
    const older = await reporting(running)
    bench.clock.advanceSeconds(10)
    const newer = await reporting(running, elsewhere)
    older.socket.end(encodeGt06Position(position, 9))
    await older.closed
    bench.clock.advanceSeconds(6)
    await report(newer, 3)
    bench.clock.advanceSeconds(6)
    await report(newer, 4)
    expect([standing(running), claims()]).toEqual(['settled', []])
    expect(bench.intake.reports).toHaveLength(5)
  })
})

describe('two connections that report within a minute', () => {
  it('claim the device: messages of both are accepted, and the claim is reported once and then every half minute', async () => {
    const running = await bench.start()
    const real = await reporting(running)
    const impostor = await reporting(running, elsewhere)
    bench.clock.advanceSeconds(10)
    await report(real, 3)
    expect([standing(running), claims()]).toEqual(['unsettled', []])
    await report(impostor, 3)
    expect([standing(running), claims()]).toEqual(['claimed', [[true, elsewhere, '127.0.0.1']]])
    for (let round = 0; round < 8; round++) {
      bench.clock.advanceSeconds(5)
      await report(real, 4 + round)
      await report(impostor, 4 + round)
    }
    expect(claims().map(([isNew]) => isNew)).toEqual([true, false])
    expect(running.gateway.counters).toMatchObject({ claims: 1, reportsAcknowledged: 20 })
    expect(running.gateway.connections().open.gt06).toBe(2)
  })

  it('claim it also where the other one never speaks again', async () => {
    const running = await bench.start()
    const real = await reporting(running)
    await reporting(running, elsewhere)
    bench.clock.advanceSeconds(10)
    await report(real, 3)
    bench.clock.advanceSeconds(5)
    await expect.poll(claims).toEqual([[true, '127.0.0.1', elsewhere]])
    expect(standing(running)).toBe('claimed')
  })

  it('claim it until only one has sent for ten minutes', async () => {
    const running = await bench.start()
    const real = await reporting(running)
    const impostor = await reporting(running, elsewhere)
    await report(real, 3)
    await report(impostor, 3)
    // The one that sent last stays open however long the sweep finds it silent.
    await report(real, 4)
    bench.clock.advanceSeconds(300)
    await report(real, 5)
    bench.clock.advanceSeconds(299)
    await report(real, 6)
    expect(standing(running)).toBe('claimed')
    bench.clock.advanceSeconds(301)
    await report(real, 7)
    expect(standing(running)).toBe('settled')
    await impostor.closed
  })

  it('claim it where one comes for a moment at a time', async () => {
    const running = await bench.start()
    const real = await reporting(running)
    const impostor = await reporting(running, elsewhere)
    impostor.socket.destroy()
    await expect.poll(() => running.gateway.connections().open.gt06).toBe(1)
    bench.clock.advanceSeconds(10)
    await report(real, 3)
    bench.clock.advanceSeconds(5)
    await report(real, 4)
    expect([standing(running), claims()]).toEqual(['claimed', [[true, '127.0.0.1', elsewhere]]])
  })

  it('claim no device that proves itself otherwise, or that no vehicle has', async () => {
    const running = await bench.start({}, { isClaimable: () => false })
    const real = await reporting(running)
    const impostor = await reporting(running, elsewhere)
    await report(real, 3)
    await report(impostor, 3)
    expect([standing(running), claims()]).toEqual(['settled', []])
  })

  it('may be one socket and datagrams, or datagrams from two ports', async () => {
    const running = await bench.start()
    const side = deviceSides.find(
      ({ transports }) => transports.includes('udp') && transports.includes('tcp'),
    )
    if (!side) throw new Error('No protocol has both')
    const port = running.ports[side.protocol] ?? 0
    const speak = async (tracker: Tracker, second: number) => {
      const before = bench.intake.reports.length
      tracker.write(tracker.client.report(measured(second)))
      await bench.intake.arrived(before + 1)
    }
    for (const number of [1, 2]) {
      bench.claims.length = 0
      const real =
        number === 1
          ? await connectTracker(side, imeiOf(number), port)
          : await openDatagrams(side, imeiOf(number), port)
      const impostor = await openDatagrams(side, imeiOf(number), port)
      trackers.push(real, impostor)
      await real.logIn()
      await speak(real, 1)
      await impostor.logIn()
      await speak(impostor, 2)
      await speak(real, 3)
      expect(bench.claims).toEqual([])
      await speak(impostor, 4)
      expect(bench.claims).toHaveLength(1)
    }
  })

  it('are none where each datagram of a device comes from a port of its own', async () => {
    const running = await bench.start()
    const side = deviceSides.find(({ transports }) => transports.includes('udp'))
    if (!side) throw new Error('No protocol has datagrams')
    for (let second = 1; second <= 6; second++) {
      const tracker = await openDatagrams(side, imeiOf(1), running.ports[side.protocol] ?? 0)
      trackers.push(tracker)
      await tracker.logIn()
      const before = bench.intake.reports.length
      tracker.write(tracker.client.report(measured(second)))
      await bench.intake.arrived(before + 1)
      bench.clock.advanceSeconds(10)
    }
    expect([standing(running), claims()]).toEqual(['settled', []])
  })

  it('may be two phones; one phone between two networks is none', async () => {
    const running = await bench.start()
    const send = (address: string, second: number) => requestFrom(running.osmandPort, address, second)
    for (const [second, address] of ['127.0.0.1', elsewhere, '127.0.0.1'].entries()) {
      expect(await send(address, second)).toBe(200)
      bench.clock.advanceSeconds(10)
    }
    expect(claims()).toEqual([])
    expect(await send(elsewhere, 4)).toBe(200)
    expect(claims()).toEqual([[true, elsewhere, '127.0.0.1']])
  })

  it('is claimed also by who sends more than it may', async () => {
    const running = await bench.start({ maxHttpReportsPerMinute: 1 })
    const statuses: number[] = []
    for (const [second, address] of ['127.0.0.1', elsewhere, '127.0.0.1', elsewhere].entries())
      statuses.push(await requestFrom(running.osmandPort, address, second))
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(claims()).toEqual([[true, elsewhere, '127.0.0.1']])
  })
})

async function requestFrom(port: number, localAddress: string, second: number): Promise<number> {
  const { request } = await import('node:http')
  const time = Math.floor(position.time.getTime() / 1000) + second
  const path = `/?id=${imeiOf(1)}&lat=19.4&lon=-99.1&timestamp=${time}`
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', localAddress, path, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

describe('a device that changes hands three times in ten minutes', () => {
  it('is claimed, though no two connections reported in turn', async () => {
    const running = await bench.start()
    for (let round = 0; round < 3; round++) {
      await reporting(running, `127.0.0.${round + 1}`)
      bench.clock.advanceSeconds(50)
    }
    expect(claims()).toEqual([])
    await reporting(running, '127.0.0.9')
    expect([standing(running), claims()]).toEqual(['claimed', [[true, '127.0.0.9', '127.0.0.3']]])
  })

  it('is not claimed by what lies ten minutes back', async () => {
    const running = await bench.start()
    for (let round = 0; round < 3; round++) {
      const [last] = [await reporting(running, `127.0.0.${round + 1}`)]
      // Nine reports of one connection, 50 s apart, lie between two changes.
      for (let serial = 3; serial < 12; serial++) {
        bench.clock.advanceSeconds(50)
        await report(last, serial)
      }
    }
    await reporting(running, '127.0.0.9')
    expect(claims()).toEqual([])
  })
})

describe('ten logins from elsewhere', () => {
  it('never shut the tracker out, nor receive its commands', async () => {
    const running = await bench.start()
    let real = await reporting(running)
    const impostors: TestDevice[] = []
    for (let round = 0; round < 10; round++) {
      const impostor = await bench.device(running.gt06Port, 1, elsewhere)
      await impostor.logIn()
      impostors.push(impostor)
    }
    expect(standing(running)).toBe('claimed')
    // It was silent for longest when a fifth connection came: it reconnects and its messages are accepted at once.
    await real.closed
    real = await reporting(running)
    await report(real, 3)
    expect(running.gateway.connections().open.gt06).toBeLessThanOrEqual(4)
    const command = { id: 'c', protocol: 'gt06', deviceIdentifier: imeiOf(1), parameters: {} } as const
    const encoding = gt06.encodeCommand({ ...command, type: 'status_query' }, 7)
    const standings: string[] = []
    const outcome = running.gateway.deliver(imeiOf(1), (connection) => {
      standings.push(connection.standing)
      return encoding.isEncoded ? { bytes: encoding.bytes } : null
    })
    expect([outcome, standings]).toEqual(['written', ['claimed']])
    await expect.poll(() => real.messages.some((message) => message.command)).toBe(true)
    expect(impostors.flatMap(({ messages }) => messages).filter((message) => message.command)).toEqual([])
  })
})

describe('a device that sends to another gateway as well', () => {
  const message = {
    deviceIdentifier: imeiOf(1),
    connection: 'tcp other 1',
    address: elsewhere,
    protocol: 'gt06',
  } as const

  it('is claimed once it speaks here again, and its words are shared', async () => {
    const running = await bench.start()
    const real = await reporting(running)
    expect(bench.shared).toEqual([])
    running.gateway.recordRemoteMessage(message)
    expect(standing(running)).toBe('unsettled')
    bench.clock.advanceSeconds(10)
    await report(real, 3)
    expect(bench.shared).toMatchObject([{ deviceIdentifier: imeiOf(1), address: '127.0.0.1' }])
    running.gateway.recordRemoteMessage(message)
    expect(claims()).toEqual([[true, elsewhere, '127.0.0.1']])
    await report(real, 4)
    expect(bench.shared).toHaveLength(1)
    bench.clock.advanceSeconds(5)
    await report(real, 5)
    expect(bench.shared).toHaveLength(2)
  })

  it('is not claimed where it only went there', async () => {
    const running = await bench.start()
    await reporting(running)
    running.gateway.recordRemoteMessage(message)
    bench.clock.advanceSeconds(30)
    running.gateway.recordRemoteMessage(message)
    expect(claims()).toEqual([])
    running.gateway.recordRemoteMessage({ ...message, deviceIdentifier: imeiOf(7) })
    expect(claims()).toEqual([])
  })
})

describe('an attacker with thousands of identifiers', () => {
  it('fills no memory: devices of no vehicle are not watched, nor more than the limit', async () => {
    const { createDeviceClaims } = await import('./claims.ts')
    const claimed: string[] = []
    const watch = createDeviceClaims({
      silentSeconds: 60,
      maxDevices: 100,
      isClaimable: (identifier) => !identifier.startsWith('forged'),
      onClaim: ({ deviceIdentifier }) => claimed.push(deviceIdentifier),
      onSharedMessage: () => {},
    })
    const sourceOf = (connectionId: string) =>
      ({ connectionId, address: '10.0.0.1', transport: 'tcp', protocol: 'gt06', isForwarder: false }) as const
    for (let number = 0; number < 5_000; number++) watch.recordMessage(`forged ${number}`, sourceOf('a'), 0)
    expect(watch.size()).toBe(0)
    for (let number = 0; number < 5_000; number++) watch.recordMessage(String(number), sourceOf('a'), 0)
    expect(watch.size()).toBe(100)
    for (let number = 0; number < 5_000; number++) watch.recordMessage('1', sourceOf(`b ${number}`), 1)
    expect(claimed).toEqual(['1'])
    watch.sweep(600_000)
    expect(watch.size()).toBe(1)
    watch.sweep(1_300_000)
    expect(watch.size()).toBe(0)
  })
})
