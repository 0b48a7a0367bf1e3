import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useState } from 'react'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { kilometres } from '../editor/use-plan-words.ts'
import { curvePath, secondsLeft } from './run.rules.ts'
import { useRunActions } from './use-run-actions.ts'

const box = { width: 280, height: 72 }

/** A search that goes on: what it waits for, the best so far, and the button that ends it. */
export function RunProgress({ run }: { run: PlanRun }) {
  const { t, language } = useText()
  const { mayEdit } = usePlanEditor()
  const actions = useRunActions()
  const now = useSeconds()
  const left = secondsLeft(run, now)
  const last = run.points.at(-1)
  const phase =
    run.status === 'waiting'
      ? t('planPanels.run.waiting')
      : run.status === 'travel'
        ? t('planPanels.run.travel', { share: Math.floor(run.travelShare * 100) })
        : left === null
          ? t('planPanels.run.searching')
          : t('planPanels.run.left', { count: left })
  const share =
    run.status === 'travel'
      ? run.travelShare * 100
      : left === null
        ? undefined
        : 100 - (left / run.seconds) * 100
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <Box>
        <Box role="timer" aria-live="off" sx={{ mb: '6px', fontVariantNumeric: 'tabular-nums' }}>
          {phase}
        </Box>
        <LinearProgress
          aria-label={phase}
          variant={share === undefined ? 'indeterminate' : 'determinate'}
          value={share}
        />
      </Box>
      {run.resumed > 0 && <Alert severity="info">{t('planPanels.run.resumed')}</Alert>}
      {last && (
        <>
          <Curve run={run} />
          <Box
            component="p"
            role="status"
            aria-live="polite"
            sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}
          >
            {t('planPanels.run.soFar', {
              vehicles: formatNumber(language, last.vehicles),
              distance: kilometres(language, last.metres),
              unplanned: formatNumber(language, last.unplanned),
            })}
          </Box>
        </>
      )}
      {mayEdit && (
        <Button
          variant="outlined"
          startIcon={<StopCircleOutlined />}
          loading={actions.isBusy || run.isStopped}
          loadingPosition="start"
          onClick={() => void actions.stop(run)}
        >
          {t('planPanels.run.stop')}
        </Button>
      )}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {actions.error && (
          <Alert severity="error" role="presentation">
            {actions.error}
          </Alert>
        )}
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('planPanels.run.goOn')}</Box>
    </Box>
  )
}

/** The cost of the best plan over time, in words as well. */
function Curve({ run }: { run: PlanRun }) {
  const { t, language } = useText()
  const [first, last] = [run.points[0], run.points.at(-1)]
  const path = curvePath(run.points, run.seconds, box)
  if (path === '' || !first || !last) return null
  const better = first.cost > 0 ? (1 - last.cost / first.cost) * 100 : 0
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <svg
        role="img"
        viewBox={`0 0 ${box.width} ${box.height}`}
        aria-label={t('planPanels.run.curve', {
          share: formatNumber(language, better, 1),
          seconds: formatNumber(language, last.at),
        })}
        style={{ width: '100%', height: box.height, display: 'block' }}
        preserveAspectRatio="none"
      >
        <path
          d={path}
          fill="none"
          stroke={token('primary')}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1="0"
          x2={box.width}
          y1={box.height - 1}
          y2={box.height - 1}
          stroke={token('line')}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Box component="figcaption" sx={{ typography: 'caption', color: token('textSoft') }}>
        {t('planPanels.run.curveCaption', { share: formatNumber(language, better, 1) })}
      </Box>
    </Box>
  )
}

/** The time, renewed each second. */
function useSeconds(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
