import { currentFixMs, statusFixMs } from '@rumbo/contract/telemetry.freshness'
import { formatDurationShort } from '@rumbo/i18n/formats'
import type { VehicleMarkStatus } from '../../ui/vehicle-mark.ts'
import { markImageId } from '../layers/vehicle-images.ts'

interface MarkState {
  status: VehicleMarkStatus
  /** Degrees; negative if unknown. */
  headingDegrees: number
  /** Epoch milliseconds of the fix; 0 if unknown. */
  ageMs: number
  name: string
  isChosen: boolean
}

/** Image and label of a mark: grey with its age after a minute, a dashed outline after a day. */
export function markLookOf({ status, headingDegrees, ageMs, name, isChosen }: MarkState) {
  const isOld = ageMs > currentFixMs
  const isHollow = status === 'maintenance' || status === 'out_of_service'
  return {
    image: markImageId({
      status: ageMs > statusFixMs && !isHollow ? 'inactive' : status,
      headingDegrees: isOld || headingDegrees < 0 ? null : headingDegrees,
      isSelected: isChosen,
      isStale: isOld,
    }),
    label: isOld ? `${name} · ${formatDurationShort(ageMs / 1000)}` : name,
  }
}
