import { formatDurationShort } from '@rumbo/i18n/formats'
import type { VehicleMarkStatus } from '../../ui/vehicle-mark.ts'
import { markImageId } from '../layers/vehicle-images.ts'
import { longPastMs, staleAfterMs } from '../map-model.ts'

interface MarkState {
  status: VehicleMarkStatus
  /** Less than nothing where unknown. */
  headingDegrees: number
  /** Of the fix; nothing where its time is unknown. */
  ageMs: number
  name: string
  isChosen: boolean
}

/** The picture and the words of a mark: grey with its age after a minute, hollow and dashed after a day. */
export function markLookOf({ status, headingDegrees, ageMs, name, isChosen }: MarkState) {
  const isOld = ageMs > staleAfterMs
  const isHollow = status === 'maintenance' || status === 'out_of_service'
  return {
    image: markImageId({
      status: ageMs > longPastMs && !isHollow ? 'inactive' : status,
      headingDegrees: isOld || headingDegrees < 0 ? null : headingDegrees,
      isSelected: isChosen,
      isStale: isOld,
    }),
    label: isOld ? `${name} · ${formatDurationShort(ageMs / 1000)}` : name,
  }
}
