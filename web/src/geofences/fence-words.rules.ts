/** Geofences in words. Pure. */
import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../ui/i18n.tsx'
import { hoursWords } from '../vehicles/hours-words.rules.ts'

/** What a trigger watches: `Más de 40 km/h adentro durante 10 s`. */
export function triggerWords(t: WordText, language: Language, trigger: FenceTrigger): string {
  const number = (value: number) => formatNumber(language, value)
  const lasting = (words: string, seconds: number) =>
    seconds === 0 ? words : t('geofences.words.lasting', { words, seconds: number(seconds) })
  switch (trigger.kind) {
    case 'dwell':
      return t('geofences.words.dwell', { minutes: number(trigger.minutes) })
    case 'speeding':
      return lasting(t('geofences.words.speeding', { limit: number(trigger.limitKmh) }), trigger.seconds)
    case 'off_route':
      return lasting(t('geofences.words.offRoute', { metres: number(trigger.metres) }), trigger.seconds)
    case 'missed_checkpoint':
      return t('geofences.words.checkpoints', { count: trigger.fenceIds.length })
    default:
      return t(`geofences.trigger.${trigger.kind}`)
  }
}

/** When a trigger counts and how it is reported: `Advertencia · lunes a viernes 06:00–22:00`. */
export function triggerDetail(t: WordText, language: Language, trigger: FenceTrigger): string {
  const { severity, schedule, cooldownSeconds } = trigger
  return [
    t(`events.severity.${severity}`),
    ...hoursWords(t, schedule.windows),
    schedule.holidays === 'any' ? '' : t(`geofences.words.holidays.${schedule.holidays}`),
    cooldownSeconds === 0
      ? ''
      : t('geofences.words.cooldown', { seconds: formatNumber(language, cooldownSeconds) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The kind of a shape with its size. */
export function shapeWords(t: WordText, language: Language, shape: FenceShape): string {
  const number = (value: number) => formatNumber(language, Math.round(value))
  switch (shape.kind) {
    case 'circle':
      return t('geofences.shape.circle', { metres: number(shape.radiusMetres) })
    case 'polygon':
      return t('geofences.shape.polygon', {
        count: shape.corners.length,
        shown: number(shape.corners.length),
      })
    case 'route':
      return t('geofences.shape.route', {
        mode: t(`geofences.mode.${shape.mode}`),
        metres: number(shape.halfWidthMetres),
      })
  }
}

/** Whom a fence concerns, in few words. */
export const scopeWords = (t: WordText, { scope }: Pick<Geofence, 'scope'>): string =>
  scope.kind === 'fleet'
    ? t('vehicles.scope.fleet')
    : t('vehicles.scope.count', { count: scope.vehicleIds.length })
