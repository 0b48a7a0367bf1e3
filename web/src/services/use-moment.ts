import { formatDate } from '@rumbo/i18n/formats'
import { useWorkspace } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'

/** Formats times in the company's time zone; null stays null. */
export function useMoment() {
  const { language } = useText()
  const { company } = useWorkspace()
  return (moment: string | null, show?: 'time') =>
    moment === null ? null : formatDate(language, moment, { timeZone: company?.timeZone, show })
}
