import Box from '@mui/material/Box'
import { formatNumber } from '@rumbo/i18n/formats'
import { useDeferredValue } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { usePlanEditor } from './editor/plan-editor.ts'
import { usePlanFigures } from './panels/plan-figures.ts'
import type { RouteView } from './route-view.rules.ts'
import { minutesOf } from './use-plan-times.ts'

/** The figures of the whole plan, as it is edited; times and distances are of the stops to come. */
export function PlanTotals({ views }: { views: ReadonlyMap<string, RouteView> }) {
  const { t, language } = useText()
  const { content } = usePlanEditor()
  // Of large plans an edit shows at once and its sums a moment later.
  const figures = usePlanFigures(useDeferredValue(content))
  if (figures === null) return null
  const all = [...views.values()]
  const available = all.filter(({ vehicle, visits }) => visits.length > 0 || vehicle?.unfit === null).length
  const stops = all.reduce((sum, view) => sum + view.stops, 0)
  const { loadShare = null } = figures
  const late = minutesOf(figures.lateSeconds)
  const parts = [
    t('planning.totals.vehicles', { used: figures.vehicles, count: available }),
    t('planning.timeline.stops', { count: stops }),
    t('planning.route.km', { km: formatNumber(language, figures.metres / 1_000) }),
    t('planning.route.hours', { hours: formatNumber(language, figures.workSeconds / 3_600, 1) }),
    ...(loadShare === null ? [] : [t('planning.totals.load', { share: Math.round(loadShare * 100) })]),
  ]
  return (
    <Box
      component="ul"
      aria-label={t('planning.totals.label')}
      sx={{
        flex: 'none',
        display: 'flex',
        // On a phone one line that scrolls, so that the plan itself is in sight.
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
        overflowX: { xs: 'auto', sm: 'visible' },
        '& > *': { flex: 'none' },
        gap: { xs: '0 12px', sm: '0 16px' },
        listStyle: 'none',
        m: 0,
        p: { xs: '3px 12px', sm: '3px 16px' },
        typography: 'caption',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        color: token('textSoft'),
        backgroundColor: token('surface'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
      <Box
        component="li"
        sx={late > 0 ? { color: token('critical'), fontWeight: 700 } : undefined}
        title={t('planning.totals.lateHint', { count: figures.lateStops })}
      >
        {t('planning.totals.late', { minutes: late })}
      </Box>
    </Box>
  )
}
