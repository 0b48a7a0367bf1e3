import { type DateFormat, formatDate } from '@rumbo/i18n/formats'
import { useText } from '../ui/i18n.tsx'
import { useWorkspace } from './client-context.tsx'

/** Formats a moment in the time zone of the active company. */
export function useMoment(): (at: string, show?: DateFormat['show']) => string {
  const { language } = useText()
  const { company } = useWorkspace()
  return (at, show) => formatDate(language, at, { timeZone: company?.timeZone, show })
}
