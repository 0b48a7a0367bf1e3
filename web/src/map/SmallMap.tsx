import Box from '@mui/material/Box'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { token } from '../ui/theme/tokens.ts'
import { LiveMap } from './LiveMap.tsx'
import type { MapHandle, MapPin } from './map-model.ts'
import { hasWebGl } from './webgl.ts'

/** Zoom at which the streets around one place are legible. */
const streetZoom = 14.5

const heightPixels = 168

interface SmallMapProps
  extends Pick<
    ComponentProps<typeof LiveMap>,
    'label' | 'vehicles' | 'areas' | 'tracks' | 'marks' | 'chosenId' | 'isFollowing'
  > {
  /** The place in the middle; with several `pins`, or `tracks`, the map shows all of them. */
  point: { latitude: number; longitude: number }
  /** Must be the same array while unchanged. */
  pins?: readonly MapPin[]
  height?: number
  /** To move marks between renders. */
  handle?: RefObject<MapHandle | null>
  /** False keeps the space free. */
  isDrawn?: boolean
}

/** A small map to look at; the words beside it say the same. Nothing in browsers that cannot draw one. */
export function SmallMap(props: SmallMapProps) {
  const { point, pins, tracks, height = heightPixels, isDrawn = true, handle, ...rest } = props
  const [canDraw] = useState(hasWebGl)
  const own = useRef<MapHandle>(null)
  const map = handle ?? own
  const [isReady, setReady] = useState(false)
  // The commands of the map exist from the render after it is ready.
  useEffect(() => {
    const shown = [...(pins ?? []), ...(tracks ?? []).flatMap(({ points }) => points)]
    if (isReady && shown.length > 1) map.current?.fit(shown, { isInstant: true })
  }, [isReady, pins, tracks, map])
  if (!canDraw) return null
  return (
    <Box inert sx={{ position: 'relative', height, overflow: 'hidden', backgroundColor: token('sunken') }}>
      {isDrawn && (
        <LiveMap
          ref={map}
          view={{ latitude: point.latitude, longitude: point.longitude, zoom: streetZoom }}
          pins={pins}
          tracks={tracks}
          onReady={() => setReady(true)}
          {...rest}
        />
      )}
    </Box>
  )
}
