import type { Order } from '@rumbo/contract/planning.workspace.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../ui/i18n.tsx'

/** What an order needs of its vehicle: `4 asientos · 120 kg · 0.25 m³`; empty where it needs nothing. */
export const needsText = (
  { t, language }: { t: WordText; language: Language },
  { requiredSeats, requiredLoadKg, requiredLoadM3 }: Order,
): string =>
  [
    ...(requiredSeats ? [t('planning.pool.seats', { count: requiredSeats })] : []),
    ...(requiredLoadKg ? [t('planning.pool.kg', { amount: formatNumber(language, requiredLoadKg, 1) })] : []),
    ...(requiredLoadM3 ? [t('planning.pool.m3', { amount: formatNumber(language, requiredLoadM3, 2) })] : []),
  ].join(' · ')
