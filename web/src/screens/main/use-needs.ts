import { listCommands } from '@rumbo/contract/commands.contract'
import { listEvents } from '@rumbo/contract/events.contract'
import { listServices } from '@rumbo/contract/services.contract'
import { useCan, useFeatures } from '../../app/client-context.tsx'
import { usePacedEndpoint } from '../../app/use-data.ts'
import { useLive } from '../../live/use-live.ts'
import { nowMs, useNow } from '../../ui/clock.ts'
import { rankNeeds } from './needs.rules.ts'
import { useTakenNeeds } from './taken-needs.ts'

/** News of services comes all the time, of the rest now and then. */
const besidePaces = { servicesMs: 15_000, restMs: 3_000 }

/**
 * What needs this person in a fleet, for the list and for the number in the menu; each part is read by itself, so that
 * one that fails leaves the others. All is read again as the live stream asks for it, and every `refetchInterval`;
 * beside other work, on every page of everybody, at a slower pace.
 */
export function useNeeds(
  fleetId: string,
  { isBeside = false, ...look }: { refetchInterval?: number; isBeside?: boolean } = {},
) {
  const servicesLook = { ...look, paceMs: isBeside ? besidePaces.servicesMs : undefined }
  const restLook = { ...look, paceMs: isBeside ? besidePaces.restMs : undefined }
  // Services begin to wait too long, and vehicles to be silent, without any news; theirs is seen at the next second.
  useNow(1)
  const { isTaken } = useTakenNeeds()
  const features = useFeatures()
  const can = useCan()
  const { store } = useLive()
  const mayServices = can('services.read') && features.includes('services')
  const mayEvents = can('events.read') && features.includes('events')
  const mayCommands = can('commands.query') && features.includes('commands')
  const events = usePacedEndpoint(
    listEvents,
    { query: { fleetId, status: ['active'], severity: ['warning', 'critical'], size: 100 } },
    { ...restLook, enabled: mayEvents },
  )
  const waiting = usePacedEndpoint(
    listServices,
    { query: { fleetId, status: ['on_dispatch'], size: 100, sort: 'createdAt' } },
    { ...servicesLook, enabled: mayServices },
  )
  const running = usePacedEndpoint(
    listServices,
    { query: { fleetId, status: ['vehicle_assigned', 'in_progress'], size: 100, sort: 'createdAt' } },
    { ...servicesLook, enabled: mayServices },
  )
  const commands = usePacedEndpoint(
    listCommands,
    { query: { fleetId, status: ['failed', 'expired'], size: 25, sort: 'createdAt', order: 'desc' } },
    { ...restLook, enabled: mayCommands },
  )
  const parts = [events, waiting, running, commands]
  return {
    needs: rankNeeds(
      {
        events: events.data?.items ?? [],
        waiting: waiting.data?.items ?? [],
        running: running.data?.items ?? [],
        commands: commands.data?.items ?? [],
        vehicleOf: store.vehicle,
      },
      nowMs(),
    ).filter((need) => !isTaken(need)),
    isAny: mayServices || mayEvents || mayCommands,
    isLoading: parts.some(({ isLoading }) => isLoading),
    failed: parts.find(({ isError }) => isError),
    retry: () => {
      for (const part of parts) if (part.isError) void part.refetch()
    },
  }
}
