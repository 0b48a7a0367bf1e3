import type { CustomCondition } from '@rumbo/contract/events.custom.contract'
import { translate } from '@rumbo/i18n'
import { describe, expect, it } from 'vitest'
import type { WordText } from '../../ui/i18n.tsx'
import { someRule } from './custom.factory.ts'
import { readingChoices } from './custom-readings.rules.ts'
import { checkRule } from './rule-check.rules.ts'
import { conditionOf, draftOfCondition, draftOfRule, emptyRule, withReading } from './rule-draft.rules.ts'
import { ruleWords } from './rule-words.rules.ts'

const es: WordText = (key, ...params) => translate('es', key, ...params)
const en: WordText = (key, ...params) => translate('en', key, ...params)

const conditions: readonly CustomCondition[] = [
  { reading: 'temperature2', operator: 'above', value: 8.5, margin: 1 },
  { reading: 'speedKmh', operator: 'between', low: 10, high: 20, margin: 0 },
  { reading: 'door', operator: 'is', value: false },
  { reading: 'input3', operator: 'changes_to', value: true },
  { reading: 'fuelPercent', operator: 'changes_to', value: 0 },
  { reading: 'driverName', operator: 'differs', value: 'Ana', margin: 0 },
]

describe('the form of a rule', () => {
  it('keeps a rule as it is', () => {
    for (const condition of conditions) expect(conditionOf(draftOfCondition(condition))).toEqual(condition)
    const rule = someRule({ conditions: [...conditions], scope: { kind: 'vehicles', vehicleIds: ['v1'] } })
    const { name, isActive, severity, match, seconds, schedule, cooldownSeconds, scope } = rule
    expect(checkRule(draftOfRule(rule)).fields).toEqual({
      ...{ name, isActive, severity, match, conditions, seconds, schedule, cooldownSeconds, scope },
    })
  })

  it('takes numbers with a comma, and no other text', () => {
    const draft = draftOfCondition(conditions[0] as CustomCondition)
    expect(conditionOf({ ...draft, value: ' 7,5 ', margin: '' })).toMatchObject({ value: 7.5, margin: 0 })
    for (const value of ['', 'ocho', '1e9', '--1', '1.2.3'])
      expect(conditionOf({ ...draft, value })).toBeNull()
    expect(conditionOf({ ...draft, margin: '-1' })).toBeNull()
    for (const index of ['', '0', '-1', '1.5', '123456']) expect(conditionOf({ ...draft, index })).toBeNull()
  })

  it('takes back what does not suit another reading', () => {
    const draft = draftOfCondition(conditions[0] as CustomCondition)
    expect(conditionOf(withReading(draft, 'door'))).toEqual({ reading: 'door', operator: 'is', value: true })
    expect(withReading(draft, 'speedKmh')).toMatchObject({ operator: 'above', value: '8.5', index: '' })
    expect(withReading(draft, 'humidity#').index).toBe('2')
  })

  it('says what is wrong, of each condition and of all together', () => {
    const empty = checkRule(emptyRule())
    expect(empty).toMatchObject({
      name: 'fields.required',
      conditions: ['customRules.valid.condition'],
      fields: null,
    })
    const speed = (operator: 'above' | 'below', value: number): CustomCondition => ({
      ...{ reading: 'speedKmh', operator, value, margin: 0 },
    })
    const of = (...some: CustomCondition[]) => checkRule(draftOfRule(someRule({ conditions: some })))
    expect(of(speed('above', 100), speed('below', 50))).toMatchObject({
      together: 'fields.rule_never',
      fields: null,
    })
    expect(of(speed('above', 900)).conditions).toEqual(['fields.condition_never'])
    expect(of({ reading: 'fuelPercent', operator: 'at_least', value: 0, margin: 0 }).isAlwaysMet).toBe(true)
    const rule = draftOfRule(someRule())
    expect(checkRule({ ...rule, seconds: '86401' }).seconds).toBe('customRules.valid.number')
    expect(checkRule({ ...rule, cooldownMinutes: '1.5' }).cooldownMinutes).toBe('customRules.valid.number')
    expect(checkRule({ ...rule, scope: 'vehicles' }).vehicleIds).toBe('fields.required')
    expect(checkRule({ ...rule, windows: [{ days: [], from: '06:00', to: '22:00' }] }).windows).toBeDefined()
  })
})

it('notices hours that end before the conditions have held long enough', () => {
  const hours = (days: number[], from: string, to: string) => ({ days, from, to })
  const outlasts = (seconds: number, windows: ReturnType<typeof hours>[]) =>
    checkRule(draftOfRule(someRule({ seconds, schedule: { windows, holidays: 'any' } }))).outlastsHours
  expect(outlasts(7_200, [hours([1], '06:00', '08:00')])).toBe(false)
  expect(outlasts(7_201, [hours([1], '06:00', '08:00')])).toBe(true)
  expect(outlasts(86_400, [])).toBe(false)
  // One window goes on where the other ends, also over midnight and from Sunday into Monday.
  expect(outlasts(10_800, [hours([7], '22:00', '00:00'), hours([1], '00:00', '01:00')])).toBe(false)
  expect(outlasts(10_801, [hours([7], '22:00', '00:00'), hours([1], '00:00', '01:00')])).toBe(true)
  expect(outlasts(86_400, [hours([1, 2, 3, 4, 5, 6, 7], '12:00', '12:00')])).toBe(false)
})

it('names a rule in words of both languages', () => {
  const rule = someRule({ conditions: conditions.slice(0, 4) })
  expect(ruleWords(es, 'es', rule)).toBe(
    'Temperatura 2 mayor que 8.5 °C y Velocidad GPS entre 10 km/h y 20 km/h y Puerta abierta: No y Entrada 3 cambia a Sí, durante 300 s',
  )
  expect(ruleWords(en, 'en', { ...rule, match: 'any', seconds: 0, conditions: conditions.slice(4) })).toBe(
    'Fuel changes to 0 % or Name on the card different from “Ana”',
  )
})

it('offers each reading once, without those that identify the tracker or describe messages', () => {
  const patterns = readingChoices(es).map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  expect(patterns.slice(0, 2)).toEqual(['speedKmh', 'altitudeMetres'])
  expect(patterns).toEqual(expect.arrayContaining(['temperature#', 'door', 'fuelPercent', 'input#']))
  for (const hidden of ['iccid', 'vin', 'eventCode', 'firmware', 'lock#Id'])
    expect(patterns).not.toContain(hidden)
  expect(readingChoices(es).every(({ label, section }) => label !== '' && section !== '')).toBe(true)
})
