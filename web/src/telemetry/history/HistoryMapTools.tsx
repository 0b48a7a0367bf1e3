import AddRounded from '@mui/icons-material/AddRounded'
import CenterFocusStrongRounded from '@mui/icons-material/CenterFocusStrongRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import NavigationRounded from '@mui/icons-material/NavigationRounded'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { useEndpoint } from '../../app/data/use-data.ts'
import { MapControl } from '../../map/MapControls.tsx'
import type { MapHandle } from '../../map/map-model.ts'
import { floatingLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface HistoryMapToolsProps {
  map: React.RefObject<MapHandle | null>
  isFull: boolean
  onFull: (isFull: boolean) => void
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  /** The vehicle's place at the shown moment. */
  spot: () => { latitude: number; longitude: number } | null
  onShowAll: () => void
  /** Writes the moment into the address, so that the link contains it. */
  onShare: () => void
  /** Null if the legend is shown elsewhere. */
  legend: React.ReactNode
  /** The bar along the map's upper edge. */
  barRef: React.Ref<HTMLDivElement>
}

const closeZoom = 16

/** Controls over the map of a day: whole route, recenter, follow, maps service, link, legend. */
export function HistoryMapTools(props: HistoryMapToolsProps) {
  const { map, isFull, onFull, isFollowing, onFollow, spot, onShowAll, onShare, legend } = props
  const { t } = useText()
  const toasts = useToasts()
  const settings = useEndpoint(publicSettings, {})
  const template = settings.data?.mapsUrlTemplate ?? ''

  const openMaps = () => {
    const place = spot()
    if (place === null) return
    const address = template
      .replaceAll('{latitude}', String(place.latitude))
      .replaceAll('{longitude}', String(place.longitude))
    window.open(address, '_blank', 'noopener')
  }
  const share = async () => {
    onShare()
    // The address is updated within the current task.
    await new Promise((resolve) => setTimeout(resolve))
    try {
      await navigator.clipboard.writeText(window.location.href)
      toasts.show({ type: 'success', message: t('history.map.shared') })
    } catch {
      toasts.show({ type: 'error', message: t('history.map.shareFailed') })
    }
  }
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: '12px 12px 36px',
        zIndex: 2,
        pointerEvents: 'none',
        display: 'flex',
        gap: '12px',
      }}
    >
      <Box
        ref={props.barRef}
        sx={{
          flex: 1,
          minWidth: 0,
          alignSelf: 'flex-start',
          display: 'flex',
          flexWrap: 'wrap',
          gap: '8px',
          alignItems: 'flex-start',
          '& > *': { pointerEvents: 'auto' },
        }}
      >
        <FormControlLabel
          title={t('history.map.fullDayHint')}
          control={<Switch size="small" checked={isFull} onChange={(_, isOn) => onFull(isOn)} />}
          label={t('history.map.fullDay')}
          sx={{
            m: 0,
            pr: '12px',
            pl: '6px',
            ...floatingLook,
          }}
        />
        {legend}
      </Box>
      {/* On a low display they continue in a second column. */}
      <Box
        sx={{
          flex: 'none',
          height: '100%',
          display: 'grid',
          gap: '8px',
          direction: 'rtl',
          gridAutoFlow: 'column',
          gridTemplateRows: 'repeat(auto-fill, 36px)',
          '& button': { pointerEvents: 'auto' },
        }}
      >
        <MapControl
          label={t('history.map.recenter')}
          onClick={() => {
            const place = spot()
            if (place !== null) map.current?.goTo(place, Math.max(map.current.view().zoom, closeZoom))
          }}
        >
          <MyLocationRounded />
        </MapControl>
        <MapControl
          label={t(isFollowing ? 'history.map.noFollow' : 'history.map.follow')}
          isPressed={isFollowing}
          onClick={() => onFollow(!isFollowing)}
        >
          <NavigationRounded />
        </MapControl>
        <MapControl label={t('history.map.showAll')} onClick={onShowAll}>
          <CenterFocusStrongRounded />
        </MapControl>
        {template !== '' && (
          <MapControl label={t('history.map.openMaps')} onClick={openMaps}>
            <OpenInNewRounded />
          </MapControl>
        )}
        <MapControl label={t('history.map.share')} onClick={() => void share()}>
          <LinkRounded />
        </MapControl>
        <MapControl label={t('map.control.zoomIn')} onClick={() => map.current?.zoomIn()}>
          <AddRounded />
        </MapControl>
        <MapControl label={t('map.control.zoomOut')} onClick={() => map.current?.zoomOut()}>
          <RemoveRounded />
        </MapControl>
      </Box>
    </Box>
  )
}
