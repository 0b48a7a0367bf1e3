import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useSession } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'
import { PaneSeparator } from '../ui/PaneSeparator.tsx'
import { PaneTabs } from '../ui/PaneTabs.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type PaneSizes, sizeBounds, usePaneSizes } from './pane-sizes.ts'

export const planPanes = ['pool', 'map', 'routes'] as const
export type PlanPane = (typeof planPanes)[number]

interface PlanLayoutProps {
  content: Record<PlanPane, ReactNode>
  /** Right of the map; in a narrow window in place of the pane. Null without one. */
  panel: ReactNode
  counts: Partial<Record<PlanPane, number>>
  /** In a narrow window one pane is shown at a time, behind tabs. */
  isNarrow: boolean
  pane: PlanPane
  onPane: (pane: PlanPane) => void
}

/** Pool, map and panel side by side above the timeline, with edges that can be moved; or behind tabs. */
export function PlanLayout({ content, panel, counts, isNarrow, pane, onPane }: PlanLayoutProps) {
  const { t } = useText()
  const { user } = useSession()
  const { sizes, resize, reset } = usePaneSizes(user?.id ?? '')
  const labels: Record<PlanPane, string> = {
    pool: t('planning.pane.pool'),
    map: t('planning.pane.map'),
    routes: t('planning.pane.routes'),
  }
  if (isNarrow)
    return (
      <PaneTabs labels={labels} counts={counts} pane={pane} onPane={onPane}>
        {/* What the panel covers is out of reach, for the keyboard too. */}
        <Box inert={panel !== null} sx={{ position: 'absolute', inset: 0 }}>
          {content[pane]}
        </Box>
        {panel !== null && (
          <Box sx={{ position: 'absolute', inset: 0, zIndex: 8, backgroundColor: token('surface') }}>
            {panel}
          </Box>
        )}
      </PaneTabs>
    )
  const edge = (name: keyof PaneSizes, side: 'left' | 'right' | 'below', label: string) => (
    <PaneSeparator
      label={label}
      width={sizes[name]}
      bounds={sizeBounds[name]}
      side={side}
      onResize={(size) => resize(name, size)}
      onReset={() => reset(name)}
    />
  )
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        gridTemplateRows: `minmax(120px, 1fr) 1px min(${sizes.timeline}px, 70%)`,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <Box
        sx={{
          minHeight: 0,
          display: 'grid',
          gridTemplateRows: 'minmax(0, 1fr)',
          gridTemplateColumns: `min(${sizes.pool}px, 32%) 1px minmax(0, 1fr)${panel === null ? '' : ` 1px min(${sizes.panel}px, 34%)`}`,
        }}
      >
        {content.pool}
        {edge('pool', 'left', t('planning.pane.width', { pane: t('planning.pane.pool') }))}
        {content.map}
        {panel !== null &&
          edge('panel', 'right', t('planning.pane.width', { pane: t('planning.pane.panel') }))}
        {panel !== null && (
          <Box sx={{ minHeight: 0, minWidth: 0, overflow: 'hidden', backgroundColor: token('surface') }}>
            {panel}
          </Box>
        )}
      </Box>
      {edge('timeline', 'below', t('planning.pane.height', { pane: t('planning.pane.routes') }))}
      <Box sx={{ minHeight: 0, minWidth: 0, overflow: 'hidden', backgroundColor: token('surface') }}>
        {content.routes}
      </Box>
    </Box>
  )
}
