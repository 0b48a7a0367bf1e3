import { useAssignEvent } from '../details/use-assign-event.tsx'
import { useEventActions } from '../VehicleEvents.tsx'
import { EventDetails } from './EventDetails.tsx'

interface EventCardProps {
  eventId: string
  onClose: () => void
}

function EventCard({ eventId, onClose }: EventCardProps) {
  const actions = useEventActions()
  const assign = useAssignEvent()
  return (
    <>
      <EventDetails eventId={eventId} actions={actions} assign={assign} onClose={onClose} />
      {actions.dialog}
      {assign.dialog}
    </>
  )
}

/** The details of an event with its actions, where no list of events is around them. */
export const eventCard = (eventId: string, onClose: () => void) => (
  <EventCard eventId={eventId} onClose={onClose} />
)
