import { useCan, useWorkspace } from '../app/client-context.tsx'

/** The fleet of a new vehicle; empty where its form must ask for it, null where the user may add none. */
export function useNewVehicleFleet(): string | null {
  const { fleet } = useWorkspace()
  const choices = useFleetChoices()
  const [only, ...others] = choices
  if (only === undefined) return null
  return choices.find(({ value }) => value === fleet?.id)?.value ?? (others.length === 0 ? only.value : '')
}

/** The fleets of the active company whose vehicles the user may edit, for a select. */
export function useFleetChoices(): { value: string; label: string }[] {
  const can = useCan()
  const { company, fleets } = useWorkspace()
  if (company === null) return []
  return fleets
    .filter(({ id }) => can('vehicles.edit', { companyId: company.id, fleetId: id }))
    .map(({ id, name }) => ({ value: id, label: name }))
}
