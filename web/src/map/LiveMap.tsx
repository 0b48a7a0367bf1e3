import MapOutlined from '@mui/icons-material/MapOutlined'
import Box from '@mui/material/Box'
import { readBasemap } from '@rumbo/contract/places.contract'
import { lazy, Suspense, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/tokens.ts'
import type { MapCanvasProps } from './MapCanvas.tsx'
import { hasWebGl } from './webgl.ts'

const MapCanvas = lazy(() => import('./MapCanvas.tsx').then((file) => ({ default: file.MapCanvas })))

const oneDayMs = 24 * 60 * 60_000

/**
 * The map with its ground, its own chunk fetched when first shown. Fills its (positioned) parent. Without WebGL, or
 * while the ground cannot be loaded, it says so in its place; whatever stands beside it works on.
 */
export function LiveMap(props: Omit<MapCanvasProps, 'basemap'>) {
  const { t } = useText()
  const message = useErrorMessage()
  const [canDraw] = useState(hasWebGl)
  const basemap = useEndpoint(readBasemap, {}, { staleTime: oneDayMs, gcTime: oneDayMs, enabled: canDraw })
  const ground = basemap.data
  if (!canDraw) {
    return (
      <Plain>
        <EmptyState icon={<MapOutlined />} title={t('map.noWebGl')} text={t('map.noWebGlText')} />
      </Plain>
    )
  }
  if (ground === undefined) {
    return (
      <Plain>
        {basemap.isError ? (
          <ErrorState
            title={t('map.error.ground')}
            text={message(basemap.error)}
            onRetry={() => void basemap.refetch()}
          />
        ) : null}
      </Plain>
    )
  }
  return (
    <Suspense fallback={<Plain />}>
      <MapCanvas {...props} basemap={ground} />
      <Note text={[ground.isApproximate ? t('map.approximate') : '', ground.attribution]} />
    </Suspense>
  )
}

function Plain({ children }: { children?: React.ReactNode }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        placeItems: 'center',
        backgroundColor: token('sunken'),
      }}
    >
      {children}
    </Box>
  )
}

/** Whose streets these are, and how true. */
function Note({ text }: { text: readonly string[] }) {
  const words = text.filter(Boolean).join(' · ')
  if (words === '') return null
  return (
    <Box
      sx={{
        position: 'absolute',
        right: 8,
        bottom: 8,
        zIndex: 1,
        maxWidth: 'calc(100% - 16px)',
        px: '8px',
        py: '2px',
        borderRadius: '8px',
        backgroundColor: token('surface'),
        color: token('textSoft'),
        typography: 'caption',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {words}
    </Box>
  )
}
