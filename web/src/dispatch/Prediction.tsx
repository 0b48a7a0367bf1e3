import Box from '@mui/material/Box'
import { listPredictions, type Prediction } from '@rumbo/contract/dispatch.lateness.contract'
import { useMemo } from 'react'
import { usePacedEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { predictionsPaceMs } from './monitor-reads.ts'
import { useLateText } from './use-late-text.ts'

export function usePredictions(fleets: FleetSelection): ReadonlyMap<string, Prediction> {
  const { data } = usePacedEndpoint(listPredictions, { query: fleets.query }, { paceMs: predictionsPaceMs })
  return useMemo(() => new Map(data?.items.map((one) => [one.serviceId, one])), [data])
}

/** When the vehicle is expected at its next stop, against what was promised, and why it will be late. */
export function PredictionLine({ prediction }: { prediction: Prediction }) {
  const { t } = useText()
  const moment = useMoment()
  const lateText = useLateText()
  const { arrivesAt, promisedAt, isEstimate, lateSince } = prediction
  const minutes = Math.round((Date.parse(arrivesAt) - Date.parse(promisedAt)) / 60_000)
  return (
    <Box
      component="span"
      sx={{
        display: 'block',
        typography: 'caption',
        fontWeight: 620,
        color: token(lateSince === null ? 'textSoft' : 'alarmed'),
      }}
    >
      {isEstimate && '≈ '}
      {t('dispatch.eta.at', { time: moment(arrivesAt, 'time') })}
      {lateSince === null
        ? minutes > 0 && ` · ${t('dispatch.eta.late', { minutes })}`
        : ` · ${lateText(prediction)}`}
    </Box>
  )
}
