import { createElement, type ReactElement } from 'react'
import {
  type MarkPart,
  markUnits,
  pagePaint,
  type VehicleMarkLook,
  vehicleMarkParts,
} from './vehicle-mark.ts'

interface VehicleMarkProps extends VehicleMarkLook {
  /** CSS pixels across the mark; 26 by default. */
  size?: number
  /** Room for beak and rings around the mark; false cuts close, for chips and rows. */
  hasReach?: boolean
  /** Words for it; without them a screen reader passes over it. */
  label?: string
}

const element = ({ tag, attributes, children }: MarkPart, key: number): ReactElement =>
  createElement(tag, { ...attributes, key }, children?.map(element))

/** A vehicle's mark: shape, colour and sign of its status, a beak where it heads. */
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
