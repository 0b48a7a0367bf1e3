import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useSession } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'
import { PaneSeparator } from '../ui/PaneSeparator.tsx'
import { PaneTabs } from '../ui/PaneTabs.tsx'
import { paneBounds, usePaneWidths } from './pane-widths.ts'

export const dispatchPanes = ['waiting', 'assign', 'monitoring'] as const
export type DispatchPane = (typeof dispatchPanes)[number]

interface DispatchLayoutProps {
  content: Record<DispatchPane, ReactNode>
  counts: Record<DispatchPane, number | undefined>
  /** In a narrow window one pane is shown at a time, behind tabs. */
  isNarrow: boolean
  /** The middle pane holds the map only. */
  isReadOnly: boolean
  pane: DispatchPane
  onPane: (pane: DispatchPane) => void
}

/** The three panes of dispatch: side by side, or behind tabs. */
export function DispatchLayout({ content, counts, isNarrow, isReadOnly, pane, onPane }: DispatchLayoutProps) {
  const { t } = useText()
  const { user } = useSession()
  const panes = usePaneWidths(user?.id ?? '')
  const { widths } = panes
  const words: Record<DispatchPane, string> = {
    waiting: t('dispatch.waiting.title'),
    assign: t(isReadOnly ? 'shell.menu.map' : 'dispatch.assign.tab'),
    monitoring: t('dispatch.monitoring.title'),
  }
  return isNarrow ? (
    <PaneTabs labels={words} counts={counts} pane={pane} onPane={onPane}>
      {content[pane]}
    </PaneTabs>
  ) : (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        gridTemplateColumns: `${widths.waiting}px 1px minmax(0, 1fr) 1px ${widths.monitoring}px`,
      }}
    >
      {content.waiting}
      <PaneSeparator
        label={t('dispatch.pane.width', { pane: words.waiting })}
        width={widths.waiting}
        bounds={paneBounds}
        side="left"
        onResize={(width) => panes.resize('waiting', width)}
        onReset={() => panes.reset('waiting')}
      />
      <Box sx={{ minHeight: 0, minWidth: 0 }}>{content.assign}</Box>
      <PaneSeparator
        label={t('dispatch.pane.width', { pane: words.monitoring })}
        width={widths.monitoring}
        bounds={paneBounds}
        side="right"
        onResize={(width) => panes.resize('monitoring', width)}
        onReset={() => panes.reset('monitoring')}
      />
      {content.monitoring}
    </Box>
  )
}
