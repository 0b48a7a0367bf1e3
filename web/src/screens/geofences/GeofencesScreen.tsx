import { readFence } from '@rumbo/contract/geofences.contract'
import { useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { FenceEditor } from '../../geofences/editor/FenceEditor.tsx'

/** The editor of a geofence of the fleet. */
export function GeofencesScreen() {
  const { fleet } = useWorkspace()
  const [query, change] = useAddressState()
  const id = oneOf(query.fence)
  const read = useEndpoint(readFence, { params: { id: id ?? '' } }, { enabled: Boolean(id) })
  const fence = id ? (read.data ?? null) : null
  if (fleet === null || (id && fence === null)) return null
  const open = (next?: string) => change({ fence: next })
  return <FenceEditor key={`${fence?.id} ${fence?.version}`} fleetId={fleet.id} fence={fence} onSaved={(saved) => open(saved.id)} onCancel={() => open()} />
}
