import LinkRounded from '@mui/icons-material/LinkRounded'
import Box from '@mui/material/Box'
import type { RefObject } from 'react'
import { MapControl, MapControls } from '../map/MapControls.tsx'
import type { MapHandle } from '../map/map-model.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AutoRefresh } from '../vehicles/AutoRefresh.tsx'
import type { MapLayer } from './layers.ts'
import { MapLayersMenu } from './MapLayersMenu.tsx'

interface MapToolsProps {
  map: RefObject<MapHandle | null>
  /** Without a map, controls that only move it are omitted. */
  hasMap: boolean
  closeZoom: number
  onFitAll: () => void
  layers: readonly MapLayer[]
  onLayers: (layers: MapLayer[]) => void
  offeredLayers: readonly MapLayer[]
  hasChosen: boolean
  /** Updates the address to the current view and returns it. */
  addressNow: () => string
  isRunning: boolean
  onRunning: (isRunning: boolean) => void
  waiting: number
  /** Covers the bottom of the map. */
  bottomPixels: number
}

/** Controls at the map's bottom right: layers, sharing, the map's controls and auto-refresh. */
export function MapTools(props: MapToolsProps) {
  const { map, hasMap, closeZoom } = props
  const { t } = useText()
  const toasts = useToasts()
  const share = async () => {
    const address = props.addressNow()
    try {
      await navigator.clipboard.writeText(address)
      toasts.show({ type: 'success', message: t('liveMap.share.copied') })
    } catch {
      toasts.show({ type: 'error', message: t('liveMap.share.failed') })
    }
  }
  const bottom = props.bottomPixels + 40
  return (
    <Box
      sx={{
        position: 'absolute',
        right: 12,
        top: 56,
        bottom,
        zIndex: 2,
        pointerEvents: 'none',
        display: 'flex',
        alignItems: 'flex-end',
        gap: '12px',
        '& > *': { pointerEvents: 'auto' },
      }}
    >
      <AutoRefresh isRunning={props.isRunning} onChange={props.onRunning} waiting={props.waiting} />
      {/* On a low map or an enlarged page they continue in another column. */}
      <Box
        sx={{
          height: '100%',
          display: 'grid',
          gap: '8px',
          direction: 'rtl',
          alignContent: 'end',
          gridAutoFlow: 'column',
          gridTemplateRows: 'repeat(auto-fit, 36px)',
          '&&': { pointerEvents: 'none' },
          '&& > [role=group]': { display: 'contents' },
          '& button': { pointerEvents: 'auto' },
        }}
      >
        {hasMap && (
          <MapLayersMenu
            layers={props.layers}
            onChange={props.onLayers}
            offered={props.offeredLayers}
            hasChosen={props.hasChosen}
          />
        )}
        <MapControl label={t('liveMap.share.copy')} onClick={() => void share()}>
          <LinkRounded />
        </MapControl>
        {hasMap && (
          <MapControls
            onZoomIn={() => map.current?.zoomIn()}
            onZoomOut={() => map.current?.zoomOut()}
            onFitAll={props.onFitAll}
            onFound={(point) => map.current?.goTo(point, closeZoom)}
            hasFullscreen
          />
        )}
      </Box>
    </Box>
  )
}
