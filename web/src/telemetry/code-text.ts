import { isGenericCode, meaningOf, systemOf } from '@rumbo/contract/events.trouble-codes.rules'
import type { WordText } from '../ui/i18n.tsx'

/** A trouble code with its standard meaning; without one, its system and whether the standard or the maker defines it. */
export function codeText(t: WordText, code: string): string {
  const meaning = meaningOf(code)
  if (meaning === null) {
    const system = t(`troubleCodes.system.${systemOf(code)}`)
    const what = t(isGenericCode(code) ? 'troubleCodes.generic' : 'troubleCodes.maker', { system })
    return t('troubleCodes.title', { code, what })
  }
  const [a = '', b = ''] = meaning.numbers
  const part = t(`troubleCodes.part.${meaning.part}`, { a, b })
  const what = meaning.fault
    ? t('troubleCodes.known', { part, fault: t(`troubleCodes.fault.${meaning.fault}`) })
    : part
  return t('troubleCodes.title', { code, what })
}
