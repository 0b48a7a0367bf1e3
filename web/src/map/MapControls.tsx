import AddRounded from '@mui/icons-material/AddRounded'
import CenterFocusWeakRounded from '@mui/icons-material/CenterFocusWeakRounded'
import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded'
import FullscreenRounded from '@mui/icons-material/FullscreenRounded'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { token } from '../ui/tokens.ts'
import { findMe } from './geolocation.ts'

interface ControlProps {
  label: string
  onClick: () => void
  isPressed?: boolean
  children: ReactNode
}

/** A square button that floats over the map. */
export function MapControl({ label, onClick, isPressed, children }: ControlProps) {
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
      sx={{
        '&&': {
          backgroundColor: token('raised'),
          border: `1px solid ${token('line')}`,
          boxShadow: `0 2px 8px ${token('shadow')}`,
          color: isPressed ? token('primaryText') : token('textSoft'),
          '&:hover': { color: token('text') },
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
  /** Offers the person's own place. */
  onFound?: (point: { latitude: number; longitude: number }) => void
  /** What fills the screen; without it there is no such button. */
  fullscreenOf?: () => HTMLElement | null
}

/** Locate, show all, full screen, nearer, farther. */
export function MapControls({ onZoomIn, onZoomOut, onFitAll, onFound, fullscreenOf }: MapControlsProps) {
  const { t } = useText()
  const toasts = useToasts()
  const [isFull, setFull] = useState(false)

  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])

  const locate = async () => {
    const answer = await findMe()
    if ('problem' in answer) toasts.show({ type: 'error', message: t(`map.geolocation.${answer.problem}`) })
    else onFound?.(answer)
  }
  const switchFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void fullscreenOf?.()?.requestFullscreen()
  }
  const canFill = fullscreenOf !== undefined && document.fullscreenEnabled

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
      {canFill && (
        <MapControl
          label={t(isFull ? 'map.control.leaveFullscreen' : 'map.control.fullscreen')}
          onClick={switchFull}
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
