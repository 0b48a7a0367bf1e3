import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { ServicePopup } from './ServicePopup.tsx'
import { VehiclePopup } from './VehiclePopup.tsx'

interface MapCardProps {
  vehicle: LiveVehicle | undefined
  /** Shown instead of a vehicle. */
  service: Service | undefined
  isFollowing: boolean
  onFollow: ((isFollowing: boolean) => void) | undefined
  takesFocus: boolean
  onClose: () => void
}

/** Details of what is chosen on the map; a chunk of its own, loaded when something is chosen. */
export function MapCard({ vehicle, service, isFollowing, onFollow, takesFocus, onClose }: MapCardProps) {
  const how = { takesFocus, onClose }
  if (service) return <ServicePopup service={service} {...how} />
  return vehicle && <VehiclePopup vehicle={vehicle} isFollowing={isFollowing} onFollow={onFollow} {...how} />
}
