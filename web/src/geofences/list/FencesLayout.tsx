import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../app/client-context.tsx'
import { localSettings } from '../../app/session/storage.ts'
import { useText } from '../../ui/i18n.tsx'
import { PaneSeparator } from '../../ui/PaneSeparator.tsx'
import { PaneTabs } from '../../ui/PaneTabs.tsx'
import { token } from '../../ui/theme/tokens.ts'

export const fencePanes = ['list', 'map'] as const
export type FencePane = (typeof fencePanes)[number]

interface FencesLayoutProps {
  list: ReactNode
  map: ReactNode
  /** In a narrow window one of both is shown, behind tabs. */
  isNarrow: boolean
  pane: FencePane
  onPane: (pane: FencePane) => void
}

const bounds = { least: 320, most: 900 } as const
const usual = 500

/** List and map side by side with an edge that can be moved, or behind tabs. */
export function FencesLayout({ list, map, isNarrow, pane, onPane }: FencesLayoutProps) {
  const { t } = useText()
  const { width, resize } = usePaneWidth()
  if (isNarrow) {
    return (
      <PaneTabs
        labels={{ list: t('geofences.pane.list'), map: t('geofences.pane.map') }}
        pane={pane}
        onPane={onPane}
        isScrolling={pane === 'list'}
      >
        {pane === 'list' ? list : map}
      </PaneTabs>
    )
  }
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        gridTemplateRows: 'minmax(0, 1fr)',
        gridTemplateColumns: `min(${width}px, 60%) 1px minmax(0, 1fr)`,
      }}
    >
      <Box sx={{ minWidth: 0, overflowY: 'auto', backgroundColor: token('surface') }}>{list}</Box>
      <PaneSeparator
        label={t('geofences.pane.width')}
        width={width}
        bounds={bounds}
        side="left"
        onResize={resize}
        onReset={() => resize(usual)}
      />
      {map}
    </Box>
  )
}

/** The width of the list in pixels, kept for each user of this browser. */
function usePaneWidth() {
  const { user } = useSession()
  const key = `geofencePane.${user?.id ?? ''}`
  const within = (width: number) => Math.round(Math.min(bounds.most, Math.max(bounds.least, width)))
  const [width, setWidth] = useState(() => within(Number(localSettings.getItem(key)) || usual))
  return {
    width,
    resize(next: number) {
      setWidth(within(next))
      localSettings.setItem(key, String(within(next)))
    },
  }
}
