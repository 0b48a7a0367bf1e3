import { listPlans, type PlanSummary, type PlanVersion } from '@rumbo/contract/planning.contract'
import { useEffect } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'
import { oneOf, useAddressState, useAddressStep } from '../../app/navigation/address.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'

/** The names of a comparison in the address. */
export const comparison = ['compare', 'with'] as const
export const noComparison = { compare: undefined, with: undefined }

/** The plan as it is edited now. */
const present = 'present'
const within = ['with'] as const

export interface Compared {
  kind: 'present' | 'version' | 'plan'
  /** Of the version or the plan; of the plan as it is edited the word `present`. */
  id: string
}

/**
 * What is compared, by the address: the plan as it is edited, its versions, and other plans of its day.
 * @param versions undefined until they are read
 * @returns `chosen`: null where nothing is compared, or something that is gone
 */
export function useComparison(versions: readonly PlanVersion[] | undefined) {
  const { plan } = usePlanEditor()
  const [query, change] = useAddressState()
  const { value, open, close, giveWay } = useAddressStep('compare', within)
  const isOpen = value !== ''
  const plans = useEndpoint(
    listPlans,
    { query: { fleetId: plan.fleetId, from: plan.date, to: plan.date, size: 100 } },
    { enabled: isOpen },
  )
  const others: readonly PlanSummary[] = (plans.data?.items ?? []).filter(({ id }) => id !== plan.id)
  const find = (id: string): Compared | null => {
    if (id === present) return { kind: 'present', id }
    if (versions?.some((one) => one.id === id)) return { kind: 'version', id }
    return others.some((one) => one.id === id) ? { kind: 'plan', id } : null
  }
  const [one, other] = [find(value), find(oneOf(query.with) || present)]
  const isRead = versions !== undefined && plans.data !== undefined && !plans.isFetching
  const isGone = isOpen && isRead && (one === null || other === null)
  useEffect(() => {
    if (isGone) giveWay()
  }, [isGone, giveWay])
  return {
    chosen: isOpen && one !== null && other !== null ? ([one, other] as const) : null,
    others,
    /** Compares a version, or the newest one, with the plan as it is edited. */
    open: (id: string | undefined = versions?.[0]?.id) => open(id ?? present, { with: undefined }),
    choose: (side: 0 | 1, id: string) => change({ [comparison[side]]: id }),
    close,
  }
}
