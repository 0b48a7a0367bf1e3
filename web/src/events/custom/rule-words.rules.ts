/** Custom rules in words. Pure. */
import type { CustomCondition, CustomRule } from '@rumbo/contract/events.custom.contract'
import { comparedReading } from '@rumbo/contract/events.custom.readings'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../../ui/i18n.tsx'
import { hoursWords } from '../../vehicles/hours-words.rules.ts'
import { customReadingLabel } from './custom-readings.rules.ts'

const decimalsOf = (value: number) => (String(value).split('.')[1] ?? '').length

function valueWords(t: WordText, language: Language, reading: string, value: ReadingValue): string {
  if (typeof value === 'boolean') return t(value ? 'history.reading.yes' : 'history.reading.no')
  if (typeof value === 'string') return language === 'es' ? `«${value}»` : `“${value}”`
  const unit = comparedReading(reading)?.unit ?? null
  const number = formatNumber(language, value, decimalsOf(value))
  return unit === null ? number : `${number} ${unit}`
}

/** `Temperatura 2 mayor que 8 °C`, `Puerta abierta cambia a sí`. */
function conditionWords(t: WordText, language: Language, condition: CustomCondition): string {
  const { reading: name, operator } = condition
  const reading = customReadingLabel(t, name)
  const words = (value: ReadingValue) => valueWords(t, language, name, value)
  if (operator === 'between')
    return t('customRules.words.between', { reading, low: words(condition.low), high: words(condition.high) })
  return t(`customRules.words.${operator}`, { reading, value: words(condition.value) })
}

/** All conditions of a rule in one sentence, and for how long they must hold. */
export function ruleWords(
  t: WordText,
  language: Language,
  { conditions, match, seconds }: Pick<CustomRule, 'conditions' | 'match' | 'seconds'>,
): string {
  const all = conditions
    .map((condition) => conditionWords(t, language, condition))
    .join(t(`customRules.join.${match}`))
  return seconds === 0 ? all : t('customRules.words.lasting', { conditions: all, seconds })
}

/** When a rule counts, empty if always: `lunes a viernes 06:00–22:00 · no en días festivos · pausa de 10 min`. */
export function ruleDetail(
  t: WordText,
  language: Language,
  { schedule, cooldownSeconds }: Pick<CustomRule, 'schedule' | 'cooldownSeconds'>,
): string {
  const minutes = cooldownSeconds / 60
  return [
    ...hoursWords(t, schedule.windows),
    schedule.holidays === 'any' ? '' : t(`geofences.words.holidays.${schedule.holidays}`),
    minutes === 0
      ? ''
      : t('customRules.words.pause', {
          minutes: formatNumber(language, minutes, Number.isInteger(minutes) ? 0 : 1),
        }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A reading as an event states it: `Temperatura 2: 9 °C`; yes and no are `true` and `false`. */
export function readingWords(t: WordText, language: Language, name: string, value: number | string): string {
  const isBoolean = comparedReading(name)?.kind === 'boolean'
  const words =
    typeof value === 'string' && !isBoolean
      ? value
      : valueWords(t, language, name, isBoolean ? value === 'true' : value)
  return t('customRules.words.is', { reading: customReadingLabel(t, name), value: words })
}
