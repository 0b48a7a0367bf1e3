import { useCan } from '../app/client-context.tsx'
import { type BadgeProps, MenuCount } from '../app/shell/MenuCount.tsx'
import { useThreadCounts } from './threads/use-threads.ts'

/** The number of conversations with something unread; grave where a driver or customer wrote something urgent. */
export function CommunicationBadge(props: BadgeProps) {
  const counts = useThreadCounts(useCan()('communication.own'))
  return <MenuCount {...props} count={counts?.unread ?? 0} isGrave={(counts?.urgent ?? 0) > 0} />
}
