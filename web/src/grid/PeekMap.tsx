import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useEffect, useMemo, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { hasWebGl } from '../map/webgl.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

/** Delay in milliseconds, so that a pointer crossing the grid creates no maps. */
const restMs = 400
const zoom = 14.5

interface PeekMapProps {
  vehicle: LiveVehicle
  point: { latitude: number; longitude: number }
}

/** A static map of the vehicle's place; the address describes it in words. */
export function PeekMap({ vehicle, point }: PeekMapProps) {
  const { t } = useText()
  const [canDraw] = useState(hasWebGl)
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const vehicles = useMemo(() => [vehicle], [vehicle])
  if (!canDraw) return null
  return (
    <Box
      inert
      sx={{
        position: 'relative',
        height: 132,
        overflow: 'hidden',
        borderTop: `1px solid ${token('line')}`,
        backgroundColor: token('sunken'),
      }}
    >
      {isDue && (
        <LiveMap
          label={t('map.label')}
          view={{ ...point, zoom }}
          vehicles={vehicles}
          chosenId={vehicle.id}
          isFollowing
        />
      )}
    </Box>
  )
}
