import { encodeGt06Frame, encodeGt06Login, encodeGt06Position } from '@rumbo/protocols'
import { describe, expect, it } from 'vitest'
import { imeiOf, position, useGateway } from './testing/gateway.testing.ts'

const bench = useGateway()

describe('bad input', () => {
  it('survives rubbish and reads what follows', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    tracker.write(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    tracker.write(Buffer.from([0, 255, 0x78, 13, 10, 0x79, 0x0d, 0x0a]))
    await tracker.logIn()
    tracker.sendPosition(2)
    await tracker.received(2)
    expect(bench.intake.reports).toHaveLength(1)
    expect(gateway.counters.resyncs).toBeGreaterThan(0)
  })

  it('drops endless rubbish', async () => {
    const { gt06Port, gateway } = await bench.start({ maxDiscardedBytes: 10_000 })
    const tracker = await bench.device(gt06Port)
    tracker.write(new Uint8Array(20_000).fill(0x41))
    await tracker.closed
    expect(gateway.counters.connectionsDropped.rubbish).toBe(1)
  })

  it('waits for the other half of a frame, and drops it when it never comes', async () => {
    const { gt06Port, gateway } = await bench.start({ idleSeconds: 100 })
    const [whole, half] = [await bench.device(gt06Port, 1), await bench.device(gt06Port, 2)]
    const frame = encodeGt06Login(imeiOf(1), 1)
    whole.write(frame.subarray(0, 9))
    half.write(frame.subarray(0, 9))
    whole.write(frame.subarray(9))
    await whole.received(1)
    bench.clock.advanceSeconds(31)
    await half.closed
    expect(gateway.counters.connectionsDropped.no_login).toBe(1)
    await expect.poll(() => gateway.connections().open.gt06).toBe(1)
  })

  it('drops a device that drips a frame, though it logged in and never falls silent', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    const frame = encodeGt06Position(position, 2)
    const received = () => gateway.counters.frames
    tracker.write(frame.subarray(0, 5))
    await (await bench.device(gt06Port, 2)).logIn()
    bench.clock.advanceSeconds(20)
    tracker.write(frame.subarray(5, 6))
    await (await bench.device(gt06Port, 3)).logIn()
    const before = received()
    bench.clock.advanceSeconds(11)
    await tracker.closed
    expect(received()).toBe(before)
    expect(gateway.countersByProtocol.gt06?.connectionsDropped.slow_frame).toBe(1)
  })

  it('drops an endless frame', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    const endless = new Uint8Array(60_000).fill(0x41)
    endless.set([0x79, 0x79, 0xff, 0xff, 0x22])
    tracker.write(endless)
    await tracker.closed
    expect(gateway.counters.connectionsDropped.endless_frame).toBe(1)
  })

  it('accepts nothing before the login', async () => {
    const { gt06Port, gateway } = await bench.start()
    const tracker = await bench.device(gt06Port)
    tracker.sendPosition(9)
    await tracker.logIn()
    expect(bench.intake.reports).toEqual([])
    expect(tracker.messages.map(({ serial }) => serial)).toEqual([1])
    expect(gateway.counters.refusedFrames).toBe(1)
  })

  it('drops a device that is silent too long', async () => {
    const { gt06Port, gateway } = await bench.start({ idleSeconds: 100 })
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.clock.advanceSeconds(101)
    await tracker.closed
    expect(gateway.counters.connectionsDropped.idle).toBe(1)
  })
})

describe('many connections', () => {
  it('serves a thousand', async () => {
    const { gt06Port, gateway } = await bench.start()
    const all = await Promise.all(Array.from({ length: 1000 }, (_, number) => bench.device(gt06Port, number)))
    await Promise.all(all.map((tracker) => tracker.logIn()))
    expect(gateway.connections()).toMatchObject({ open: { gt06: 1000 }, loggedIn: 1000 })
    for (const tracker of all) for (const serial of [2, 3, 4]) tracker.sendPosition(serial)
    await Promise.all(all.map((tracker) => tracker.received(4)))
    expect(bench.intake.reports).toHaveLength(3000)
    expect(gateway.counters.reportsAcknowledged).toBe(3000)
  })

  it('refuses connections over the limit, and reports them once a minute', async () => {
    const { gt06Port, gateway } = await bench.start({ maxConnections: 2 })
    const [first, second] = [await bench.device(gt06Port, 1), await bench.device(gt06Port, 2)]
    await Promise.all([first.logIn(), second.logIn()])
    for (const number of [3, 4, 5]) await (await bench.device(gt06Port, number)).closed
    expect(gateway.counters.connectionsRefused.connection_limit).toBe(3)
    const notice = { protocol: 'gt06', reason: 'connection_limit', detail: null, openConnections: 2 }
    expect(bench.refusals).toEqual([{ ...notice, refused: 1 }])
    bench.clock.advanceSeconds(60)
    await expect.poll(() => bench.refusals).toHaveLength(2)
    expect(bench.refusals[1]).toEqual({ ...notice, refused: 2 })
    first.socket.destroy()
    await expect.poll(() => gateway.connections().open.gt06).toBe(1)
    await (await bench.device(gt06Port, 6)).logIn()
  })

  it('stops reading from a device whose reports are not committed', async () => {
    const { gt06Port } = await bench.start({ maxUnacknowledgedReports: 10 })
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.write(
      Buffer.concat(Array.from({ length: 10 }, (_, index) => encodeGt06Position(position, index + 2))),
    )
    await bench.intake.arrived(10)
    tracker.sendPosition(12)
    // Another device is served meanwhile; by then the eleventh would have arrived, were it read.
    const other = await bench.device(gt06Port, 2)
    await other.logIn()
    expect(bench.intake.reports).toHaveLength(10)
    while (bench.intake.waiting() > 0) bench.intake.commit()
    await bench.intake.arrived(11)
    bench.intake.commit()
    await tracker.received(12)
  })

  it('stops reading from a device that only asks, behind a report that is not committed', async () => {
    const { gt06Port, gateway } = await bench.start({ maxUnacknowledgedReports: 10 })
    const tracker = await bench.device(gt06Port)
    await tracker.logIn()
    bench.intake.isOpen = false
    tracker.sendPosition(2)
    await bench.intake.arrived(1)
    const frames = () => gateway.counters.frames
    for (let serial = 3; serial < 50; serial += 1) {
      const before = frames()
      tracker.write(encodeGt06Frame(0x8a, new Uint8Array(0), serial))
      if (serial < 12) await expect.poll(frames).toBe(before + 1)
    }
    const other = await bench.device(gt06Port, 2)
    await other.logIn()
    // The two logins, the position and nine questions.
    expect(frames()).toBe(12)
    bench.intake.commit()
    await tracker.received(49)
  })
})
