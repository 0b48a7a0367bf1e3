import type { OutputOf } from '@rumbo/contract/endpoint'
import type { changeFences } from '@rumbo/contract/geofences.bulk.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import { useText } from '../../ui/i18n.tsx'

type Item = OutputOf<typeof changeFences>['items'][number]

/** Why a bulk call left a geofence as it was. */
export function useRefusalWords(): (item: Pick<Item, 'problem' | 'usedBy'>) => string {
  const { t } = useText()
  return ({ problem, usedBy }) => {
    if (problem === null) return ''
    // A feature missing for company or fleet is, for one geofence among others, a missing right.
    const code = problem === 'feature_off' || problem === 'feature_locked' ? 'forbidden' : problem
    return t(`problems.${code}`, problemParams({ usedBy: usedBy.join(', ') }))
  }
}
