import { formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../i18n.tsx'

/** A number for a text: to choose the form of its plural, and as it is written. */
export function useMany(): (count: number) => { count: number; shown: string } {
  const { language } = useText()
  return (count) => ({ count, shown: formatNumber(language, count) })
}
