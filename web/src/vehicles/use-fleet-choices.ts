import { useCan, useWorkspace } from '../app/client-context.tsx'

/** The fleets of the active company whose vehicles the user may edit, for a select. */
export function useFleetChoices(): { value: string; label: string }[] {
  const can = useCan()
  const { company, fleets } = useWorkspace()
  if (company === null) return []
  return fleets
    .filter(({ id }) => can('vehicles.edit', { companyId: company.id, fleetId: id }))
    .map(({ id, name }) => ({ value: id, label: name }))
}
