/** What is wrong in the form of a geofence, in words. Pure. */
import { figureOf } from '@rumbo/contract/figures'
import { foldText } from '@rumbo/contract/fold-text'
import { fenceTagLimit, fenceVehicleLimit } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { triggerFigures } from '@rumbo/contract/geofences.triggers.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { TextKey } from '@rumbo/i18n/keys'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../ui/i18n.tsx'
import { type FenceDraft, figuresOfTrigger, type TriggerDraft } from './fence-draft.rules.ts'

/** Errors in words by field: `name`, `tags`, `scope`, `triggers.0.minutes`, also `shape.corners` of the server. */
export type FenceErrors = Readonly<Record<string, string>>
/** What a shape allows its triggers; null while none is drawn, then nothing is refused. */
export type ShapeKind = FenceShape['kind'] | null

const longest = { name: 80, description: 2_000, tag: 40 } as const
const isHour = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const ofRoutes: ReadonlySet<TriggerDraft['kind']> = new Set([
  'wrong_direction',
  'off_route',
  'missed_checkpoint',
])

/** Whether a trigger fits a shape: some are watched on routes only. */
export const fitsShape = (kind: TriggerDraft['kind'], shape: ShapeKind): boolean =>
  shape === null || shape === 'route' || !ofRoutes.has(kind)

export function checkFence(
  t: WordText,
  language: Language,
  draft: FenceDraft,
  shape: ShapeKind,
): FenceErrors {
  const found: Record<string, string> = {}
  const note = (field: string, isWrong: boolean, words: () => string) => {
    if (isWrong) found[field] ??= words()
  }
  const most = (limit: number) => () => t('vehicleForm.valid.long', { most: formatNumber(language, limit) })
  note('name', draft.name.trim() === '', () => t('fields.required'))
  note('name', draft.name.trim().length > longest.name, most(longest.name))
  note('description', draft.description.trim().length > longest.description, most(longest.description))
  note('tags', draft.tags.length > fenceTagLimit || draft.tags.some((tag) => tag.length > longest.tag), () =>
    t('geofences.valid.tags', { most: fenceTagLimit, letters: longest.tag }),
  )
  note('isWorkshop', draft.isWorkshop && shape === 'route', () => t('fields.workshop_of_areas'))
  const { scope } = draft
  if (scope.kind === 'vehicles') {
    note('scope', scope.vehicleIds.length === 0, () => t('geofences.valid.vehicles'))
    note('scope', scope.vehicleIds.length > fenceVehicleLimit, () =>
      t('geofences.valid.manyVehicles', { most: formatNumber(language, fenceVehicleLimit) }),
    )
  }
  draft.triggers.forEach((trigger, at) => {
    const inTrigger = (field: string, isWrong: boolean, words: () => string) =>
      note(`triggers.${at}.${field}`, isWrong, words)
    inTrigger('kind', !fitsShape(trigger.kind, shape), () => t('fields.trigger_of_routes'))
    for (const name of [...figuresOfTrigger[trigger.kind], 'cooldownSeconds' as const]) {
      const { min, max } = triggerFigures[name]
      const figure = figureOf(trigger[name])
      inTrigger(name, !(Number.isInteger(figure) && figure >= min && figure <= max), () =>
        t('vehicleForm.valid.whole', {
          least: formatNumber(language, min),
          most: formatNumber(language, max),
        }),
      )
    }
    inTrigger('fenceIds', trigger.kind === 'missed_checkpoint' && trigger.fenceIds.length === 0, () =>
      t('geofences.valid.checkpoints'),
    )
    inTrigger(
      'schedule',
      trigger.windows.some(({ days }) => days.length === 0),
      () => t('vehicleForm.valid.hourDays'),
    )
    inTrigger(
      'schedule',
      trigger.windows.some(({ from, to }) => !isHour(from) || !isHour(to)),
      () => t('vehicleForm.valid.hourTimes'),
    )
  })
  return found
}

/** Fields that the server refused, by the names of the form. */
export function refusedFields(
  t: WordText,
  errors: readonly { path: string; code: string }[] | undefined,
): FenceErrors {
  return Object.fromEntries(
    (errors ?? []).map(({ path, code }) => {
      const field = path
        .replace(/^body\./, '')
        .replace(/^(triggers\.\d+\.(?:schedule|fenceIds)|tags|scope)\..*/, '$1')
      return [field, t(`fields.${code}` as Extract<TextKey, `fields.${string}`>)]
    }),
  )
}

/** Without repetitions, by what the server takes for equal; ends cut. */
export const distinctTags = (tags: readonly string[]): string[] => {
  const known = new Map<string, string>()
  for (const tag of tags.map((one) => one.trim().replace(/\s+/g, ' ')))
    if (tag !== '' && !known.has(foldText(tag))) known.set(foldText(tag), tag)
  return [...known.values()]
}
