import { type DateFormat, formatDate } from '@rumbo/i18n/formats'
import { createContext, useContext } from 'react'
import { useText } from '../ui/i18n.tsx'

/** The time zone of the driver's company, known without a connection too. */
export const DriverTimeZone = createContext<string | undefined>(undefined)

export function useDriverMoment(): (at: string, show?: DateFormat['show']) => string {
  const { language } = useText()
  const timeZone = useContext(DriverTimeZone)
  return (at, show) => formatDate(language, at, { timeZone, show })
}

/** Words for the window of a stop, or for the end of it that is known; null without one. */
export function useDriverWindow(): (start: string | null, end: string | null) => string | null {
  const { t } = useText()
  const moment = useDriverMoment()
  return (start, end) =>
    start !== null && end !== null
      ? t('driver.window.between', { from: moment(start, 'time'), to: moment(end, 'time') })
      : start !== null
        ? t('driver.window.from', { time: moment(start, 'time') })
        : end && t('driver.window.before', { time: moment(end, 'time') })
}
