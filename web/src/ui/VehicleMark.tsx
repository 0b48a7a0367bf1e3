import { createElement, type ReactElement } from 'react'
import {
  type MarkPart,
  markUnits,
  pagePaint,
  type VehicleMarkLook,
  vehicleMarkParts,
} from './vehicle-mark.ts'

interface VehicleMarkProps extends VehicleMarkLook {
  /** Diameter in CSS pixels. Default: 26. */
  size?: number
  /** Leaves space for the heading beak and rings; false crops to the mark, for chips and rows. */
  hasReach?: boolean
  /** Accessible name; without it screen readers skip the mark. */
  label?: string
}

const element = ({ tag, attributes, children }: MarkPart, key: number): ReactElement =>
  createElement(tag, { ...attributes, key }, children?.map(element))

/** A vehicle's mark: shape, colour and symbol of its status, with a beak in its heading. */
export function VehicleMark({ size = 26, hasReach = false, label, ...look }: VehicleMarkProps) {
  const reach = hasReach ? markUnits.reach : 15.4
  const pixels = hasReach ? (size * reach * 2) / markUnits.across : size
  const parts = vehicleMarkParts(
    hasReach ? look : { status: look.status, isStale: look.isStale ?? false },
    pagePaint,
  ).filter((_, at) => hasReach || look.status !== 'critical' || at > 0)
  const frame = {
    width: pixels,
    height: pixels,
    viewBox: `${-reach} ${-reach} ${reach * 2} ${reach * 2}`,
    style: { flex: 'none', display: 'block' },
    focusable: 'false',
  } as const
  if (label === undefined) {
    return (
      <svg {...frame} aria-hidden="true">
        {parts.map(element)}
      </svg>
    )
  }
  return (
    <svg {...frame} role="img" aria-label={label}>
      {parts.map(element)}
    </svg>
  )
}
