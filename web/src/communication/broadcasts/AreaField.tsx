import UndoRounded from '@mui/icons-material/UndoRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { listFences, readFence } from '@rumbo/contract/geofences.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { ringOf } from '../../geofences/fence-area.ts'
import { useFleetMiddle, useLiveVehicles } from '../../live/use-live.ts'
import { LiveMap } from '../../map/LiveMap.tsx'
import type { MapArea } from '../../map/map-model.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { type Corner, cornersOf } from './broadcast-draft.rules.ts'

interface AreaFieldProps {
  fleetId: string
  corners: readonly Corner[]
  onChange: (corners: readonly Corner[]) => void
}

const cityZoom = 11
const most = 200

/** An area: drawn on the map corner by corner, or that of a geofence, which the keyboard reaches too. */
export function AreaField({ fleetId, corners, onChange }: AreaFieldProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { read } = useData()
  const middle = useFleetMiddle(fleetId)
  const vehicles = useLiveVehicles(fleetId)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const search = useDelayed(typed.trim(), 250)
  const mayRead = useCan()('geofences.read')
  const fences = useEndpoint(
    listFences,
    { query: { fleetId, kind: ['circle', 'polygon'], search, size: 20, sort: 'name' } },
    { placeholderData: keepPreviousData, enabled: mayRead },
  )
  const areas = useMemo((): readonly MapArea[] => {
    const ring = corners.map(({ longitude, latitude }): [number, number] => [longitude, latitude])
    const [first] = ring
    if (first === undefined || ring.length < 3) return []
    const geometry = { type: 'Polygon' as const, coordinates: [[...ring, first]] }
    return [{ id: 'broadcast', geometry, tone: 'primary' }]
  }, [corners])
  const pins = useMemo(
    () => corners.map((corner, at) => ({ id: String(at), letter: String(at + 1), isPoint: true, ...corner })),
    [corners],
  )
  const takeFence = async (id: string) => {
    setFailure(null)
    try {
      const { shape } = await read(readFence, { params: { id } })
      onChange(cornersOf(ringOf(shape)))
    } catch (error) {
      setFailure(message(error, t('communication.error.fence')))
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      {mayRead && (
        <Autocomplete
          options={(fences.data?.items ?? []).map(({ id, name }) => ({ id, label: name }))}
          loading={fences.isFetching}
          filterOptions={(all) => all}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
          onChange={(_, fence) => fence && void takeFence(fence.id)}
          noOptionsText={t('communication.broadcast.noFences')}
          loadingText={t('ui.loading')}
          openText={t('communication.broadcast.fence')}
          closeText={t('ui.close')}
          clearText={t('ui.clear')}
          renderInput={(input) => (
            <TextField
              {...input}
              label={t('communication.broadcast.fence')}
              error={failure !== null}
              helperText={failure}
            />
          )}
        />
      )}
      <Box sx={{ position: 'relative', height: 260, borderRadius: '8px', overflow: 'hidden' }}>
        {middle !== null && (
          <LiveMap
            label={t('communication.broadcast.map')}
            view={{ ...middle, zoom: cityZoom }}
            vehicles={vehicles}
            areas={areas}
            pins={pins}
            onClickBasemap={({ latitude, longitude }) => {
              if (corners.length < most) onChange([...corners, { latitude, longitude }])
            }}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' }}>
        <Box aria-live="polite" sx={{ typography: 'body2', color: token('textSoft'), flex: 1 }}>
          {corners.length < 3
            ? t('communication.broadcast.draw')
            : t('communication.broadcast.corners', { count: corners.length })}
        </Box>
        <Button
          size="small"
          startIcon={<UndoRounded />}
          disabled={corners.length === 0}
          onClick={() => onChange(corners.slice(0, -1))}
        >
          {t('communication.broadcast.undo')}
        </Button>
        <Button size="small" disabled={corners.length === 0} onClick={() => onChange([])}>
          {t('communication.broadcast.clear')}
        </Button>
      </Box>
    </Box>
  )
}
