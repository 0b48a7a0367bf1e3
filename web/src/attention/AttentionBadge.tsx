import { useWorkspace } from '../app/client-context.tsx'
import { type BadgeProps, MenuCount } from '../app/shell/MenuCount.tsx'
import { useNeeds } from './use-needs.ts'

function NeedsCount({ fleetId, ...props }: BadgeProps & { fleetId: string }) {
  return <MenuCount {...props} count={useNeeds(fleetId, { isBeside: true }).total} isGrave />
}

/** The number of items in the list of the Control Panel. */
export function AttentionBadge(props: BadgeProps) {
  const { fleet } = useWorkspace()
  return fleet === null ? (
    <MenuCount {...props} count={0} isGrave />
  ) : (
    <NeedsCount {...props} fleetId={fleet.id} />
  )
}
