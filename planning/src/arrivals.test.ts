import { expect, it } from 'vitest'
import { arrivalsOf, gravestOf, horizonMs, standSeconds } from './arrivals.ts'

const nowMs = Date.parse('2026-03-02T15:00:00.000Z')
const stop = (id: string, windowMinutes: number | null = null) => ({
  id,
  windowEnd: windowMinutes === null ? null : nowMs + windowMinutes * 60_000,
})

it('adds up the legs, and the time at each stop before', () => {
  const found = arrivalsOf([stop('a'), stop('b')], [300, 120], { nowMs, standsFor: 0 })
  expect(found.map(({ arrivesAt }) => (arrivesAt - nowMs) / 1000)).toEqual([300, 300 + standSeconds + 120])
  expect(found.map(({ cause }) => cause)).toEqual(['distance', 'earlier_stop'])
  expect(arrivalsOf([stop('a')], [300], { nowMs, standsFor: 400 })[0]?.cause).toBe('standing')
})

it('names the stop that will be latest, within twenty minutes, else the next one', () => {
  const stops = [stop('a', 4), stop('b', 6), stop('c', 25)]
  const found = arrivalsOf(stops, [300, 300, 3_000], { nowMs, standsFor: 0 })
  expect(gravestOf(found, nowMs)?.stopId).toBe('b')
  expect(gravestOf(found.slice(2), nowMs)?.stopId).toBe('c')
  const inTime = arrivalsOf([stop('a', 30), stop('b')], [60, 60], { nowMs, standsFor: 0 })
  expect(gravestOf(inTime, nowMs)?.stopId).toBe('a')
  expect(gravestOf([], nowMs)).toBeNull()
  expect(horizonMs).toBe(20 * 60_000)
})

it('waits for windows to open, works as long as planned, and is not sent before its time', () => {
  const minute = 60_000
  const stops = [
    { ...stop('a'), windowStart: nowMs + 20 * minute, serviceSeconds: 600 },
    { ...stop('b'), notBefore: nowMs + 90 * minute },
    stop('c'),
  ]
  const found = arrivalsOf(stops, [300, 300, 300], { nowMs, standsFor: 0 })
  expect(found.map(({ arrivesAt }) => (arrivesAt - nowMs) / minute)).toEqual([5, 90, 90 + 1 + 5])
  // Late for both: it works ten minutes on arrival, and goes on at once.
  const late = arrivalsOf(stops, [3_600, 3_600, 300], { nowMs, standsFor: 0 })
  expect(late.map(({ arrivesAt }) => (arrivesAt - nowMs) / minute)).toEqual([60, 130, 136])
})

it('counts the time that a vehicle has been at a stop already, and that it stays longer than planned', () => {
  const minute = 60_000
  const at = (arrived: number) => [{ ...stop('a'), arrived, serviceSeconds: 600 }, stop('b')]
  const next = (arrived: number) => arrivalsOf(at(arrived), [0, 300], { nowMs, standsFor: 0 })[1]?.arrivesAt
  expect(next(nowMs - 4 * minute)).toBe(nowMs + 6 * minute + 5 * minute)
  expect(next(nowMs - 40 * minute)).toBe(nowMs + 5 * minute)
})

it('knows no arrival after a leg that no road leads along', () => {
  const found = arrivalsOf([stop('a'), stop('b'), stop('c')], [60, Number.POSITIVE_INFINITY, 60], {
    nowMs,
    standsFor: 0,
  })
  expect(found.map(({ arrivesAt }) => Number.isFinite(arrivesAt))).toEqual([true, false, false])
})
