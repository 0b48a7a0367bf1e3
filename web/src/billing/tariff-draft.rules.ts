import {
  type Rates,
  type surchargeKinds,
  type surchargeTimes,
  type Tariff,
  tariffLimits,
} from '@rumbo/contract/billing.contract'
import { amountPattern, fitsCurrency } from '@rumbo/contract/money'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { TextKey } from '@rumbo/i18n/keys'

/** Rates with the texts that the fields hold; entries of lists have an id of their own, for React. */
export interface RatesDraft {
  base: string
  includedKm: string
  includedMinutes: string
  perKm: string
  perMinute: string
  waitingPerMinute: string
  freeWaitingMinutes: string
  perExtraStop: string
  minimum: string
  roundTo: string
  surcharges: readonly SurchargeDraft[]
  hasPublicHolidays: boolean
  holidays: readonly string[]
  extras: readonly ExtraDraft[]
  zoneFares: readonly ZoneFareDraft[]
}
export interface SurchargeDraft {
  id: number
  name: string
  kind: (typeof surchargeKinds)[number]
  percent: string
  amount: string
  when: (typeof surchargeTimes)[number]
  windows: HoursWindow[]
}
export interface ExtraDraft {
  id: number
  /** Services name extras by it, so it stays when the name changes; null for a new one. */
  key: string | null
  name: string
  amount: string
}
export interface ZoneFareDraft {
  id: number
  fromZoneId: string
  toZoneId: string
  amount: string
  isBothWays: boolean
}
export type WrongKey = Extract<
  TextKey,
  'fields.required' | 'services.valid.amount' | `billing.valid.${string}`
>
export type RatesErrors = Readonly<Record<string, WrongKey>>

const metresPerKm = 1_000
let lastId = 0
export const nextId = (): number => ++lastId

export const emptyRates = (): RatesDraft => ({
  base: '',
  includedKm: '',
  includedMinutes: '',
  perKm: '',
  perMinute: '',
  waitingPerMinute: '',
  freeWaitingMinutes: '',
  perExtraStop: '',
  minimum: '',
  roundTo: '',
  surcharges: [],
  hasPublicHolidays: true,
  holidays: [],
  extras: [],
  zoneFares: [],
})
export const newSurcharge = (): SurchargeDraft => ({
  id: nextId(),
  name: '',
  kind: 'percent',
  percent: '',
  amount: '',
  when: 'hours',
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
})

/** Zero is an empty field. */
const textOf = (value: string | number) => (Number(value) === 0 ? '' : String(value))

export const draftOfRates = (rates: Rates): RatesDraft => ({
  base: textOf(rates.base),
  includedKm: textOf(rates.includedMetres / metresPerKm),
  includedMinutes: textOf(rates.includedMinutes),
  perKm: textOf(rates.perKm),
  perMinute: textOf(rates.perMinute),
  waitingPerMinute: textOf(rates.waitingPerMinute),
  freeWaitingMinutes: textOf(rates.freeWaitingMinutes),
  perExtraStop: textOf(rates.perExtraStop),
  minimum: textOf(rates.minimum),
  roundTo: textOf(rates.roundTo),
  surcharges: rates.surcharges.map(({ percent, amount, ...rest }) => ({
    ...rest,
    id: nextId(),
    percent: textOf(percent),
    amount: textOf(amount),
  })),
  hasPublicHolidays: rates.hasPublicHolidays,
  holidays: rates.holidays,
  extras: rates.extras.map((extra) => ({ ...extra, id: nextId() })),
  zoneFares: rates.zoneFares.map((fare) => ({ ...fare, id: nextId() })),
})

const decimal = (text: string) => text.trim().replace(',', '.')
/** NaN for anything but a number from 0 with at most `decimals` decimals; 0 while empty. */
function numberOf(text: string, decimals: number): number {
  const plain = decimal(text)
  if (plain === '') return 0
  const [, fraction = ''] = plain.split('.')
  return /^\d{1,7}(\.\d+)?$/.test(plain) && fraction.length <= decimals ? Number(plain) : Number.NaN
}
const amountOf = (text: string) => decimal(text) || '0'
const isAmount = (text: string, currency: string) => {
  const amount = amountOf(text)
  return amountPattern.test(amount) && fitsCurrency(amount, currency)
}

const amounts = [
  'base',
  'perKm',
  'perMinute',
  'waitingPerMinute',
  'perExtraStop',
  'minimum',
  'roundTo',
] as const

