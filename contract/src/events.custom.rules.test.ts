import { describe, expect, it } from 'vitest'
import { type CustomCondition, comparisons } from './events.custom.contract.ts'
import { areAlwaysMet, matches, problemsOfConditions, type RulePhase } from './events.custom.rules.ts'
import type { ReadingValue } from './telemetry.readings.contract.ts'

const number = (
  reading: string,
  operator: (typeof comparisons)[number],
  value: number,
  margin = 0,
): CustomCondition => ({ reading, operator, value, margin })
const speed = (operator: (typeof comparisons)[number], value: number, margin = 0) =>
  number('speedKmh', operator, value, margin)
const text = (operator: 'equals' | 'differs', value: string): CustomCondition => ({
  ...{ reading: 'driverName', operator, value, margin: 0 },
})
const is = (value: boolean, reading = 'door'): CustomCondition => ({ reading, operator: 'is', value })
const changesTo = (value: ReadingValue, reading = 'door'): CustomCondition => ({
  ...{ reading, operator: 'changes_to', value },
})
const between = (low: number, high: number, margin = 0): CustomCondition => ({
  ...{ reading: 'speedKmh', operator: 'between', low, high, margin },
})
const never = [{ at: null, code: 'rule_never' }]
const problems = (...conditions: CustomCondition[]) => problemsOfConditions(conditions, 'all')

describe('conditions that can never hold together', () => {
  it.each([
    [[speed('above', 100), speed('below', 50)]],
    [[speed('above', 50), speed('at_most', 50)]],
    [[speed('equals', 50), speed('differs', 50)]],
    [[between(10, 20), between(30, 40)]],
    [[is(true), is(false)]],
    [[changesTo(true), is(false)]],
    [[changesTo(true), changesTo(false)]],
    [[text('equals', 'Ana'), text('equals', 'Luis')]],
    [[text('equals', 'Ana'), text('differs', 'Ana')]],
    [[is(true, 'ignition'), speed('at_least', 60), speed('below', 60)]],
  ])('%j', (conditions) => {
    expect(problems(...conditions)).toEqual(never)
    expect(problemsOfConditions(conditions, 'any')).toEqual([])
  })

  it.each([
    [[speed('above', 50), speed('below', 100)]],
    [[speed('at_least', 50), speed('at_most', 50)]],
    [[number('temperature1', 'above', 8), number('temperature2', 'below', 2)]],
    [[text('differs', 'Ana'), text('differs', 'Luis')]],
    [[changesTo(true), is(true)]],
  ])('but not %j', (conditions) => {
    expect(problems(...conditions)).toEqual([])
  })
})

describe('a condition by itself', () => {
  it.each([
    ['outside the range', number('temperature1', 'above', 300), 'condition_never'],
    ['beyond the end of the range', number('fuelPercent', 'above', 100), 'condition_never'],
    ['below its start', number('fuelPercent', 'below', 0), 'condition_never'],
    ['between a higher and a lower value', between(80, 20), 'condition_never'],
    ['changing to a value outside', changesTo(101, 'fuelPercent'), 'condition_never'],
    ['of a boolean that equals a number', number('door', 'equals', 1), 'wrong_kind'],
    ['of a number that is true', is(true, 'speedKmh'), 'wrong_kind'],
    ['of a text above a number', number('driverName', 'above', 1), 'wrong_kind'],
    [
      'of a number that equals a text',
      { ...text('equals', '80'), reading: 'rpm' } as CustomCondition,
      'wrong_kind',
    ],
    ['changing a boolean to a text', changesTo('yes'), 'wrong_kind'],
    ['of an unknown reading', number('warpFactor', 'above', 9), 'reading_unknown'],
    ['of a family without an index', number('temperature', 'above', 9), 'reading_unknown'],
    ['of a part of messages', number('eventCode', 'equals', 9), 'reading_unknown'],
    ['of what identifies the tracker', changesTo('x', 'iccid'), 'reading_unknown'],
  ])('%s is refused', (_, condition, code) => {
    for (const match of ['all', 'any'] as const)
      expect(problemsOfConditions([is(true), condition], match)).toEqual([{ at: 1, code }])
  })

  it.each([
    [number('fuelPercent', 'at_most', 0)],
    [number('temperature12', 'above', 249)],
    [changesTo('A', 'motionState')],
    [between(20, 20)],
  ])('%j can hold', (condition) => {
    expect(problems(condition)).toEqual([])
  })
})

describe('conditions that always hold', () => {
  it.each([
    ['all', [number('fuelPercent', 'at_least', 0)]],
    ['any', [speed('below', 60), speed('at_least', 60)]],
    ['any', [speed('above', 60), speed('below', 60), speed('equals', 60)]],
    ['any', [is(true), is(false), speed('above', 200)]],
    ['any', [text('differs', 'Ana'), text('differs', 'Luis')]],
    ['any', [text('differs', 'Ana'), text('equals', 'Ana')]],
  ] as const)('%s of %j', (match, conditions) => {
    expect(areAlwaysMet(conditions, match)).toBe(true)
  })

  it.each([
    ['any', [speed('below', 60), speed('above', 60)]],
    ['any', [is(true), changesTo(false)]],
    ['any', [is(true), is(false, 'ignition')]],
    ['all', [number('fuelPercent', 'at_least', 0), changesTo(true)]],
    ['all', [number('fuelPercent', 'at_least', 1)]],
    ['any', [text('equals', 'Ana'), text('equals', 'Luis')]],
  ] as const)('but not %s of %j', (match, conditions) => {
    expect(areAlwaysMet(conditions, match)).toBe(false)
  })
})

