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
