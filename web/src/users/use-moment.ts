import { type DateFormat, formatDate } from '@rumbo/i18n/formats'
import { useWorkspace } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'

/** Words moments in the active company's own zone. */
export function useMoment(): (at: string, show?: DateFormat['show']) => string {
  const { language } = useText()
  const { company } = useWorkspace()
  return (at, show) => formatDate(language, at, { timeZone: company?.timeZone, show })
}
