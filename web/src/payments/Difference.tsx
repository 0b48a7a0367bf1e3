import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { absolute, isNegative } from './amount.rules.ts'
import { useMoney } from './use-money.ts'

/** Whether counted cash matches what was expected, in words. */
export function Difference({ amount, currency }: { amount: string; currency: string }) {
  const { t } = useText()
  const money = useMoney(currency)
  if (Number(amount) === 0) return <TintedChip colour="active">{t('payments.cash.exact')}</TintedChip>
  return isNegative(amount) ? (
    <TintedChip colour="critical">
      {t('payments.cash.missing', { amount: money(absolute(amount)) })}
    </TintedChip>
  ) : (
    <TintedChip colour="alarmed">{t('payments.cash.surplus', { amount: money(amount) })}</TintedChip>
  )
}
