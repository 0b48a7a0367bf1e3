import type { OutlookQuarter } from '@rumbo/contract/dispatch.contract'

/** The number of services without a vehicle. */
export const shortageOf = ({ services, units }: OutlookQuarter): number => Math.max(0, services - units)

export interface Bar {
  /** Heights from 0 to 1: services with a vehicle, services without one, and vehicles. */
  served: number
  short: number
  units: number
}

/** Heights of the bars on one scale for all quarters: the highest value is 1. */
export function barsOf(quarters: readonly OutlookQuarter[]): Bar[] {
  const most = Math.max(1, ...quarters.flatMap(({ services, units }) => [services, units]))
  return quarters.map((quarter) => ({
    served: Math.min(quarter.services, quarter.units) / most,
    short: shortageOf(quarter) / most,
    units: quarter.units / most,
  }))
}

/**
 * What the next two hours come to. Services that wait without a vehicle are never beside "enough", whatever the
 * quarters show.
 */
export function verdictOf(
  quarters: readonly OutlookQuarter[],
  waiting: number,
): 'short' | 'waiting' | 'enough' | 'none' {
  if (quarters.some((quarter) => shortageOf(quarter) > 0)) return 'short'
  if (waiting > 0) return 'waiting'
  return quarters.some(({ services }) => services > 0) ? 'enough' : 'none'
}
