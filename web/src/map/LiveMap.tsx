import MapOutlined from '@mui/icons-material/MapOutlined'
import Box from '@mui/material/Box'
import { readBasemap } from '@rumbo/contract/places.contract'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { MapCanvasProps } from './MapCanvas.tsx'
import { nothingCovered } from './map-model.ts'
import { hasWebGl } from './webgl.ts'

const BasemapNote = lazy(() =>
  import('./basemap/BasemapNote.tsx').then((file) => ({ default: file.BasemapNote })),
)
const MapCanvas = lazy(() => import('./MapCanvas.tsx').then((file) => ({ default: file.MapCanvas })))

/**
 * Polling interval of the basemap in milliseconds, so that a region added meanwhile appears; unchanged answers are
 * empty.
 */
const recheckMs = 60_000

/**
 * The map with its basemap, loaded as a chunk when first shown. Fills its positioned parent. Shows a message without
 * WebGL or without streets; everything around it keeps working.
 */
export function LiveMap(props: Omit<MapCanvasProps, 'basemap' | 'onStreetsMissing'>) {
  const { t, isWhole } = useText()
  const { leftPixels, bottomPixels } = props.covered ?? nothingCovered
  const [canDraw] = useState(hasWebGl)
  const [areStreetsMissing, setStreetsMissing] = useState(false)
  const basemap = useEndpoint(
    readBasemap,
    {},
    {
      staleTime: recheckMs,
      refetchInterval: recheckMs,
      gcTime: Number.POSITIVE_INFINITY,
      enabled: canDraw,
    },
  )
  if (!canDraw) {
    return (
      <Plain inset={`0 0 ${bottomPixels}px ${leftPixels}px`}>
        {isWhole && (
          <EmptyState icon={<MapOutlined />} title={t('basemap.noWebGl')} text={t('basemap.noWebGlText')} />
        )}
      </Plain>
    )
  }
  const data = basemap.data ?? null
  if (data === null && !basemap.isError) return <Plain />
  return (
    <Suspense fallback={<Plain />}>
      <MapCanvas {...props} basemap={data} onStreetsMissing={setStreetsMissing} />
      {isWhole && (
        <Suspense>
          <BasemapNote
            basemap={data}
            areStreetsMissing={areStreetsMissing || basemap.isError}
            bottomPixels={bottomPixels + 8}
          />
        </Suspense>
      )}
    </Suspense>
  )
}

function Plain({ children, inset = 0 }: { children?: React.ReactNode; inset?: string | number }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        inset,
        display: 'grid',
        placeItems: 'center',
        backgroundColor: token('sunken'),
      }}
    >
      {children}
    </Box>
  )
}
