import { useMemo } from 'react'
import { useSession } from '../../app/client-context.tsx'
import { accessHolderOf } from '../../app/session/access-holder.ts'
import type { Manager } from './user-access.rules.ts'

const nobody: Manager = { id: '', level: 'guest', scopes: [] }

/** The signed-in user in the form that the rules about users expect. */
export function useManager(): Manager {
  const { user } = useSession()
  return useMemo(() => (user === null ? nobody : { id: user.id, ...accessHolderOf(user) }), [user])
}
