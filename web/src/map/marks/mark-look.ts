import { currentFixMs, statusFixMs } from '@rumbo/contract/telemetry.freshness'
import { formatDurationShort } from '@rumbo/i18n/formats'
import type { VehicleMarkStatus } from '../../ui/vehicle-mark.ts'
import { markImageId } from '../layers/vehicle-images.ts'

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
