import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { Work } from '@rumbo/contract/work.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

interface WorkProgressProps {
  /** Undefined until it is first read. */
  work: Work | undefined
  /** Reading it failed; it is retried. */
  isUnread?: boolean
  /** How far it is, in words; default: in rows. */
  words?: (done: string, total: string) => string
}

/** Progress of a work: a bar, its state, and how far it is. */
export function WorkProgress({ work, isUnread = false, words }: WorkProgressProps) {
  const { t, language } = useText()
  const labelId = useId()
  const status = work?.status ?? 'queued'
  const isOver = status === 'failed' || status === 'cancelled'
  const share = status === 'done' ? 100 : work?.total ? Math.min(100, (100 * work.done) / work.total) : null
  const number = (value: number) => formatNumber(language, value)
  const rows =
    work === undefined || (work.done === 0 && work.total === null)
      ? ''
      : work.total === null
        ? t('work.progress.rows', { count: work.done })
        : words
          ? words(number(work.done), number(work.total))
          : t('work.progress.of', { done: number(work.done), total: number(work.total) })
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: '16px' }}>
        <Typography id={labelId} variant="body2">
          {t(`work.status.${status}`)}
        </Typography>
        <Typography variant="body2" sx={{ color: token('textSoft'), fontVariantNumeric: 'tabular-nums' }}>
          {rows}
        </Typography>
      </Box>
      {!isOver && (
        <LinearProgress
          aria-labelledby={labelId}
          variant={share === null ? 'indeterminate' : 'determinate'}
          value={share ?? undefined}
        />
      )}
      {isUnread && (
        <Typography variant="caption" sx={{ color: token('textSoft') }} role="status">
          {t('work.read.failed')}
        </Typography>
      )}
    </Box>
  )
}
