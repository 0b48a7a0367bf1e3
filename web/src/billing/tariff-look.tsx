import type { Tariff } from '@rumbo/contract/billing.contract'
import { dateText } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'

const colours = { current: 'active', upcoming: 'occupied', ended: 'inactive' } as const

/** Whether a tariff is in force today. */
export function TariffState({ state }: Pick<Tariff, 'state'>) {
  const { t } = useText()
  return <TintedChip colour={colours[state]}>{t(`billing.state.${state}`)}</TintedChip>
}

/** The days on which a tariff is in force, in words. */
export function usePeriod() {
  const { t } = useText()
  return ({ validFrom, validUntil }: Pick<Tariff, 'validFrom' | 'validUntil'>): string =>
    validUntil === null
      ? t('billing.period.open', { from: dateText(validFrom) })
      : t('billing.period.closed', { from: dateText(validFrom), until: dateText(validUntil) })
}
