import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatAge } from '@rumbo/i18n/formats'
import { useErrorMessage } from '../app/client-context.tsx'
import { isStale } from '../map/map-model.ts'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { useArrivals, useRings } from './use-radar.ts'

interface RadarNotesProps {
  /** The vehicle in the centre, if any. */
  centre: LiveVehicle | undefined
  arrivals: ReturnType<typeof useArrivals>
  rings: ReturnType<typeof useRings>
}

/** Notes on the radar's limits: an old position in the centre, or times and rings without roads. */
export function RadarNotes({ centre, arrivals, rings }: RadarNotesProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const now = useNow(2)
  const notes = [
    centre?.at != null && isStale(centre, now)
      ? t('radar.note.oldCentre', { age: formatAge(language, (now - centre.at) / 1000) })
      : null,
    arrivals.isError
      ? message(arrivals.error, t('radar.note.down'))
      : (rings.data ?? arrivals.data)?.isEstimate
        ? t('radar.note.noRoads')
        : null,
    rings.isError && rings.data === undefined ? t('radar.note.noRings') : null,
  ].filter((note) => note !== null)
  return notes.map((note) => (
    <Box
      key={note}
      role="status"
      sx={{ px: '14px', py: '6px', typography: 'body2', backgroundColor: token('alarmedTint') }}
    >
      {note}
    </Box>
  ))
}
