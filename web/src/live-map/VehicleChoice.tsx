import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useMemo } from 'react'
import type { MapPin } from '../map/map-model.ts'
import { useText } from '../ui/i18n.tsx'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { SpotChoice } from './SpotChoice.tsx'

export interface Spot {
  /** The vehicles on the spot. */
  ids: readonly string[]
  /** The services whose pins they cover. */
  pinIds: readonly string[]
  /** In pixels of the map. */
  at: { x: number; y: number }
}

interface VehicleChoiceProps extends Spot {
  vehicles: readonly LiveVehicle[]
  pins: readonly MapPin[] | undefined
  onChoose: (vehicleId: string | null, serviceId?: string) => void
  onClose: () => void
}

/** Chooses among the vehicles on one spot and the services below them. */
export function VehicleChoice({
  vehicles,
  pins = [],
  ids,
  pinIds,
  at,
  onChoose,
  onClose,
}: VehicleChoiceProps) {
  const { t } = useText()
  const there = useMemo(() => {
    const wanted = new Set(ids)
    return vehicles.filter(({ id }) => wanted.has(id))
  }, [vehicles, ids])
  const covered = pins.filter(({ id }) => pinIds.includes(id))
  return (
    <SpotChoice
      at={at}
      onClose={onClose}
      label={covered.length > 0 ? t('liveMap.spot.both') : t('liveMap.spot.label', { count: there.length })}
      moreLabel={(count) => t('liveMap.spot.more', { count })}
      items={[
        // Services come first: the menu is limited, and vehicles are also in the list.
        ...covered.map(({ id, label }) => ({
          label: t('liveMap.spot.service', { service: label ?? '' }),
          icon: <PlaceOutlined />,
          onChoose: () => onChoose(null, id),
        })),
        ...there.map(({ id, vehicleNumber, status }) => ({
          label: `${vehicleNumber} · ${t(`vehicles.status.${status}`)}`,
          icon: <VehicleMark status={status} size={22} />,
          onChoose: () => onChoose(id),
        })),
      ]}
    />
  )
}
