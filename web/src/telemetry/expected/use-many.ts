import { formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'

/** A number for a text with a plural: to choose the form, and as it is written. */
export function useMany(): (count: number) => { count: number; shown: string } {
  const { language } = useText()
  return (count) => ({ count, shown: formatNumber(language, count) })
}
