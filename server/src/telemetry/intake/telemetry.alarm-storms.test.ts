import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildReport } from '../telemetry.factory.ts'
import { createAlarmRates } from './telemetry.alarm-storms.ts'
import { createLanes } from './telemetry.lane.ts'
import type { VehicleState } from './telemetry.state.ts'

const reportOf = (device: number, alarm: AlarmKind | null, order: number) =>
  buildReport({ deviceIdentifier: String(device), receivedAt: new Date(0), alarm, fix: { speedKmh: order } })

describe('the alarms of a vehicle', () => {
  const alarm = reportOf(1, 'vibration', 0)
  const none = reportOf(1, null, 0)

  it('are urgent once a second, and a storm from the twentieth in a second on', () => {
    const rates = createAlarmRates()
    const found = Array.from({ length: 25 }, (_, at) => rates.count(1, alarm, 10 * at))
    expect(found.map(({ isUrgent }) => isUrgent)).toEqual(found.map((_, at) => at === 0))
    expect(found.map(({ isStorm }) => isStorm)).toEqual(found.map((_, at) => at >= 19))
  })

  it('stay a storm while each second has twenty, and are urgent again after a second with fewer', () => {
    const rates = createAlarmRates()
    const sendSecond = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => rates.count(1, alarm, from + (at * 900) / count))
    sendSecond(0, 30)
    expect(sendSecond(1_000, 30)).toEqual(Array(30).fill({ isUrgent: false, isStorm: true }))
    expect(rates.count(1, none, 1_990)).toEqual({ isUrgent: false, isStorm: true })
    expect(sendSecond(2_000, 3).at(-1)).toEqual({ isUrgent: false, isStorm: true })
    expect(rates.count(1, alarm, 3_000)).toEqual({ isUrgent: true, isStorm: false })
    expect(rates.count(1, none, 3_001)).toEqual({ isUrgent: false, isStorm: false })
  })

  it('are urgent although another message that raises none came just before', () => {
    const rates = createAlarmRates()
    expect(rates.count(1, reportOf(1, 'power_restored', 0), 0).isUrgent).toBe(false)
    expect(rates.count(1, reportOf(1, 'sos', 0), 300).isUrgent).toBe(true)
    expect(rates.count(1, reportOf(1, 'sos', 0), 600).isUrgent).toBe(false)
  })

  it('that a tracker kept are no storm at the rate of their acknowledgements', () => {
    const rates = createAlarmRates()
    const kept = { ...alarm, receivedAt: new Date(3_600_000) }
    const found = Array.from({ length: 500 }, (_, at) => rates.count(1, kept, at))
    expect(found.map(({ isStorm }) => isStorm)).toEqual(found.map((_, at) => at >= 299))
  })

  it('are counted for each vehicle by itself', () => {
    const rates = createAlarmRates()
    for (let device = 0; device < 100; device += 1)
      expect(rates.count(device, alarm, device)).toEqual({ isUrgent: true, isStorm: false })
  })
})

