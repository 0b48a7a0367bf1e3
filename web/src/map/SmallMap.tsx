import Box from '@mui/material/Box'
import { type ComponentProps, useRef, useState } from 'react'
import { token } from '../ui/theme/tokens.ts'
import { LiveMap } from './LiveMap.tsx'
import type { MapHandle, MapPin } from './map-model.ts'
import { hasWebGl } from './webgl.ts'

/** Zoom at which the streets around one place are legible. */
const streetZoom = 14.5

const heightPixels = 168

interface SmallMapProps
  extends Pick<ComponentProps<typeof LiveMap>, 'label' | 'vehicles' | 'tracks' | 'chosenId' | 'isFollowing'> {
  /** The place in the middle; with `pins`, the map shows all of them. */
  point: { latitude: number; longitude: number }
  /** Must be the same array while unchanged. */
  pins?: readonly MapPin[]
  height?: number
  /** False keeps the space free. */
  isDrawn?: boolean
}

/** A small map to look at; the words beside it say the same. Nothing in browsers that cannot draw one. */
export function SmallMap(props: SmallMapProps) {
  const { point, pins, height = heightPixels, isDrawn = true, ...rest } = props
  const [canDraw] = useState(hasWebGl)
  const map = useRef<MapHandle>(null)
  if (!canDraw) return null
  return (
    <Box inert sx={{ position: 'relative', height, overflow: 'hidden', backgroundColor: token('sunken') }}>
      {isDrawn && (
        <LiveMap
          ref={map}
          view={{ latitude: point.latitude, longitude: point.longitude, zoom: streetZoom }}
          pins={pins}
          onReady={() => pins !== undefined && pins.length > 1 && map.current?.fit(pins, { isInstant: true })}
          {...rest}
        />
      )}
    </Box>
  )
}
