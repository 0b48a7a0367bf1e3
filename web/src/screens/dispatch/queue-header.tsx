import Box from '@mui/material/Box'
import type { Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { oldestWaitSinceMs } from '../../dispatch/dispatch.rules.ts'
import { WaitClock } from '../../dispatch/WaitClock.tsx'
import { nowMs, useNow } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** Says that something new waits, without moving the focus. */
export function Announcer({ waiting }: { waiting: readonly Service[] | undefined }) {
  const { t } = useText()
  const known = useRef<ReadonlySet<string> | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (waiting === undefined) return
    const before = known.current
    known.current = new Set(waiting.map(({ id }) => id))
    if (before === null) return
    const fresh = waiting.filter(({ id }) => !before.has(id))
    const [first] = fresh
    if (first !== undefined) {
      setSaid(
        t('dispatch.announce.new', {
          number: first.serviceNumber,
          priority: t(`services.priority.${first.priorityLevel}`),
        }),
      )
    }
  }, [waiting, t])
  return (
    <span role="status" style={visuallyHidden}>
      {said}
    </span>
  )
}

/** What waits and runs now, counted from the lists themselves. */
export function QueueFigures({
  waiting,
  running,
}: {
  waiting: readonly Service[] | undefined
  running: number | undefined
}) {
  const { t } = useText()
  useNow(1)
  const sinceMs = waiting === undefined ? null : oldestWaitSinceMs(waiting, nowMs())
  const figure = (label: string, value: ReactNode) => (
    <Box
      sx={{
        pl: '18px',
        borderLeft: `1px solid ${token('line')}`,
        '@media (max-width: 600px)': { pl: 0, border: 0 },
      }}
    >
      <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, typography: 'h2', fontWeight: 700 }}>
        {value}
      </Box>
    </Box>
  )
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 18px', m: 0 }}>
      {figure(t('dispatch.queue.waiting'), waiting?.length ?? '—')}
      {figure(t('dispatch.queue.oldest'), sinceMs === null ? '—' : <WaitClock sinceMs={sinceMs} />)}
      {figure(t('dispatch.queue.running'), running ?? '—')}
    </Box>
  )
}
