import { expect, it } from 'vitest'
import { someDecision } from '../dispatch.factory.ts'
import { absenceOf, findInDecision, othersByReasons } from './decision.rules.ts'

const other = (vehicleNumber: string, metres: number | null, some: object = {}) => ({
  vehicleNumber,
  metres,
  reasons: ['type' as const],
  status: null,
  ...some,
})
const decision = someDecision({
  dearer: [{ vehicleNumber: '112', arrivalSeconds: 400, cost: 900 }],
  others: [
    other('12', 300),
    other('T-12', 500, { reasons: ['status'], status: 'occupied' }),
    other('212', 700),
    other('312', null),
  ],
})

it('finds the vehicle with the typed number, else those that contain it', () => {
  const numbers = (typed: string) => findInDecision(decision, typed).map(({ vehicleNumber }) => vehicleNumber)
  expect(numbers(' 12 ')).toEqual(['12'])
  expect(numbers('t12')).toEqual(['T-12'])
  expect(numbers('2')).toEqual(['112', '12', 'T-12'])
  expect(numbers('104')).toEqual(['104'])
  expect(numbers('999')).toEqual([])
  expect(numbers(' ')).toEqual([])
})

it('says which of the compared vehicles was chosen', () => {
  expect(findInDecision(decision, '104')).toMatchObject([{ isChosen: true, cost: 430 }])
  expect(findInDecision(decision, '112')).toMatchObject([{ isChosen: false, isEstimate: true, cost: 900 }])
})

it('puts vehicles that lacked the same together', () => {
  expect(othersByReasons(decision).map((group) => group.map(({ vehicleNumber }) => vehicleNumber))).toEqual([
    ['12', '212', '312'],
    ['T-12'],
  ])
})

it('says of a vehicle that it does not name only what it knows', () => {
  const none = { considered: [], dearer: [], others: [], excluded: [] }
  const excluded = [{ reason: 'status' as const, vehicles: 1 }]
  const rejecter = other('12', 300, { reasons: ['rejected'] })
  expect(absenceOf(decision)).toBe('notNamed')
  expect(absenceOf({ ...decision, outcome: 'none', considered: [], dearer: [] })).toBe('notNamed')
  expect(absenceOf({ ...decision, others: [] })).toBe('unnamed')
  expect(absenceOf({ ...decision, others: [], excluded: [] })).toBe('notAmong')
  expect(absenceOf({ ...decision, ...none, outcome: 'held', others: [rejecter] })).toBe('notRejecter')
  expect(absenceOf({ ...decision, ...none, outcome: 'held' })).toBe('notCompared')
  expect(absenceOf({ ...decision, ...none, outcome: 'released' })).toBe('notCompared')
  expect(absenceOf({ ...decision, ...none, outcome: 'reservation_ended', excluded })).toBe('notCompared')
  expect(absenceOf({ ...decision, ...none, outcome: 'assigned_as_reserved' })).toBe('notCompared')
})
