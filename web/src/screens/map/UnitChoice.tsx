import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useMemo } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { SpotChoice } from './SpotChoice.tsx'

interface UnitChoiceProps {
  vehicles: readonly LiveVehicle[]
  /** Those on the spot. */
  ids: readonly string[]
  /** In pixels of the map. */
  at: { x: number; y: number }
  onChoose: (vehicleId: string) => void
  onClose: () => void
}

/** Which of the vehicles on one spot? */
export function UnitChoice({ vehicles, ids, at, onChoose, onClose }: UnitChoiceProps) {
  const { t } = useText()
  const there = useMemo(() => {
    const wanted = new Set(ids)
    return vehicles.filter(({ id }) => wanted.has(id))
  }, [vehicles, ids])
  return (
    <SpotChoice
      at={at}
      onClose={onClose}
      label={t('mapScreen.spot.label', { count: there.length })}
      moreLabel={(count) => t('mapScreen.spot.more', { count })}
      items={there.map(({ id, vehicleNumber, status }) => ({
        label: `${vehicleNumber} · ${t(`vehicles.status.${status}`)}`,
        icon: <VehicleMark status={status} size={22} />,
        onChoose: () => onChoose(id),
      }))}
    />
  )
}