describe('judgement and evaluation agree', () => {
  /** A small generator with a seed, so that a failure comes again. */
  function* pseudo(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      yield state / 2 ** 32
    }
  }
  // Values between and on the limits below, and both ends of the range.
  const values = [0, 0.5, 1, 1.5, 2, 2.5, 3, 50, 100]
  const now = (fuel: number) => (name: string) => (name === 'fuelPercent' ? fuel : undefined)

  it('for 3,000 random groups of conditions over one number', () => {
    const random = pseudo(7)
    const next = () => random.next().value
    const counts = { never: 0, always: 0, sometimes: 0 }
    for (let round = 0; round < 3_000; round += 1) {
      const conditions = Array.from({ length: 1 + Math.floor(next() * 3) }, (): CustomCondition => {
        const value = 1 + Math.floor(next() * 3) - 1
        const operator = comparisons[Math.floor(next() * comparisons.length)] ?? 'below'
        if (next() < 0.2)
          return { reading: 'fuelPercent', operator: 'between', low: value, high: value + 1, margin: 0 }
        return number('fuelPercent', operator, next() < 0.1 ? 100 : value)
      })
      const match = next() < 0.5 ? 'all' : 'any'
      const met = values.filter((fuel) => matches({ conditions, match }, now(fuel), now(fuel), 'idle'))
      const found = problemsOfConditions(conditions, match)
      if (match === 'all') expect(found.length > 0).toBe(met.length === 0)
      // Of several alternatives, one without any value is refused by itself.
      else if (met.length === 0) expect(found.length).toBe(conditions.length)
      expect(areAlwaysMet(conditions, match)).toBe(met.length === values.length)
      counts[met.length === 0 ? 'never' : met.length === values.length ? 'always' : 'sometimes'] += 1
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(50)
  })
})

describe('a rule', () => {
  const of = (some: Record<string, ReadingValue>) => (name: string) => some[name]
  const met = (
    conditions: CustomCondition[],
    values: Record<string, ReadingValue>,
    phase: RulePhase = 'idle',
    before: Record<string, ReadingValue> = values,
    match: 'all' | 'any' = 'all',
  ) => matches({ conditions, match }, of(values), of(before), phase)

  it('is met by readings within it, not by missing ones nor by those of another kind', () => {
    expect(met([speed('above', 100)], { speedKmh: 100.1 })).toBe(true)
    expect(met([speed('above', 100)], { speedKmh: 100 })).toBe(false)
    expect(met([speed('above', 100)], {})).toBe(false)
    expect(met([speed('differs', 100)], {})).toBe(false)
    expect(met([speed('differs', 100)], { speedKmh: 'fast' })).toBe(false)
    expect(met([text('equals', 'Ana')], { driverName: 'Ana' })).toBe(true)
    expect(met([text('differs', 'Ana')], { driverName: 5 })).toBe(false)
    expect(met([is(false)], { door: 0 })).toBe(false)
  })

  it('of all conditions needs all, of any one', () => {
    const conditions = [is(true), speed('above', 10)]
    expect(met(conditions, { door: true, speedKmh: 11 })).toBe(true)
    expect(met(conditions, { door: true, speedKmh: 9 })).toBe(false)
    expect(met(conditions, { door: true }, 'idle', {}, 'any')).toBe(true)
  })

  it('once raised is met until the value returns by the margin', () => {
    for (const [condition, within, beyond] of [
      [speed('above', 100, 5), 96, 95],
      [speed('at_least', 100, 5), 95, 94.9],
      [speed('below', 100, 5), 104, 105],
      [speed('at_most', 100, 5), 105, 105.1],
      [speed('equals', 100, 5), 105, 106],
      [between(50, 60, 5), 65, 66],
      [between(50, 60, 5), 45, 44],
    ] as const) {
      expect(met([condition], { speedKmh: within }, 'raised')).toBe(true)
      expect(met([condition], { speedKmh: within }, 'waiting')).toBe(false)
      expect(met([condition], { speedKmh: beyond }, 'raised')).toBe(false)
    }
  })

  it('of a change is met at the change, then as long as the value stays', () => {
    const conditions = [changesTo(true)]
    expect(met(conditions, { door: true }, 'idle', { door: false })).toBe(true)
    expect(met(conditions, { door: true }, 'idle', { door: true })).toBe(false)
    // The first value of all is no change.
    expect(met(conditions, { door: true }, 'idle', {})).toBe(false)
    expect(met(conditions, { door: true }, 'waiting')).toBe(true)
    expect(met(conditions, { door: true }, 'raised')).toBe(true)
    expect(met(conditions, { door: false }, 'raised', { door: true })).toBe(false)
  })
})
