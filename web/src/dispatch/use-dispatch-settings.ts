import { type DispatchSettings, readDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'

/**
 * Whether something may exist in the fleets shown, by how one is dispatched: no until that is known, and yes for several
 * fleets, whose settings are not read.
 */
export function useSettingHolds(
  fleets: FleetSelection | null,
  holds: (settings: DispatchSettings) => boolean,
): boolean {
  const [fleetId, ...others] = fleets?.fleetIds ?? []
  const isOne = fleetId !== undefined && others.length === 0
  const { data } = useEndpoint(
    readDispatchSettings,
    { params: { fleetId: fleetId ?? '' } },
    { enabled: isOne },
  )
  return isOne ? data !== undefined && holds(data) : fleetId !== undefined
}
