import { listAssignments } from '@rumbo/contract/identity.users.assignments.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'

/** Names by id of the companies, fleets and the vehicle in a user's scopes. */
export function useScopeNames(user: Pick<User, 'id' | 'vehicle'>): ReadonlyMap<string, string> {
  const assignments = useEndpoint(listAssignments, { params: { id: user.id } }).data?.items
  const { vehicle } = user
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { companyId, companyName, fleetId, fleetName } of assignments ?? []) {
      names.set(companyId, companyName)
      if (fleetId !== null && fleetName !== null) names.set(fleetId, fleetName)
    }
    if (vehicle !== null) names.set(vehicle.id, vehicle.vehicleNumber)
    return names
  }, [assignments, vehicle])
}
