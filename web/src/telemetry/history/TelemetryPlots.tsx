import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useRef, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { Card } from '../../ui/Card.tsx'
import { nowMs, useNow } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { dayAt } from './legs.rules.ts'
import { TrackPlots, type TrackPlotsHandle } from './TrackPlots.tsx'
import type { TimeView } from './time-view.rules.ts'
import { useDayRoute, useWholeTrack } from './use-history.ts'

const ranges = [1, 6, 24, 168] as const
/** The server's limit for one request. */
const longestMs = 31 * 24 * hourMs

/** Speed, battery, fuel and signal of the last hours; new reports are added. */
export function TelemetryPlots({ vehicle, timeZone }: { vehicle: Vehicle; timeZone: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const [hours, setHours] = useState<(typeof ranges)[number]>(6)
  const [startMs] = useState(() => Math.floor(nowMs() / minuteMs) * minuteMs)
  const presentMs = useNow(10)
  const [zoom, setZoom] = useState<TimeView | null>(null)
  const asked = startMs - hours * hourMs
  const today = useDayRoute(vehicle.id, dayAt(presentMs, timeZone), true)
  const { track, isWhole, error, retry } = useWholeTrack({
    vehicleId: vehicle.id,
    fromMs: asked,
    toMs: asked + longestMs,
    isRunning: true,
    route: today.data,
  })
  const view = zoom ?? { fromMs: presentMs - hours * hourMs, toMs: presentMs }
  const plots = useRef<TrackPlotsHandle>(null)
  return (
    <Card
      title={t('vehicleDetails.plots.title')}
      actions={
        <>
          {zoom !== null && (
            <Button size="small" variant="outlined" onClick={() => setZoom(null)}>
              {t('vehicleDetails.plots.whole')}
            </Button>
          )}
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={t('vehicleDetails.plots.range')}
            value={hours}
            onChange={(_, next: (typeof ranges)[number] | null) => {
              if (next === null) return
              setZoom(null)
              setHours(next)
            }}
          >
            {ranges.map((range) => (
              <ToggleButton key={range} value={range} sx={{ px: '10px' }}>
                {range < 48
                  ? t('vehicleDetails.plots.hours', { count: range })
                  : t('vehicleDetails.plots.days', { count: range / 24 })}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </>
      }
    >
      {error !== null && track.time.length === 0 ? (
        <ErrorState
          title={t('history.error.route')}
          text={message(error, t('ui.error.text'))}
          onRetry={retry}
        />
      ) : isWhole && track.time.length === 0 ? (
        <EmptyState title={t('vehicleDetails.plots.none')} />
      ) : (
        <Box aria-busy={!isWhole} sx={{ mx: '-10px', display: 'grid', gap: '12px' }}>
          <TrackPlots
            ref={plots}
            track={track}
            view={view}
            timeZone={timeZone}
            summary={(what) => t('vehicleDetails.plots.summary', { what })}
            limitKmh={vehicle.speedLimitKmh}
            heights={{ speed: 130, levels: 140 }}
            atMs={null}
            hasDate
            onHover={(ms) => plots.current?.point(ms)}
            onZoom={setZoom}
          />
        </Box>
      )}
    </Card>
  )
}
