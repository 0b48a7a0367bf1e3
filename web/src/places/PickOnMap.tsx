import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { coordinatesText } from '@rumbo/geo/coordinates/coordinates-text'
import { useId, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import type { MapHandle } from '../map/map-model.ts'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type Located, readAsked } from './address-options.rules.ts'
import { readCoordinates } from './coordinates.ts'
import { placeText, usePlaceName } from './use-address.ts'

interface PickOnMapProps {
  title: string
  start: { latitude: number; longitude: number } | null
  onPick: (place: Located) => void
  onClose: () => void
}

/**
 * A small map to choose a place by a click. The centre of the map, the user's own place and typed coordinates work
 * too, for the keyboard and for browsers without a map.
 */
export function PickOnMap({ title, start, onPick, onClose }: PickOnMapProps) {
  const { t } = useText()
  const titleId = useId()
  const map = useRef<MapHandle>(null)
  const [point, setPoint] = useState(start)
  const [typed, setTyped] = useState<string | null>(null)
  const { place, isLoading, isDegraded } = usePlaceName(point?.latitude, point?.longitude)
  const pins = useMemo(() => (point === null ? [] : [{ id: 'picked', letter: 'A', ...point }]), [point])
  const written = point === null ? '' : coordinatesText(point)
  const address = place === null ? written : placeText(place)
  const asked = readAsked(typed ?? '')
  const isWrong = typed !== null && typed.trim() !== '' && asked.is !== 'coordinates'
  const take = (found: { latitude: number; longitude: number }) => {
    setTyped(null)
    setPoint(found)
  }

  return (
    <GuardedDialog
      isChanged={point !== start || (typed !== null && typed !== written)}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent sx={{ p: 0 }}>
            <Box sx={{ position: 'relative', height: 'min(52dvh, 460px)' }}>
              <LiveMap
                ref={map}
                label={title}
                view={start === null ? null : { ...start, zoom: 15 }}
                pins={pins}
                onClickBasemap={take}
              />
              <Box sx={{ position: 'absolute', right: 12, bottom: 40 }}>
                <MapControls
                  onZoomIn={() => map.current?.zoomIn()}
                  onZoomOut={() => map.current?.zoomOut()}
                  onFound={(found) => {
                    take(found)
                    map.current?.goTo(found, 16)
                  }}
                />
              </Box>
            </Box>
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: '10px 16px',
                p: '14px 20px 6px',
              }}
            >
              <TextField
                size="small"
                label={t('places.pick.coordinates')}
                value={typed ?? written}
                onChange={(event) => {
                  setTyped(event.target.value)
                  const found = readCoordinates(event.target.value)
                  if (found === null) return
                  setPoint(found)
                  map.current?.goTo(found, 16)
                }}
                onBlur={() => isWrong || setTyped(null)}
                autoComplete="off"
                error={isWrong}
                helperText={
                  isWrong
                    ? t(
                        asked.is === 'wrong'
                          ? `places.coordinates.${asked.problem}`
                          : 'places.pick.coordinatesHint',
                      )
                    : undefined
                }
                sx={{ flex: '0 1 240px' }}
              />
              <Box
                role="status"
                sx={{ flex: '1 1 200px', minWidth: 0, typography: 'body2', color: token('textSoft') }}
              >
                {point === null
                  ? t('places.pick.hint')
                  : place !== null
                    ? address
                    : t(isLoading ? 'map.popup.addressLoading' : 'map.popup.noAddress')}
                {isDegraded && <Box sx={{ typography: 'caption' }}>{t('places.field.degraded')}</Box>}
              </Box>
            </Box>
          </DialogContent>
          <DialogActions>
            <Button
              onClick={() => {
                const view = map.current?.view()
                if (view) take({ latitude: view.latitude, longitude: view.longitude })
              }}
            >
              {t('places.pick.middle')}
            </Button>
            <Box sx={{ flex: 1 }} />
            <Button onClick={leave}>{t('ui.cancel')}</Button>
            <Button
              variant="contained"
              disabled={point === null || isWrong}
              onClick={() => point && onPick({ address, ...point, parts: place?.parts ?? null })}
            >
              {t('places.pick.submit')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
