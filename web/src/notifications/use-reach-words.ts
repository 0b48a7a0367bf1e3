import { audienceKinds } from '@rumbo/contract/notifications.rules.contract'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { useFailureWords } from '../ui/use-failure-words.ts'

const audiences = [...audienceKinds, 'webhook'] as const
const find = <Known extends string>(all: readonly Known[], value: string) => all.find((one) => one === value)

/** Words for what the server says in codes of how notifications reached people; what a provider said is quoted. */
export function useReachWords() {
  const { t } = useText()
  const moment = useMoment()
  const failure = useFailureWords()
  return {
    /** Which of a rule's recipients somebody is. */
    audience: (code: string): string => {
      const known = find(audiences, code)
      return known === undefined ? code : t(`notifications.audience.${known}`)
    },
    /** Why it failed, or until when it waits. */
    detail: (text: string): string =>
      /^\d{4}-\d\d-\d\dT/.test(text)
        ? t('notifications.reason.until', { moment: moment(text) })
        : failure(text),
  }
}
