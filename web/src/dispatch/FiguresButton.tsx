import InsightsOutlined from '@mui/icons-material/InsightsOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { type DispatchFigures, readDispatchFigures } from '@rumbo/contract/dispatch.figures.contract'
import { formatClock, formatNumber } from '@rumbo/i18n/formats'
import { type ReactNode, useId, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'

const rereadMs = 60_000

/** What dispatch achieved in the last hour, and in each of the hours before. */
export function FiguresButton({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const titleId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={t('dispatch.figures.lastHour')}>
        <IconButton
          aria-label={t('dispatch.figures.lastHour')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <InsightsOutlined />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { p: '16px', maxWidth: 480 } },
        }}
      >
        <Box component="h2" id={titleId} sx={{ typography: 'h2', m: '0 0 10px' }}>
          {t('dispatch.figures.title')}
        </Box>
        <Figures fleets={fleets} />
      </Popover>
    </>
  )
}

function useRows(figures: DispatchFigures): readonly (readonly [label: string, value: ReactNode])[] {
  const { t, language } = useText()
  const clock = (seconds: number | null) => (seconds === null ? '—' : formatClock(seconds))
  const percent = (share: number | null) =>
    share === null ? '—' : `${formatNumber(language, share * 100, 0)} %`
  const { matched, abandoned, offers, rejections, arrivalError } = figures
  const asked = matched + abandoned
  return [
    [t('dispatch.figures.matched'), `${matched} · ${percent(asked === 0 ? null : matched / asked)}`],
    [t('dispatch.figures.abandoned'), String(abandoned)],
    [t('dispatch.figures.wait'), `${clock(figures.waitMedian)} · ${clock(figures.waitP95)}`],
    [t('dispatch.figures.arrival'), `${clock(figures.arrivalMedian)} · ${clock(figures.arrivalP95)}`],
    [
      t('dispatch.figures.error'),
      arrivalError === null ? '—' : `${arrivalError < 0 ? '−' : '+'}${formatClock(Math.abs(arrivalError))}`,
    ],
    [
      t('dispatch.figures.reassignments'),
      figures.reassignments === null ? '—' : formatNumber(language, figures.reassignments, 1),
    ],
    [t('dispatch.figures.offers'), `${offers} · ${rejections}`],
    [t('dispatch.figures.moves'), `${figures.suggestions} · ${figures.followed}`],
    [t('dispatch.figures.utilisation'), percent(figures.utilisation)],
    [
      t('dispatch.figures.fairness'),
      figures.fairness === null ? '—' : formatNumber(language, figures.fairness, 2),
    ],
    [t('dispatch.figures.decision'), clock(figures.decisionP95)],
  ]
}

function Figures({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readDispatchFigures, { query: fleets.query }, { refetchInterval: rereadMs })
  if (answer.isError)
    return (
      <ErrorState text={message(answer.error, t('ui.error.text'))} onRetry={() => void answer.refetch()} />
    )
  if (!answer.data) return <ListSkeleton rows={6} />
  const { lastHour, hours } = answer.data
  return (
    <>
      <FigureList figures={lastHour} />
      {'fleetId' in fleets.query && hours.length > 0 && <HourTable hours={hours} />}
    </>
  )
}

function FigureList({ figures }: { figures: DispatchFigures }) {
  const rows = useRows(figures)
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: '6px 20px', m: 0 }}>
      {rows.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: token('textSoft') }}>
            {label}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, textAlign: 'right', fontWeight: 620, fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function HourTable({ hours }: { hours: readonly { hour: string; figures: DispatchFigures }[] }) {
  const { t } = useText()
  const moment = useMoment()
  const head = ['hour', 'matched', 'abandoned', 'wait'] as const
  return (
    <Box
      component="table"
      sx={{ width: '100%', mt: '14px', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' }}
    >
      <Box component="caption" sx={{ textAlign: 'left', typography: 'h3', pb: '4px' }}>
        {t('dispatch.figures.hours')}
      </Box>
      <thead>
        <tr>
          {head.map((name) => (
            <Box
              component="th"
              scope="col"
              key={name}
              sx={{ textAlign: 'left', typography: 'caption', color: token('textSoft') }}
            >
              {t(`dispatch.figures.${name}`)}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map(({ hour, figures: { matched, abandoned, waitMedian, waitP95 } }) => (
          <tr key={hour}>
            <td>{moment(hour, 'time')}</td>
            <td>{matched}</td>
            <td>{abandoned}</td>
            <td>{waitMedian === null ? '—' : `${formatClock(waitMedian)} · ${formatClock(waitP95 ?? 0)}`}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
