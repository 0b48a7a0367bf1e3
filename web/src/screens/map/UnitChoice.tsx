import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useMemo, useState } from 'react'
import { ChoiceMenu } from '../../ui/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import { VehicleMark } from '../../ui/VehicleMark.tsx'

/** A depot holds hundreds on one spot; a menu of them all helps nobody. */
const mostShown = 15

interface UnitChoiceProps {
  vehicles: readonly LiveVehicle[]
  /** Those on the spot. */
  ids: readonly string[]
  /** In pixels of the map. */
  at: { x: number; y: number }
  onChoose: (vehicleId: string) => void
  onClose: () => void
}

/** Several vehicles stand on one spot: a menu there asks which of them. */
export function UnitChoice({ vehicles, ids, at, onChoose, onClose }: UnitChoiceProps) {
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const there = useMemo(() => {
    const wanted = new Set(ids)
    return vehicles.filter(({ id }) => wanted.has(id))
  }, [vehicles, ids])
  const more = there.length - mostShown
  return (
    <>
      <Box ref={setAnchor} aria-hidden sx={{ position: 'absolute', left: at.x, top: at.y }} />
      <ChoiceMenu
        anchor={anchor}
        onClose={onClose}
        label={t('mapScreen.spot.label', { count: there.length })}
        head={
          more > 0 && (
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {t('mapScreen.spot.more', { count: more })}
            </Box>
          )
        }
        items={there.slice(0, mostShown).map(({ id, vehicleNumber, status }) => ({
          label: `${vehicleNumber} · ${t(`vehicles.status.${status}`)}`,
          icon: <VehicleMark status={status} size={22} />,
          onChoose: () => onChoose(id),
        }))}
      />
    </>
  )
}
