import type { CustomCondition, CustomRule } from '@rumbo/contract/events.custom.contract'
import { comparedReading } from '@rumbo/contract/events.custom.readings'
import type { ReadingKind } from '@rumbo/contract/telemetry.readings.catalogue'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import { patternOf } from './custom-readings.rules.ts'

type Operator = CustomCondition['operator']
/** What can be asked of a reading, by its kind; the first is proposed. */
export const operatorsOf: Readonly<Record<ReadingKind, readonly Operator[]>> = {
  number: ['above', 'at_least', 'below', 'at_most', 'between', 'equals', 'differs', 'changes_to'],
  boolean: ['is', 'changes_to'],
  text: ['equals', 'differs', 'changes_to'],
}

/** A condition as the form holds it: numbers as typed. */
export interface ConditionDraft {
  /** Stays the same while conditions around it are removed. */
  key: number
  /** `temperature#`; empty before one is chosen. */
  pattern: string
  /** Of a family. */
  index: string
  operator: Operator
  value: string
  isTrue: boolean
  low: string
  high: string
  margin: string
}

export interface RuleDraft {
  name: string
  isActive: boolean
  severity: CustomRule['severity']
  match: CustomRule['match']
  conditions: readonly ConditionDraft[]
  seconds: string
  cooldownMinutes: string
  holidays: CustomRule['schedule']['holidays']
  windows: readonly HoursWindow[]
  scope: CustomRule['scope']['kind']
  vehicleIds: readonly string[]
}

let lastKey = 0
export function emptyCondition(): ConditionDraft {
  lastKey += 1
  return {
    key: lastKey,
    pattern: '',
    index: '',
    operator: 'above',
    value: '',
    isTrue: true,
    low: '',
    high: '',
    margin: '',
  }
}

export const emptyRule = (): RuleDraft => ({
  name: '',
  isActive: true,
  severity: 'warning',
  match: 'all',
  conditions: [emptyCondition()],
  seconds: '',
  cooldownMinutes: '',
  holidays: 'any',
  windows: [],
  scope: 'fleet',
  vehicleIds: [],
})

const marginText = (margin: number) => (margin === 0 ? '' : String(margin))

export function draftOfCondition(condition: CustomCondition): ConditionDraft {
  const draft = { ...emptyCondition(), ...patternOf(condition.reading), operator: condition.operator }
  switch (condition.operator) {
    case 'is':
      return { ...draft, isTrue: condition.value }
    case 'between': {
      const { low, high, margin } = condition
      return { ...draft, low: String(low), high: String(high), margin: marginText(margin) }
    }
    case 'changes_to': {
      const { value } = condition
      return typeof value === 'boolean' ? { ...draft, isTrue: value } : { ...draft, value: String(value) }
    }
    default:
      return { ...draft, value: String(condition.value), margin: marginText(condition.margin) }
  }
}

export const draftOfRule = (rule: CustomRule): RuleDraft => ({
  name: rule.name,
  isActive: rule.isActive,
  severity: rule.severity,
  match: rule.match,
  conditions: rule.conditions.map(draftOfCondition),
  seconds: rule.seconds === 0 ? '' : String(rule.seconds),
  cooldownMinutes: rule.cooldownSeconds === 0 ? '' : String(rule.cooldownSeconds / 60),
  holidays: rule.schedule.holidays,
  windows: rule.schedule.windows,
  scope: rule.scope.kind,
  vehicleIds: rule.scope.kind === 'vehicles' ? rule.scope.vehicleIds : [],
})

/** The name of the reading; null before it is complete. */
function readingNameOf({ pattern, index }: ConditionDraft): string | null {
  if (pattern === '') return null
  if (!pattern.includes('#')) return pattern
  return /^[1-9]\d{0,4}$/.test(index) ? pattern.replace('#', index) : null
}

export const kindOf = (draft: ConditionDraft): ReadingKind =>
  comparedReading(draft.pattern.replace('#', '1'))?.kind ?? 'number'

/** The draft with another reading; what does not suit its kind is taken back. */
export function withReading(draft: ConditionDraft, pattern: string): ConditionDraft {
  const next = { ...draft, pattern, index: pattern.includes('#') ? draft.index || '1' : '' }
  const operators = operatorsOf[kindOf(next)]
  const isSame = kindOf(next) === kindOf(draft)
  const operator = operators.find((one) => isSame && one === draft.operator) ?? operators[0] ?? 'above'
  return isSame ? { ...next, operator } : { ...next, operator, value: '', low: '', high: '', margin: '' }
}

/** A number as people of both languages type it; NaN for none. */
export function numberOf(typed: string): number {
  const text = typed.trim().replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

export const hasMargin = ({ operator }: ConditionDraft, kind: ReadingKind): boolean =>
  kind === 'number' && operator !== 'changes_to' && operator !== 'differs'

/** The condition; null while something is missing or no number. */
export function conditionOf(draft: ConditionDraft): CustomCondition | null {
  const reading = readingNameOf(draft)
  const kind = kindOf(draft)
  if (reading === null) return null
  const { operator, isTrue, value: typed } = draft
  if (operator === 'is') return { reading, operator, value: isTrue }
  const margin = hasMargin(draft, kind) && draft.margin.trim() !== '' ? numberOf(draft.margin) : 0
  if (!(margin >= 0)) return null
  if (operator === 'between') {
    const [low, high] = [numberOf(draft.low), numberOf(draft.high)]
    return Number.isNaN(low + high) ? null : { reading, operator, low, high, margin }
  }
  const value = kind === 'boolean' ? isTrue : kind === 'number' ? numberOf(typed) : typed.trim()
  if (value === '' || Number.isNaN(value)) return null
  if (operator === 'changes_to') return { reading, operator, value }
  return typeof value === 'boolean' ? null : { reading, operator, value, margin }
}
