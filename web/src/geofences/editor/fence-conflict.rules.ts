import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import type { Difference } from '../../ui/dialogs/ConflictDialog.tsx'
import type { WordText } from '../../ui/i18n.tsx'
import type { FenceDraft } from '../fence-draft.rules.ts'

/** A whole fence as the editor holds it. */
export interface EditedFence {
  readonly fields: FenceDraft
  /** Null where nothing that can be saved is drawn. */
  readonly shape: FenceShape | null
}
type FieldKey = keyof FenceDraft
export type ConflictKey = Exclude<FieldKey, 'zoneId'> | 'shape'

const keys = [
  'name',
  'description',
  'shape',
  'colour',
  'tags',
  'isActive',
  'isWorkshop',
  'scope',
  'triggers',
  'sensitivity',
] as const satisfies readonly ConflictKey[]

const shapeWords = (t: WordText, language: Language, { fields, shape }: EditedFence): string => {
  if (fields.zoneId !== null) return t('fenceEditor.conflict.zone')
  if (shape === null) return ''
  const number = (value: number) => formatNumber(language, value)
  if (shape.kind === 'circle') return t('fenceEditor.conflict.circle', { radius: number(shape.radiusMetres) })
  if (shape.kind === 'polygon')
    return t('fenceEditor.conflict.polygon', { number: number(shape.corners.length) })
  return t('fenceEditor.conflict.route', {
    number: number(shape.path.length),
    width: number(shape.halfWidthMetres),
  })
}

function wordsOf(t: WordText, language: Language, fence: EditedFence, key: ConflictKey): string {
  const { fields } = fence
  switch (key) {
    case 'shape':
      return shapeWords(t, language, fence)
    case 'tags':
      return fields.tags.join(', ')
    case 'isActive':
      return t(fields.isActive ? 'fenceEditor.conflict.active' : 'fenceEditor.conflict.inactive')
    case 'isWorkshop':
      return t(fields.isWorkshop ? 'fenceEditor.conflict.workshop' : 'fenceEditor.conflict.noWorkshop')
    case 'scope':
      return fields.scope.kind === 'fleet'
        ? t('vehicles.scope.fleet')
        : t('fenceEditor.conflict.vehicles', { count: fields.scope.vehicleIds.length })
    case 'triggers':
      return fields.triggers.length === 0
        ? t('fenceEditor.conflict.noTriggers')
        : t('fenceEditor.conflict.triggers', {
            count: fields.triggers.length,
            names: fields.triggers.map(({ kind }) => t(`geofences.trigger.${kind}`)).join(', '),
          })
    case 'sensitivity':
      return t(`geofences.sensitivity.${fields.sensitivity}`)
    default:
      return fields[key]
  }
}

const contentOf = ({ fields, shape }: EditedFence, key: ConflictKey): string =>
  JSON.stringify(key === 'shape' ? [fields.zoneId, fields.zoneId === null && shape] : fields[key])

/** What differs between the two versions that were saved or are about to be, against the one both began with. */
export function fenceDifferences(
  t: WordText,
  language: Language,
  { base, mine, theirs }: { base: EditedFence; mine: EditedFence; theirs: EditedFence },
): Difference[] {
  return keys.flatMap((key) => {
    const [before, here, there] = [base, mine, theirs].map((fence) => contentOf(fence, key))
    if (here === there) return []
    return [
      {
        key,
        label: key === 'shape' ? t('fenceEditor.conflict.shape') : t(`geofences.field.${key}`),
        mine: wordsOf(t, language, mine, key),
        theirs: wordsOf(t, language, theirs, key),
        isTheirsOnly: before === here,
      },
    ]
  })
}

/** The user's version with some parts of the other one. */
export function mergeFences(
  mine: EditedFence,
  theirs: EditedFence,
  fromTheirs: ReadonlySet<string>,
): EditedFence {
  const hasShape = fromTheirs.has('shape')
  const taken = keys.filter((key) => key !== 'shape' && fromTheirs.has(key))
  const fields = Object.fromEntries(taken.map((key) => [key, theirs.fields[key as FieldKey]]))
  return {
    fields: {
      ...mine.fields,
      ...(fields as Partial<FenceDraft>),
      zoneId: (hasShape ? theirs : mine).fields.zoneId,
    },
    shape: (hasShape ? theirs : mine).shape,
  }
}
