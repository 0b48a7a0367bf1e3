import { useWorkspace } from '../../app/client-context.tsx'
import { EventsAndRules } from '../../events/EventsAndRules.tsx'
import { ServiceViews } from '../../services/views/ServiceViews.tsx'

/** What happened to the vehicles of the fleets shown, and what was done about it. */
export function EventsScreen({ title }: { title: string }) {
  const { company } = useWorkspace()
  return (
    <EventsAndRules
      title={title}
      views={company && <ServiceViews companyId={company.id} screen="events" />}
    />
  )
}
