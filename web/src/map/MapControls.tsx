import AddRounded from '@mui/icons-material/AddRounded'
import CenterFocusWeakRounded from '@mui/icons-material/CenterFocusWeakRounded'
import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded'
import FullscreenRounded from '@mui/icons-material/FullscreenRounded'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { MouseEvent, ReactNode } from 'react'
import { useFullscreen } from '../ui/hooks/use-fullscreen.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { findMe } from './geolocation.ts'

interface ControlProps {
  label: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  isPressed?: boolean
  isDisabled?: boolean
  children: ReactNode
}

/** A square button floating over the map. */
export function MapControl({ label, onClick, isPressed, isDisabled, children }: ControlProps) {
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
      sx={{
        '&&': {
          backgroundColor: token('raised'),
          border: `1px solid ${token('line')}`,
          boxShadow: `0 2px 8px ${token('shadow')}`,
          color: isPressed ? token('primaryText') : token('textSoft'),
          '&:hover': { color: token('text') },
          '&.Mui-disabled': { color: token('lineStrong') },
        },
      }}
    >
      {children}
    </IconButton>
  )
}

interface MapControlsProps {
  onZoomIn: () => void
  onZoomOut: () => void
  onFitAll?: () => void
  /** Shows the button to find the user's own place. */
  onFound?: (point: { latitude: number; longitude: number }) => void
  /** The screen shown in full screen; see `useFullscreen`. */
  hasFullscreen?: boolean
}

/** Buttons: locate, show all, full screen, zoom in, zoom out. */
export function MapControls(props: MapControlsProps) {
  const { onZoomIn, onZoomOut, onFitAll, onFound, hasFullscreen = false } = props
  const { t } = useText()
  const toasts = useToasts()
  const { isFull, canFill, toggle } = useFullscreen()

  const locate = async () => {
    const answer = await findMe()
    if ('problem' in answer) toasts.show({ type: 'error', message: t(`map.geolocation.${answer.problem}`) })
    else onFound?.(answer)
  }

  return (
    <Box
      role="group"
      aria-label={t('map.control.label')}
      sx={{ display: 'flex', flexDirection: 'column', gap: '8px' }}
    >
      {onFound && (
        <MapControl label={t('map.control.locate')} onClick={() => void locate()}>
          <MyLocationRounded />
        </MapControl>
      )}
      {onFitAll && (
        <MapControl label={t('map.control.recenter')} onClick={onFitAll}>
          <CenterFocusWeakRounded />
        </MapControl>
      )}
      {hasFullscreen && canFill && (
        <MapControl
          label={t(isFull ? 'map.control.leaveFullscreen' : 'map.control.fullscreen')}
          onClick={toggle}
          isPressed={isFull}
        >
          {isFull ? <FullscreenExitRounded /> : <FullscreenRounded />}
        </MapControl>
      )}
      <MapControl label={t('map.control.zoomIn')} onClick={onZoomIn}>
        <AddRounded />
      </MapControl>
      <MapControl label={t('map.control.zoomOut')} onClick={onZoomOut}>
        <RemoveRounded />
      </MapControl>
    </Box>
  )
}
