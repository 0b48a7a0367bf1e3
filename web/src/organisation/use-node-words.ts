import { userStatuses } from '@rumbo/contract/identity.users.contract'
import { companyStatuses } from '@rumbo/contract/organisation.contract'
import type { TreeNode } from '@rumbo/contract/organisation.tree.contract'
import { vehicleStatuses } from '@rumbo/contract/vehicles.contract'
import { useMemo } from 'react'
import { useText } from '../ui/i18n.tsx'
import type { StatusToken } from '../ui/theme/tokens.ts'

type Counts = NonNullable<TreeNode['counts']>

export interface NodeStatus {
  label: string
  colour: StatusToken
  /** An unusual state, shown in the row. */
  isWorthSaying: boolean
}

const known = <V extends string>(values: readonly V[], value: string | null): V | undefined =>
  values.find((one) => one === value)
const colours: Readonly<Record<string, StatusToken>> = {
  active: 'active',
  pending: 'alarmed',
  suspended: 'critical',
  locked: 'alarmed',
}

/** Name, state and contents of a node in the current language. */
export function useNodeWords() {
  const { t } = useText()
  return useMemo(() => {
    const name = (node: TreeNode): string => {
      if (node.kind === 'vehicles' || node.kind === 'drivers' || node.kind === 'users')
        return t(`tree.group.${node.kind}`)
      return node.name
    }
    const status = ({ kind, status: word }: TreeNode): NodeStatus | null => {
      if (word === null) return null
      const colour = colours[word] ?? 'inactive'
      if (kind === 'vehicle') {
        const vehicle = known(vehicleStatuses, word)
        return vehicle
          ? { label: t(`vehicles.status.${vehicle}`), colour: vehicle, isWorthSaying: false }
          : null
      }
      const isWorthSaying = word !== 'active'
      if (kind === 'company') {
        const company = known(companyStatuses, word)
        return company ? { label: t(`companies.company.status.${company}`), colour, isWorthSaying } : null
      }
      if (kind === 'fleet')
        return {
          label: t(word === 'active' ? 'tree.fleet.active' : 'tree.fleet.inactive'),
          colour,
          isWorthSaying,
        }
      const user = known(userStatuses, word)
      return user ? { label: t(`identity.status.${user}`), colour, isWorthSaying } : null
    }
    const isGroup = ({ kind }: TreeNode) => kind === 'vehicles' || kind === 'drivers' || kind === 'users'
    return {
      name,
      status,
      /** In words, for screen readers. */
      counts: (node: TreeNode): string | null => {
        if (isGroup(node)) return String(node.childCount)
        if (node.counts === null) return null
        const { fleets, vehicles, drivers, users } = node.counts
        const parts = [
          ...(node.kind === 'company' ? [t('tree.count.fleets', { count: fleets })] : []),
          t('tree.count.vehicles', { count: vehicles }),
          t('tree.count.drivers', { count: drivers }),
          t('tree.count.users', { count: users }),
        ]
        return parts.join(', ')
      },
      /** As figures, for the screen. */
      figures: (node: TreeNode): readonly { of: keyof Counts; count: number }[] => {
        if (node.counts === null) return []
        const { fleets, vehicles, drivers, users } = node.counts
        return [
          ...(node.kind === 'company' ? [{ of: 'fleets' as const, count: fleets }] : []),
          { of: 'vehicles', count: vehicles },
          { of: 'drivers', count: drivers },
          { of: 'users', count: users },
        ]
      },
    }
  }, [t])
}
