import type { Service } from '@rumbo/contract/services.contract'
import { expect, it } from 'vitest'
import { somePlannedStop, someService } from '../services/services.factory.ts'
import { nextStopOf } from './next-stop.ts'

const pickup = somePlannedStop({ id: 'a', sequence: 1 })
const drop = somePlannedStop({ id: 'b', sequence: 2, stopType: 'drop' })
const behind = (stop: typeof pickup, departed: string | null) => ({
  ...stop,
  arrived: '2026-03-02T15:00:00.000Z',
  departed,
  costAtStop: null,
  distanceAtStop: null,
  notes: null,
  status: 'executed' as Service['executedStops'][number]['status'],
  operator: 'driver' as const,
  correctedBy: null,
  correctionReason: null,
})
const next = (...executedStops: ReturnType<typeof behind>[]) => {
  const found = nextStopOf(someService({ plannedStops: [pickup, drop], executedStops }))
  return [found?.letter, found?.stop.id]
}

it('marks the first stop that is not completed, and the last one when all are', () => {
  const left = '2026-03-02T15:10:00.000Z'
  expect(next()).toEqual(['A', 'a'])
  expect(next(behind(pickup, null))).toEqual(['A', 'a'])
  expect(next(behind(pickup, left))).toEqual(['B', 'b'])
  expect(next({ ...behind(pickup, null), status: 'cancelled_by_client' })).toEqual(['B', 'b'])
  expect(next(behind(pickup, left), behind(drop, left))).toEqual(['B', 'b'])
})
