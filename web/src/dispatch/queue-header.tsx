import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import type { readQueue } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { waitLimitSeconds } from '@rumbo/contract/services.contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { play } from './sound.ts'
import { WaitClock } from './WaitClock.tsx'

type Queue = OutputOf<typeof readQueue>

/** Announces a service that was sent to dispatch, and one that waits too long, without moving the focus. */
export function Announcer({
  newest,
  oldestSince,
}: {
  newest: Queue['newest'] | undefined
  oldestSince: Queue['oldestSince'] | undefined
}) {
  const { t } = useText()
  const known = useRef<{ atMs: number } | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (newest === undefined) return
    const before = known.current
    const atMs = newest === null ? 0 : Date.parse(newest.at)
    known.current = { atMs: Math.max(atMs, before?.atMs ?? 0) }
    if (before === null || newest === null || atMs <= before.atMs) return
    play('new')
    setSaid(
      t('dispatch.announce.new', {
        number: newest.serviceNumber,
        priority: t(`services.priority.${newest.priorityLevel}`),
      }),
    )
  }, [newest, t])
  useEffect(() => {
    if (!oldestSince) return
    const leftMs = Date.parse(oldestSince) + waitLimitSeconds * 1000 - nowMs()
    if (leftMs < 0) return
    const timer = setTimeout(() => play('risk'), leftMs)
    return () => clearTimeout(timer)
  }, [oldestSince])
  return (
    <span role="status" style={visuallyHidden}>
      {said}
    </span>
  )
}

interface QueueFiguresProps {
  waiting: number | undefined
  running: number | undefined
  oldestSince: Queue['oldestSince'] | undefined
}

/** The numbers of waiting and running services, counted by the server. */
export function QueueFigures({ waiting, running, oldestSince }: QueueFiguresProps) {
  const { t } = useText()
  const sinceMs = oldestSince ? Date.parse(oldestSince) : null
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
      {figure(t('dispatch.queue.waiting'), waiting ?? '—')}
      {figure(t('dispatch.queue.oldest'), sinceMs === null ? '—' : <WaitClock sinceMs={sinceMs} />)}
      {figure(t('dispatch.queue.running'), running ?? '—')}
    </Box>
  )
}

/** Explains to those who may not dispatch why nothing can be assigned here. */
export function ReadOnlyNote() {
  const { t } = useText()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '6px',
        typography: 'body2',
        color: token('textSoft'),
      }}
    >
      <VisibilityOutlined aria-hidden sx={{ fontSize: 18 }} />
      {t('dispatch.readOnly')}
    </Box>
  )
}
