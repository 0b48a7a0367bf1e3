import type { InputOf } from '@rumbo/contract/endpoint'
import { readingHistory, vehicleReadings } from '@rumbo/contract/telemetry.readings.contract'
import { useEndpoint } from '../../app/data/use-data.ts'

/** How often readings on screen are read again, in milliseconds. */
const readEveryMs = 5_000
/** Of one series; enough for a plot of the width of a page. */
export const plotPoints = 500

/** The latest readings of a vehicle; `isLive`: read again while they are on screen. */
export const useLatestReadings = (vehicleId: string, { enabled = true, isLive = false } = {}) =>
  useEndpoint(
    vehicleReadings,
    { params: { id: vehicleId } },
    { enabled, refetchInterval: enabled && isLive ? readEveryMs : false },
  )

/** Of a whole day in the company's time zone, or from one moment to another (ISO 8601). */
export type ReadingRange = { date: string } | { from: string; to: string }

/** The history of one reading; the former range stays on screen while another loads. */
export const useReadingHistory = (
  vehicleId: string,
  name: string,
  range: ReadingRange,
  { isRunning = false } = {},
) => {
  const query: InputOf<typeof readingHistory>['query'] = { names: name, ...range, points: plotPoints }
  return useEndpoint(
    readingHistory,
    { params: { id: vehicleId }, query },
    {
      refetchInterval: isRunning ? 2 * readEveryMs : false,
      placeholderData: (former) => (former?.series[0]?.name === name ? former : undefined),
    },
  )
}
