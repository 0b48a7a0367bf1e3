import { isGuest, parseScope } from '@rumbo/contract/access'
import { useSession } from '../app/client-context.tsx'

/** The vehicle a guest may see; null for staff, and for a guest without one. */
export function useOwnVehicle(): { isGuest: boolean; vehicleId: string | null } {
  const { user } = useSession()
  const scopes = user?.access_scopes ?? []
  const isOne = user?.level === 'guest' || isGuest(scopes)
  const own = scopes
    .map(({ scope }) => parseScope(scope)?.vehicle)
    .find((id) => id && id !== '*' && id !== '-')
  return { isGuest: isOne, vehicleId: isOne ? (own ?? null) : null }
}
