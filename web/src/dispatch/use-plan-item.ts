import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import { addresses } from '../addresses.ts'
import { useCan } from '../app/client-context.tsx'
import { useGo } from '../app/navigation/address.tsx'
import { useText } from '../ui/i18n.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'

/** A menu item that opens the plan which reserved a service's vehicle; none without one, or for those who may not read plans. */
export function usePlanItem() {
  const { t } = useText()
  const can = useCan()
  const go = useGo()
  return (place: { companyId: string; fleetId: string }, search: Search | undefined): RowMenuItem[] => {
    const plan = search?.plan ?? null
    if (plan === null || !can('planning.read', place)) return []
    return [
      {
        label: t('dispatch.search.openPlan', { name: plan.name }),
        onChoose: () => go(addresses.planning({ plan: plan.id, date: plan.date })),
      },
    ]
  }
}
