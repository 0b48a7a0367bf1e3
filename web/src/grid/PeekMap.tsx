import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useEffect, useMemo, useState } from 'react'
import { SmallMap } from '../map/SmallMap.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

/** Delay in milliseconds, so that a pointer crossing the grid creates no maps. */
const restMs = 400

interface PeekMapProps {
  vehicle: LiveVehicle
  point: { latitude: number; longitude: number }
}

/** A static map of the vehicle's place; the address describes it in words. */
export function PeekMap({ vehicle, point }: PeekMapProps) {
  const { t } = useText()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const vehicles = useMemo(() => [vehicle], [vehicle])
  return (
    <Box sx={{ borderTop: `1px solid ${token('line')}`, '&:empty': { display: 'none' } }}>
      <SmallMap
        label={t('map.label')}
        point={point}
        vehicles={vehicles}
        chosenId={vehicle.id}
        isFollowing
        height={132}
        isDrawn={isDue}
      />
    </Box>
  )
}
