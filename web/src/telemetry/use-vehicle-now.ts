import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { readVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import { useLiveVehicle } from '../live/use-live.ts'

/** Polling interval in milliseconds for vehicles that the live stream does not cover. */
const readEveryMs = 10_000

/** The live values of a vehicle, taken from its record. */
const nowOfRecord = (vehicle: Vehicle): LiveVehicle => ({
  ...vehicle,
  statusSince: null,
  at: vehicle.lastLocation === null ? null : Date.parse(vehicle.lastLocation.time),
  latitude: vehicle.lastLocation?.latitude ?? null,
  longitude: vehicle.lastLocation?.longitude ?? null,
  speedKmh: vehicle.lastLocation?.speed ?? null,
  heading: vehicle.lastLocation?.heading ?? null,
  standSince: vehicle.standSince === null ? null : Date.parse(vehicle.standSince),
})

/** A vehicle's record and its live values: from the live stream, else from the polled record. */
export function useVehicleNow(vehicleId: string) {
  const live = useLiveVehicle(vehicleId)
  const read = useEndpoint(
    readVehicle,
    { params: { id: vehicleId } },
    { refetchInterval: live === undefined ? readEveryMs : false },
  )
  const record = read.data
  return { read, now: live ?? (record === undefined ? undefined : nowOfRecord(record)) }
}
