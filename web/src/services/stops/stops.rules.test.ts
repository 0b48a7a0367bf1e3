import type { ExecutedStop, Service } from '@rumbo/contract/services.contract'
import { describe, expect, it } from 'vitest'
import { someExecutedStop, somePlannedStop, someService } from '../services.factory.ts'
import { drivenRange, kilometresOf, metresOf, punctualityOf, stopActions, stopPairs } from './stops.rules.ts'

const at = (minute: number) => `2026-03-02T15:${String(minute).padStart(2, '0')}:00.000Z`
const [first, second] = [somePlannedStop({ id: 'a' }), somePlannedStop({ id: 'b', sequence: 1 })]
const service = (some: Partial<Service>) => someService({ plannedStops: [first, second], ...some })

describe('an arrival', () => {
  const window = { timeWindowStart: at(10), timeWindowEnd: at(20) }
  it.each([
    [at(20), 'onTime', 0],
    ['2026-03-02T15:20:59.000Z', 'onTime', 0],
    [at(28), 'late', 8],
    [at(10), 'onTime', 0],
    [at(4), 'early', 6],
  ])('at %s is %s by %i minutes', (arrived, kind, minutes) => {
    expect(punctualityOf(window, arrived)).toEqual({ kind, minutes })
  })
  it('is compared with the end alone where the window has no start', () => {
    expect(punctualityOf({ timeWindowStart: null, timeWindowEnd: at(20) }, at(1))?.kind).toBe('onTime')
  })
  it('is neither early nor late without a window', () => {
    expect(punctualityOf({ timeWindowStart: null, timeWindowEnd: null }, at(1))).toBeNull()
    expect(punctualityOf(window, null)).toBeNull()
  })
})

describe('stops', () => {
  const executed = (some: Partial<ExecutedStop>) => someExecutedStop({ id: 'a', ...some })
  const phaseOf = (some: Partial<ExecutedStop>) =>
    stopPairs(service({ executedStops: [executed(some)] })).map(({ phase }) => phase)
  it('are done once left or cancelled', () => {
    expect(phaseOf({ departed: at(4) })).toEqual(['done', 'waiting'])
    expect(phaseOf({ departed: null })).toEqual(['present', 'waiting'])
    expect(phaseOf({ departed: null, status: 'cancelled_by_client' })).toEqual(['done', 'waiting'])
  })
  it('can be cancelled while nothing is recorded of them and another one is left, corrected with a vehicle', () => {
    const actions = (some: Partial<Service>) => {
      const one = service(some)
      return stopPairs(one).map((pair) => stopActions(one, pair))
    }
    expect(actions({ status: 'created' })).toEqual([
      { correct: false, cancel: true },
      { correct: false, cancel: true },
    ])
    expect(actions({ status: 'in_progress', executedStops: [executed({})] })).toEqual([
      { correct: true, cancel: false },
      { correct: true, cancel: true },
    ])
    const cancelled = executed({ status: 'cancelled_by_client' })
    expect(actions({ status: 'in_progress', executedStops: [cancelled] })[1]?.cancel).toBe(false)
    expect(actions({ status: 'completed' })[0]).toEqual({ correct: true, cancel: false })
  })
})

describe('the driven path', () => {
  const history = (...moments: string[]) =>
    moments.map((moment) => ({ status: 'vehicle_assigned' as const, at: moment, by: null, note: null }))
  it('is that of the last assignment until the end', () => {
    const done = service({ assignedVehicleId: 'v1', endedAt: at(40), statusHistory: history(at(1), at(9)) })
    expect(drivenRange(done, Date.parse(at(59)))).toEqual({ vehicleId: 'v1', from: at(9), to: at(40) })
  })
  it('of a running service goes on, in steps of five minutes', () => {
    const running = service({ assignedVehicleId: 'v1', statusHistory: history(at(1)) })
    expect(drivenRange(running, Date.parse(at(12)))?.to).toBe(at(15))
    expect(drivenRange(running, Date.parse(at(15)))?.to).toBe(at(20))
  })
  it('does not exist without a vehicle', () => {
    expect(drivenRange(service({ statusHistory: history(at(1)) }), 0)).toBeNull()
    expect(drivenRange(service({ assignedVehicleId: 'v1', statusHistory: [] }), 0)).toBeNull()
  })
})

it('reads kilometres with a point or a comma, and refuses what is no distance', () => {
  expect(['3.4', '3,45', ' 12 ', ''].map(metresOf)).toEqual([3_400, 3_450, 12_000, null])
  expect(['-1', '1e3', '99999', 'x'].map(metresOf)).toEqual([undefined, undefined, undefined, undefined])
  expect([3_456, null].map(kilometresOf)).toEqual(['3.46', ''])
})
