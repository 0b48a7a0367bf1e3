import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import InputAdornment from '@mui/material/InputAdornment'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { figureOf } from '@rumbo/contract/figures'
import { fencePalette } from '@rumbo/contract/geofences.contract'
import type { InspectedFenceFile } from '@rumbo/contract/geofences.files.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../../map/LiveMap.tsx'
import type { MapHandle } from '../../map/map-model.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { FenceSign } from '../FenceSign.tsx'
import { FenceTagsField } from '../FenceTagsField.tsx'
import { areaOf, cornersOf } from '../fence-area.ts'
import { shapeWords } from '../fence-words.rules.ts'
import { RefusedShapes } from './RefusedShapes.tsx'
import type { Reading } from './use-fence-import.ts'

export interface ImportLook {
  tags: readonly string[]
  isActive: boolean
}

interface ImportPreviewProps {
  file: InspectedFenceFile & { fileName: string }
  look: ImportLook
  onLook: (look: ImportLook) => void
  reading: Reading
  isReading: boolean
  onRead: (reading: Reading) => void
}

const mostListed = 100

/** What a file holds: its geofences on a map and by name, what is refused, and how it may be read otherwise. */
export function ImportPreview({ file, look, onLook, reading, isReading, onRead }: ImportPreviewProps) {
  const { t, language } = useText()
  const { items, total, refused, refusedTotal, fileName } = file
  const number = (value: number) => formatNumber(language, value)
  return (
    <>
      <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
        {t('geofences.import.found', { count: total, shown: number(total), name: fileName })}
      </Box>
      <RefusedShapes shapes={refused} total={refusedTotal} />
      <OtherReading
        reasons={new Set(refused.map(({ reason }) => reason))}
        reading={reading}
        isReading={isReading}
        onRead={onRead}
      />
      {total > 0 && (
        <>
          <PreviewMap items={items} />
          <Box
            component="ul"
            aria-label={t('geofences.import.list')}
            tabIndex={0}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gap: '6px',
              maxHeight: 200,
              overflowY: 'auto',
            }}
          >
            {items.slice(0, mostListed).map(({ index, name, colour, shape }) => (
              <Box component="li" key={index} sx={{ display: 'flex', alignItems: 'center', gap: '10px' }}>
                <FenceSign kind={shape.kind} colour={colour ?? fencePalette.blue} />
                <Box component="span" sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>
                  {name}
                </Box>
                <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
                  {shapeWords(t, language, shape)}
                </Box>
              </Box>
            ))}
            {total > mostListed && (
              <Box component="li" sx={{ typography: 'body2', color: token('textSoft') }}>
                {t('geofences.import.more', { shown: number(total - Math.min(items.length, mostListed)) })}
              </Box>
            )}
          </Box>
          <FenceTagsField
            label={t('geofences.import.tags')}
            value={look.tags}
            onChange={(tags) => onLook({ ...look, tags })}
          />
          <FormControlLabel
            control={
              <Switch checked={look.isActive} onChange={(_, isActive) => onLook({ ...look, isActive })} />
            }
            label={t('geofences.import.active')}
          />
        </>
      )}
    </>
  )
}

function PreviewMap({ items }: Pick<InspectedFenceFile, 'items'>) {
  const { t } = useText()
  const map = useRef<MapHandle>(null)
  const [isReady, setReady] = useState(false)
  const areas = useMemo(
    () =>
      items.map(({ index, name, colour, shape }) =>
        areaOf({ id: String(index), name, colour: colour ?? fencePalette.blue, shape }),
      ),
    [items],
  )
  useEffect(() => {
    if (isReady)
      map.current?.fit(cornersOf(items.map(({ shape }) => shape)), { isInstant: true, maxZoom: 16 })
  }, [isReady, items])
  return (
    <Box inert sx={{ position: 'relative', height: 240, borderRadius: '10px', overflow: 'hidden' }}>
      <LiveMap
        ref={map}
        label={t('geofences.import.map')}
        view={null}
        areas={areas}
        onReady={() => setReady(true)}
      />
    </Box>
  )
}

interface OtherReadingProps extends Pick<ImportPreviewProps, 'reading' | 'isReading' | 'onRead'> {
  reasons: ReadonlySet<string>
}

/** What a person may decide about a file: the order of coordinates, and the radius of points. */
function OtherReading({ reasons, reading, isReading, onRead }: OtherReadingProps) {
  const { t, language } = useText()
  const [radius, setRadius] = useState('250')
  const metres = figureOf(radius)
  const isRight = metres >= 10 && metres <= 200_000
  const words = { least: formatNumber(language, 10), most: formatNumber(language, 200_000) }
  return (
    <>
      {(reasons.has('swapped_coordinates') || reading.latitudeFirst) && (
        <FormControlLabel
          control={
            <Switch
              checked={reading.latitudeFirst}
              disabled={isReading}
              onChange={(_, latitudeFirst) => onRead({ ...reading, latitudeFirst })}
            />
          }
          label={t('geofences.import.latitudeFirst')}
        />
      )}
      {(reasons.has('no_radius') || reading.pointRadiusMetres !== null) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '10px', alignItems: 'flex-start' }}>
          <TextField
            size="small"
            label={t('geofences.import.radius')}
            value={radius}
            onChange={({ target }) => setRadius(target.value)}
            error={!isRight}
            helperText={isRight ? undefined : t('vehicleForm.valid.figure', words)}
            slotProps={{
              htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 8 },
              input: { endAdornment: <InputAdornment position="end">m</InputAdornment> },
            }}
          />
          <Button
            variant="outlined"
            disabled={!isRight}
            loading={isReading}
            onClick={() => onRead({ ...reading, pointRadiusMetres: metres })}
          >
            {t('geofences.import.readAgain')}
          </Button>
        </Box>
      )}
    </>
  )
}
