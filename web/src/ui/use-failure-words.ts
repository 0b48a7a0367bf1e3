import { readFailure } from '@rumbo/contract/failure-reasons'
import { useText } from './i18n.tsx'

/** Words for why something did not reach somebody; what a provider said is quoted, in its own language. */
export function useFailureWords(): (text: string) => string {
  const { t } = useText()
  return (text) => {
    const known = readFailure(text)
    if (known === null) return t('failures.said', { words: text })
    const words = t(`failures.${known.reason}`)
    return known.said === null ? words : t('failures.with', { words, said: known.said })
  }
}