describe('a faulty sensor', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Lanes whose commits last a millisecond. */
  function openLanes() {
    const commits: { at: number; reports: readonly (readonly [device: number, order: number])[] }[] = []
    const lanes = createLanes(2, async (queued) => {
      commits.push({
        at: performance.now(),
        reports: queued.map(({ report }) => [Number(report.deviceIdentifier), report.fix?.speedKmh ?? -1]),
      })
      await new Promise((resolve) => setTimeout(resolve, 1))
    })
    const orders = new Map<number, number>()
    const send = (device: number, alarm: AlarmKind | null = null) => {
      const order = orders.get(device) ?? 0
      orders.set(device, order + 1)
      return lanes.enqueue(device, { report: reportOf(device, alarm, order), vehicle: {} as VehicleState })
    }
    const of = (device: number) => commits.filter(({ reports }) => reports.some(([one]) => one === device))
    return { lanes, commits, send, of }
  }

  it('is committed apart from other vehicles, four times a second, in order and completely', async () => {
    const { lanes, commits, send, of } = openLanes()
    for (let sent = 0; sent < 3_000; sent += 1) {
      void send(1, 'vibration')
      if (sent % 10 === 0) void send(3)
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(300)
    const stormy = of(1).filter(({ at }) => at > (commits[0]?.at ?? 0) + 500)
    expect(stormy.length).toBeLessThanOrEqual(12)
    expect(stormy.every(({ reports }) => reports.every(([device]) => device === 1))).toBe(true)
    const seen = of(1).flatMap(({ reports }) =>
      reports.filter(([device]) => device === 1).map(([, order]) => order),
    )
    expect(seen).toEqual(Array.from({ length: 3_000 }, (_, at) => at))
    expect(of(3).flatMap(({ reports }) => reports.filter(([device]) => device === 3))).toHaveLength(300)
    expect(lanes.waitingReports).toBe(0)
  })

  it('keeps its order before, during and after the storm, whatever else is sent', async () => {
    const { send, of } = openLanes()
    const sendPhase = async (alarm: AlarmKind | null, count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        void send(1, alarm)
        void send(2)
        await vi.advanceTimersByTimeAsync(1)
      }
    }
    await sendPhase(null, 50)
    await sendPhase('vibration', 60)
    await sendPhase(null, 40)
    await sendPhase('sos', 1)
    await sendPhase(null, 2_500)
    // Nothing of it is waiting any more.
    await vi.advanceTimersByTimeAsync(300)
    await sendPhase('sos', 1)
    await sendPhase(null, 500)
    await vi.advanceTimersByTimeAsync(500)
    const seen = of(1).flatMap(({ reports }) =>
      reports.filter(([device]) => device === 1).map(([, order]) => order),
    )
    expect(seen).toEqual(Array.from({ length: 50 + 60 + 40 + 1 + 2_500 + 1 + 500 }, (_, at) => at))
    // After the storm it is committed as often as the others.
    const calmFrom = performance.now() - 500 - 500
    expect(of(1).filter(({ at }) => at >= calmFrom).length).toBeGreaterThan(6)
  })

  /** Lanes whose commits end when the test says so. */
  function openLanesByHand() {
    const commits: { reports: number; end(error?: Error): void }[] = []
    const lanes = createLanes(2, (queued) => {
      return new Promise<void>((resolve, reject) => {
        commits.push({ reports: queued.length, end: (error) => (error ? reject(error) : resolve()) })
      })
    })
    const outcomes: unknown[] = []
    const sendStorm = (count: number) => {
      for (let sent = 0; sent < count; sent += 1)
        lanes
          .enqueue(1, { report: reportOf(1, 'vibration', 0), vehicle: {} as VehicleState })
          .then(() => outcomes.push('stored'))
          .catch((error) => outcomes.push(error))
    }
    return { lanes, commits, outcomes, sendStorm, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
  }

  it('is committed only after its reports from before the storm, and one batch after another', async () => {
    const { lanes, commits, outcomes, sendStorm, wait } = openLanesByHand()
    sendStorm(30)
    await wait(1_000)
    expect(commits.map(({ reports }) => reports)).toEqual([1])
    commits[0]?.end()
    await wait(1)
    expect(commits.map(({ reports }) => reports)).toEqual([1, 18])
    commits[1]?.end()
    await wait(0)
    expect(commits.map(({ reports }) => reports)).toEqual([1, 18, 11])
    sendStorm(40)
    await wait(1_000)
    expect(commits).toHaveLength(3)
    commits[2]?.end()
    await wait(1)
    expect(commits.map(({ reports }) => reports)).toEqual([1, 18, 11, 40])
    commits[3]?.end()
    await wait(1)
    expect(outcomes).toEqual(Array(70).fill('stored'))
    expect(lanes.waitingReports).toBe(0)
  })

  it('collects as much as a batch holds while commits are slow', async () => {
    const { commits, sendStorm, wait } = openLanesByHand()
    sendStorm(19)
    await wait(10)
    for (const { end } of commits) end()
    await wait(1)
    for (const { end } of commits) end()
    await wait(300)
    sendStorm(1)
    await wait(300)
    const before = commits.length
    sendStorm(5_000)
    await wait(10_000)
    for (let at = before - 1; at < commits.length; at += 1) {
      commits[at]?.end()
      await wait(300)
    }
    expect(commits.slice(before).map(({ reports }) => reports)).toEqual([2_000, 2_000, 1_000])
  })

  it('is not acknowledged when the commit before it fails', async () => {
    const { lanes, commits, outcomes, sendStorm, wait } = openLanesByHand()
    sendStorm(19)
    await wait(0)
    sendStorm(21)
    const failure = new Error('the database is gone')
    commits[0]?.end()
    await wait(1)
    commits[1]?.end(failure)
    await wait(1_000)
    expect(outcomes).toEqual(['stored', ...Array(39).fill(failure)])
    expect(commits).toHaveLength(2)
    expect(lanes.waitingReports).toBe(0)
  })
})
