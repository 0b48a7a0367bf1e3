import type { OutlookQuarter } from '@rumbo/contract/dispatch.contract'

/** How many services more than units. */
export const shortageOf = ({ services, units }: OutlookQuarter): number => Math.max(0, services - units)

export interface Bar {
  /** Parts of the figure's height, 0 to 1: services there are units for, those there are none for, and the units. */
  served: number
  short: number
  units: number
}

/** Heights of the bars, on one scale for all quarters: the highest fills the figure. */
export function barsOf(quarters: readonly OutlookQuarter[]): Bar[] {
  const most = Math.max(1, ...quarters.flatMap(({ services, units }) => [services, units]))
  return quarters.map((quarter) => ({
    served: Math.min(quarter.services, quarter.units) / most,
    short: shortageOf(quarter) / most,
    units: quarter.units / most,
  }))
}