/** What is wrong with the rates, by field. */
export function checkRates(draft: RatesDraft, currency: string): RatesErrors {
  const errors: Record<string, WrongKey> = {}
  const note = (path: string, isWrong: boolean, key: WrongKey) => {
    if (isWrong) errors[path] ??= key
  }
  for (const name of amounts) note(name, !isAmount(draft[name], currency), 'services.valid.amount')
  const within = (path: string, text: string, decimals: number, most: number) => {
    const value = numberOf(text, decimals)
    note(path, Number.isNaN(value) || value > most, 'billing.valid.number')
  }
  within('includedKm', draft.includedKm, 3, 1_000)
  within('includedMinutes', draft.includedMinutes, 0, 1_440)
  within('freeWaitingMinutes', draft.freeWaitingMinutes, 0, 240)
  for (const [at, surcharge] of draft.surcharges.entries()) {
    const path = `surcharges.${at}`
    note(`${path}.name`, surcharge.name.trim() === '', 'fields.required')
    if (surcharge.kind === 'percent') {
      within(`${path}.percent`, surcharge.percent, 2, 500)
      note(`${path}.percent`, numberOf(surcharge.percent, 2) === 0, 'fields.required')
    } else {
      note(`${path}.amount`, decimal(surcharge.amount) === '', 'fields.required')
      note(`${path}.amount`, !isAmount(surcharge.amount, currency), 'services.valid.amount')
    }
    if (surcharge.when === 'hours') {
      note(`${path}.windows`, surcharge.windows.length === 0, 'billing.valid.windows')
      note(
        `${path}.windows`,
        surcharge.windows.some(({ days, from, to }) => days.length === 0 || from === '' || to === ''),
        'billing.valid.window',
      )
    }
  }
  for (const [at, extra] of draft.extras.entries()) {
    note(`extras.${at}.name`, extra.name.trim() === '', 'fields.required')
    note(`extras.${at}.amount`, !isAmount(extra.amount, currency), 'services.valid.amount')
  }
  for (const [at, fare] of draft.zoneFares.entries()) {
    note(`zoneFares.${at}.from`, fare.fromZoneId === '', 'fields.required')
    note(`zoneFares.${at}.to`, fare.toZoneId === '', 'fields.required')
    note(`zoneFares.${at}.amount`, decimal(fare.amount) === '', 'fields.required')
    note(`zoneFares.${at}.amount`, !isAmount(fare.amount, currency), 'services.valid.amount')
  }
  return errors
}

const marks = /\p{Diacritic}/gu
/** A key from a name: `Silla de bebé` becomes `silla-de-bebe`. */
function keyOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 36)
  const base = plain || 'extra'
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}-${count}`
    if (!taken.has(key)) return key
  }
}

/** The rates of a draft without errors. */
export function ratesOf(draft: RatesDraft): Rates {
  const keys = new Set(draft.extras.flatMap(({ key }) => key ?? []))
  return {
    base: amountOf(draft.base),
    includedMetres: Math.round(numberOf(draft.includedKm, 3) * metresPerKm),
    includedMinutes: numberOf(draft.includedMinutes, 0),
    perKm: amountOf(draft.perKm),
    perMinute: amountOf(draft.perMinute),
    waitingPerMinute: amountOf(draft.waitingPerMinute),
    freeWaitingMinutes: numberOf(draft.freeWaitingMinutes, 0),
    perExtraStop: amountOf(draft.perExtraStop),
    minimum: amountOf(draft.minimum),
    roundTo: amountOf(draft.roundTo),
    surcharges: draft.surcharges.map(({ name, kind, percent, amount, when, windows }) => ({
      name: name.trim(),
      kind,
      percent: kind === 'percent' ? numberOf(percent, 2) : 0,
      amount: kind === 'amount' ? amountOf(amount) : '0',
      when,
      windows: when === 'hours' ? windows : [],
    })),
    hasPublicHolidays: draft.hasPublicHolidays,
    holidays: [...draft.holidays],
    extras: draft.extras.map(({ key, name, amount }) => {
      const chosen = key ?? keyOf(name, keys)
      keys.add(chosen)
      return { key: chosen, name: name.trim(), amount: amountOf(amount) }
    }),
    zoneFares: draft.zoneFares.map(({ fromZoneId, toZoneId, amount, isBothWays }) => ({
      fromZoneId,
      toZoneId,
      amount: amountOf(amount),
      isBothWays,
    })),
  }
}

/** What may be done with a tariff: everything before it begins, afterwards only its name and last day. */
export type TariffForm = { mode: 'create' } | { mode: 'follow' | 'edit' | 'rename'; tariff: Tariff }

export const isFull = ({ mode }: TariffForm): boolean => mode !== 'rename'

/** The entries of a list that may still be added. */
export const roomIn = (
  list: 'surcharges' | 'extras' | 'zoneFares' | 'holidays',
  draft: RatesDraft,
): boolean => draft[list].length < tariffLimits[list]
