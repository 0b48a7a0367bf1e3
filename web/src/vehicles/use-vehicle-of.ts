import { readVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { useEndpoint } from '../app/data/use-data.ts'

/** The vehicle of a filter; null until it is read, and for none. */
export function useVehicleOf(id: string | undefined): Vehicle | null {
  const { data } = useEndpoint(readVehicle, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  return id === undefined ? null : (data ?? null)
}
