import { useFleetSelection } from '../app/client-context.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { type BadgeProps, MenuCount } from '../app/shell/MenuCount.tsx'
import { useNeeds } from './use-needs.ts'

function NeedsCount({ fleets, ...props }: BadgeProps & { fleets: FleetSelection }) {
  return <MenuCount {...props} count={useNeeds(fleets, { isBeside: true }).total} isGrave />
}

/** The number of items in the list of the Control Panel. */
export function AttentionBadge(props: BadgeProps) {
  const fleets = useFleetSelection()
  return fleets === null ? (
    <MenuCount {...props} count={0} isGrave />
  ) : (
    <NeedsCount {...props} fleets={fleets} />
  )
}
