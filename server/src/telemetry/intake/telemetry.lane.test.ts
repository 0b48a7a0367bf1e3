import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildReport } from '../telemetry.factory.ts'
import { createLanes, type QueuedReport } from './telemetry.lane.ts'
import type { VehicleState } from './telemetry.state.ts'

/** Lanes only ask whether there is one. */
const someVehicle = {} as VehicleState

const reportOf = (device: number, alarm: AlarmKind | null = null, ageMs = 0) =>
  buildReport({
    deviceIdentifier: String(device),
    receivedAt: new Date(0),
    alarm,
    fix: { time: new Date(-ageMs) },
  })

interface Commit {
  startedAt: number
  /** Devices by number, in the order of their reports. */
  devices: number[]
  end(error?: Error): void
}

/** Lanes whose commits are recorded, and end by themselves after `commitMs`, or when the test says so. */
function openLanes(commitMs: number | 'by hand' = 5) {
  const commits: Commit[] = []
  const lanes = createLanes(2, (queued: readonly QueuedReport[]) => {
    return new Promise<void>((resolve, reject) => {
      commits.push({
        startedAt: performance.now(),
        devices: queued.map(({ report }) => Number(report.deviceIdentifier)),
        end: (error) => (error ? reject(error) : resolve()),
      })
      if (commitMs !== 'by hand') setTimeout(resolve, commitMs)
    })
  })
  const acknowledgedMs: number[] = []
  /** A report of the device with this number, which is also its key. */
  const send = (
    device: number,
    alarm: AlarmKind | null = null,
    ageMs = 0,
    vehicle: VehicleState | null = someVehicle,
  ) => {
    const sentAt = performance.now()
    const report = reportOf(device, alarm, ageMs)
    const acknowledged = lanes.enqueue(device, { report, vehicle })
    acknowledged.then(
      () => acknowledgedMs.push(performance.now() - sentAt),
      () => {},
    )
    return acknowledged
  }
  /** One device after another sends, at this rate. */
  const sendAtRate = async (perSecond: number, seconds: number) => {
    for (let sent = 0; sent < perSecond * seconds; sent += 1) {
      void send(sent)
      await vi.advanceTimersByTimeAsync(1_000 / perSecond)
    }
  }
  const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  /** Many devices have reported for a while, and nothing waits. */
  const becomeBusy = async () => {
    await sendAtRate(200, 2)
    await wait(100)
    commits.splice(0)
    acknowledgedMs.splice(0)
  }
  return { lanes, commits, acknowledgedMs, send, sendAtRate, wait, becomeBusy }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

describe('at low load', () => {
  it('collects the reports of both lanes, and acknowledges within the delay and a commit', async () => {
    const { commits, acknowledgedMs, sendAtRate, becomeBusy } = openLanes()
    await becomeBusy()
    await sendAtRate(200, 2)
    expect(commits.length).toBeLessThanOrEqual(50)
    expect(commits.length).toBeGreaterThan(40)
    expect(commits[1]?.devices.sort((a, b) => a - b)).toEqual([8, 9, 10, 11, 12, 13, 14, 15])
    expect(Math.max(...acknowledgedMs)).toBeLessThanOrEqual(40 + 5)
  })

  it('lets reports wait only where those of other devices are expected', async () => {
    const { acknowledgedMs, send, wait, sendAtRate } = openLanes()
    for (let second = 0; second < 5; second += 1) {
      void send(1)
      await wait(1_000)
    }
    expect(acknowledgedMs).toEqual([9, 9, 9, 9, 9])
    await sendAtRate(200, 2)
    expect(Math.max(...acknowledgedMs)).toBeGreaterThan(30)
    await wait(3_000)
    acknowledgedMs.splice(0)
    void send(1)
    await wait(9)
    expect(acknowledgedMs).toEqual([9])
  })

  it('does not slow down a device that sends the next report after each acknowledgement', async () => {
    const { send, wait, commits } = openLanes()
    let isSending = true
    const sendAll = async () => {
      while (isSending) await send(1)
    }
    const sending = sendAll()
    await wait(900)
    isSending = false
    await wait(9)
    await sending
    expect(commits.length).toBeGreaterThanOrEqual(100)
  })

  it('lets a device send its backlog as fast among 200 others that report, and none of these wait longer', async () => {
    const { send, sendAtRate, acknowledgedMs, becomeBusy } = openLanes()
    await becomeBusy()
    let acknowledged = 0
    let isSending = true
    const sendBacklog = async () => {
      for (; isSending; acknowledged += 1) await send(1_001, null, 3_600_000 - acknowledged * 1_000)
    }
    const sending = sendBacklog()
    await sendAtRate(200, 1)
    isSending = false
    expect(acknowledged).toBeGreaterThanOrEqual(100)
    expect(Math.max(...acknowledgedMs)).toBeLessThanOrEqual(40 + 5)
    await sendAtRate(200, 1)
    await sending
  })

  it('commits at most 4 ms after the second report of a backlog what waited before it', async () => {
    const { commits, send, wait, becomeBusy } = openLanes()
    await becomeBusy()
    void send(2)
    void send(4, null, 151_000)
    await wait(10)
    expect(commits).toEqual([])
    void send(4, null, 121_000)
    await wait(0)
    expect(commits.map(({ devices }) => devices)).toEqual([[2, 4, 4]])
  })

  it.each([
    ['a parked tracker that repeats its last fix', 3_600_000, 3_600_000, someVehicle, 100],
    ['a tracker whose clock is wrong', 21_600_000, 21_600_000 - 5, someVehicle, 3_000],
    ['a device without a vehicle', 3_600_000, 3_590_000, null, 100],
  ])('collects on while %s reports', async (_what, firstAgeMs, nextAgeMs, vehicle, pauseMs) => {
    const { commits, send, sendAtRate, wait, becomeBusy } = openLanes()
    await becomeBusy()
    void send(1_000, null, firstAgeMs, vehicle)
    await sendAtRate(200, pauseMs / 1_000)
    await wait(100)
    commits.splice(0)
    void send(1_000, null, nextAgeMs, vehicle)
    await wait(10)
    expect(commits).toEqual([])
  })

  it('waits no longer once twenty reports have come', async () => {
    const { commits, send, wait, becomeBusy } = openLanes()
    await becomeBusy()
    const startedAt = performance.now()
    for (let device = 0; device < 19; device += 1) void send(device)
    await wait(10)
    expect(commits).toEqual([])
    void send(19)
    expect(commits.map(({ devices }) => devices.length)).toEqual([20])
    expect(commits[0]?.startedAt).toBe(startedAt + 10)
  })

  it('commits an alarm at once, with what waits', async () => {
    const { commits, send, wait, becomeBusy } = openLanes()
    await becomeBusy()
    void send(1)
    void send(2)
    void send(4, 'power_restored')
    await wait(10)
    expect(commits).toEqual([])
    void send(6, 'sos')
    expect(commits.map(({ devices }) => devices)).toEqual([[2, 4, 6, 1]])
  })

  it('collects the further alarms of a faulty sensor, and commits those of others at once', async () => {
    const { commits, acknowledgedMs, send, wait, becomeBusy } = openLanes()
    await becomeBusy()
    for (let sent = 0; sent < 500; sent += 1) {
      void send(1, 'vibration')
      await wait(1)
    }
    expect(commits.length).toBeLessThan(500 / 10)
    await wait(100)
    acknowledgedMs.splice(0)
    void send(1, 'vibration')
    await wait(1)
    void send(2, 'sos')
    await wait(5)
    expect(acknowledgedMs.length).toBeGreaterThan(0)
  })

  it('commits an alarm that came during a commit as soon as that one ends', async () => {
    const { commits, send, wait, becomeBusy } = openLanes()
    await becomeBusy()
    void send(2, 'sos')
    void send(4, 'sos')
    expect(commits.map(({ devices }) => devices)).toEqual([[2]])
    await wait(5)
    expect(commits.map(({ devices }) => devices)).toEqual([[2], [4]])
  })

  it('waits less where commits take long', async () => {
    const { acknowledgedMs, sendAtRate, becomeBusy } = openLanes(22)
    await becomeBusy()
    await sendAtRate(100, 3)
    expect(Math.max(...acknowledgedMs)).toBeLessThan(55)
  })
})

describe('at high load', () => {
  it('commits the lanes separately, each again as soon as its commit ends', async () => {
    const { commits, send, wait } = openLanes('by hand')
    for (let device = 0; device < 200; device += 1) void send(device)
    await wait(4)
    expect(commits.map(({ devices }) => devices.length)).toEqual([100, 100])
    for (let device = 0; device < 200; device += 1) void send(device)
    await wait(50)
    expect(commits).toHaveLength(2)
    commits[1]?.end()
    await wait(0)
    expect(commits.map(({ devices }) => devices.length)).toEqual([100, 100, 100])
    expect(new Set(commits[2]?.devices.map((device) => device % 2))).toEqual(
      new Set([(commits[1]?.devices[0] ?? 0) % 2]),
    )
  })

  it('keeps the order of a device, in commits of at most 2,000 reports', async () => {
    const { lanes, commits, wait } = openLanes()
    const orders: number[] = []
    const sent = Array.from({ length: 4_500 }, (_, at) => {
      return lanes.enqueue(7, { report: reportOf(7), vehicle: null }).then(() => orders.push(at))
    })
    expect(lanes.waitingReports).toBe(4_500)
    await wait(50)
    await Promise.all(sent)
    expect(commits.map(({ devices }) => devices.length)).toEqual([2_000, 2_000, 500])
    expect(orders).toEqual([...orders].sort((a, b) => a - b))
    expect(lanes.waitingReports).toBe(0)
  })
})

it('never commits two batches of a lane at once, and acknowledges nothing before its commit', async () => {
  const { commits, send, wait, acknowledgedMs } = openLanes('by hand')
  void send(2)
  await wait(4)
  void send(2)
  void send(1)
  await wait(100)
  expect(commits.map(({ devices }) => devices)).toEqual([[2], [1]])
  expect(acknowledgedMs).toEqual([])
  commits[0]?.end()
  await wait(0)
  expect(acknowledgedMs).toEqual([104])
  expect(commits.map(({ devices }) => devices)).toEqual([[2], [1], [2]])
})

it('leaves the reports of a failed commit unacknowledged, in both lanes, and commits the next', async () => {
  const { lanes, commits, send, wait } = openLanes('by hand')
  const sent = [send(1), send(2)]
  await wait(4)
  const outcomes = Promise.allSettled(sent)
  commits[0]?.end(new Error('stopping'))
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = send(1)
  await wait(4)
  commits[1]?.end()
  await next
  expect(lanes.waitingReports).toBe(0)
})
