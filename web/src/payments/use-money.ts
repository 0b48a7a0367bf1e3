import { formatMoney } from '@rumbo/i18n/formats'
import { useText } from '../ui/i18n.tsx'

/** Formats amounts of a currency in the user's language. */
export function useMoney(currency: string): (amount: string) => string {
  const { language } = useText()
  return (amount) => formatMoney(language, amount, currency)
}
