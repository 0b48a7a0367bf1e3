import { audienceKinds } from '@rumbo/contract/notifications.rules.contract'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'

const audiences = [...audienceKinds, 'webhook'] as const
const reasons = [
  'not_configured',
  'not_verified',
  'no_address',
  'limit',
  'no_access',
  'attended',
  'expired',
] as const
const find = <Known extends string>(all: readonly Known[], value: string) => all.find((one) => one === value)

/** Words for what the server says in codes of how notifications reached people; what a provider said stays as it is. */
export function useReachWords() {
  const { t } = useText()
  const moment = useMoment()
  return {
    /** Which of a rule's recipients somebody is. */
    audience: (code: string): string => {
      const known = find(audiences, code)
      return known === undefined ? code : t(`notifications.audience.${known}`)
    },
    /** Why it failed, or until when it waits. */
    detail: (text: string): string => {
      const known = find(reasons, text)
      if (known !== undefined) return t(`notifications.reason.${known}`)
      return /^\d{4}-\d\d-\d\dT/.test(text) ? t('notifications.reason.until', { moment: moment(text) }) : text
    },
  }
}
