import type { ChargeLine } from '@rumbo/contract/billing.contract'
import { formatMoney, formatNumber } from '@rumbo/i18n/formats'
import type { TextArguments, TextKey } from '@rumbo/i18n/keys'
import type { Language } from '@rumbo/i18n/language'

export type ChargeKey = Extract<TextKey, `charges.${string}`>
interface Wording {
  language: Language
  t: <K extends ChargeKey>(key: K, ...params: TextArguments<K>) => string
}

/** `6.2 km`, `15 min` or `2`. */
function quantityOf(language: Language, quantity: number, unit: ChargeLine['unit']): string {
  const number = formatNumber(language, quantity, unit === 'km' ? 3 : 2)
  return unit === 'km' || unit === 'min' ? `${number} ${unit}` : number
}

/** A line of a charge in words: what it is for, and how its amount came about. */
export function wordsOfLine(
  { t, language }: Wording,
  line: Pick<ChargeLine, 'kind' | 'label' | 'quantity' | 'unit' | 'rate'>,
  currency: string,
): { name: string; detail: string | null } {
  const { kind, label, quantity, unit, rate } = line
  const isNamed = kind === 'surcharge' || kind === 'extra'
  const name = isNamed && label !== null ? label : t(`charges.line.${kind}`)
  const details = [
    isNamed ? null : label,
    quantity === null
      ? null
      : unit === 'percent'
        ? `${formatNumber(language, quantity, 2)} %`
        : rate === null
          ? quantityOf(language, quantity, unit)
          : t('charges.line.rated', {
              quantity: quantityOf(language, quantity, unit),
              rate: formatMoney(language, rate, currency),
            }),
  ].filter((text) => text !== null)
  return { name, detail: details.length === 0 ? null : details.join(' · ') }
}
