import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import type { MapHandle } from '../map/map-model.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'
import { type Located, placeText } from './AddressField.tsx'
import { useAddressAt } from './use-address.ts'

interface PickOnMapProps {
  title: string
  start: { latitude: number; longitude: number } | null
  onPick: (place: Located) => void
  onClose: () => void
}

/** A small map to click a place on. The middle of the map can be taken too, so that the keyboard suffices. */
export function PickOnMap({ title, start, onPick, onClose }: PickOnMapProps) {
  const { t } = useText()
  const titleId = useId()
  const map = useRef<MapHandle>(null)
  const [point, setPoint] = useState(start)
  const { place } = useAddressAt(point, point === null ? '' : `${point.latitude} ${point.longitude}`)
  const pins = useMemo(() => (point === null ? [] : [{ id: 'picked', letter: 'A', ...point }]), [point])
  const written = point === null ? '' : `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
  const address = place === null ? written : placeText(place)

  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ p: 0 }}>
        <Box sx={{ position: 'relative', height: 'min(52dvh, 460px)' }}>
          <LiveMap
            ref={map}
            label={title}
            view={start === null ? null : { ...start, zoom: 15 }}
            pins={pins}
            onClickGround={setPoint}
          />
          <Box sx={{ position: 'absolute', right: 12, bottom: 40 }}>
            <MapControls
              onZoomIn={() => map.current?.zoomIn()}
              onZoomOut={() => map.current?.zoomOut()}
              onFound={(found) => {
                setPoint(found)
                map.current?.goTo(found, 16)
              }}
            />
          </Box>
        </Box>
        <Box role="status" sx={{ p: '10px 20px', typography: 'body2', color: token('textSoft') }}>
          {point === null ? t('services.pick.hint') : `${address} · ${written}`}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button
          onClick={() => {
            const view = map.current?.view()
            if (view) setPoint({ latitude: view.latitude, longitude: view.longitude })
          }}
        >
          {t('services.pick.middle')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button
          variant="contained"
          disabled={point === null}
          onClick={() => point && onPick({ address, ...point })}
        >
          {t('services.pick.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
