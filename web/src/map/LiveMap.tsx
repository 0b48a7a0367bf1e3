import MapOutlined from '@mui/icons-material/MapOutlined'
import Box from '@mui/material/Box'
import { readBasemap } from '@rumbo/contract/places.contract'
import { lazy, Suspense, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useSession } from '../app/client-context.tsx'
import { useEndpoint } from '../app/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { token } from '../ui/tokens.ts'
import type { MapCanvasProps } from './MapCanvas.tsx'
import { nothingCovered } from './map-model.ts'
import { hasWebGl } from './webgl.ts'

const MapCanvas = lazy(() => import('./MapCanvas.tsx').then((file) => ({ default: file.MapCanvas })))

/** A region that is added while the page is open appears within this time; nothing is sent where nothing changed. */
const lookAgainMs = 60_000

/**
 * The map with its ground, its own chunk fetched when first shown. Fills its (positioned) parent. Without WebGL it says
 * so in its place; without its streets it says so in its corner. Whatever stands on and beside it works on.
 */
export function LiveMap(props: Omit<MapCanvasProps, 'basemap' | 'onGround'>) {
  const { t, isWhole } = useText()
  const { leftPixels, bottomPixels } = props.covered ?? nothingCovered
  const [canDraw] = useState(hasWebGl)
  const [areStreetsMissing, setStreetsMissing] = useState(false)
  const basemap = useEndpoint(
    readBasemap,
    {},
    {
      staleTime: lookAgainMs,
      refetchInterval: lookAgainMs,
      gcTime: Number.POSITIVE_INFINITY,
      enabled: canDraw,
    },
  )
  if (!canDraw) {
    return (
      <Plain inset={`0 0 ${bottomPixels}px ${leftPixels}px`}>
        {isWhole && (
          <EmptyState icon={<MapOutlined />} title={t('ground.noWebGl')} text={t('ground.noWebGlText')} />
        )}
      </Plain>
    )
  }
  const ground = basemap.data ?? null
  if (ground === null && !basemap.isError) return <Plain />
  return (
    <Suspense fallback={<Plain />}>
      <MapCanvas {...props} basemap={ground} onGround={setStreetsMissing} />
      {isWhole && (
        <GroundNote
          ground={ground}
          areStreetsMissing={areStreetsMissing || basemap.isError}
          bottomPixels={bottomPixels + 8}
        />
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

interface GroundNoteProps {
  ground: MapCanvasProps['basemap']
  areStreetsMissing: boolean
  bottomPixels: number
}

/** Whose streets these are, how true, and whether there are any. */
function GroundNote({ ground, areStreetsMissing, bottomPixels }: GroundNoteProps) {
  const { t } = useText()
  const { user } = useSession()
  const { regions = [], world = null, service = null } = ground ?? {}
  const hasStreets = regions.length > 0 || service !== null
  const sources = new Set([...regions, ...(world ? [world] : [])].map(({ attribution }) => attribution))
  const words = [
    ...(areStreetsMissing ? [t('ground.unavailable')] : []),
    ...(regions.some(({ isApproximate }) => isApproximate) ? [t('ground.approximate')] : []),
    ...sources,
  ].filter(Boolean)
  const asksForRegion = ground !== null && !hasStreets && !areStreetsMissing
  if (words.length === 0 && !asksForRegion) return null
  return (
    <Box
      role={areStreetsMissing ? 'status' : undefined}
      sx={{
        position: 'absolute',
        right: 8,
        bottom: bottomPixels,
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
      {asksForRegion && (
        <>
          {t('ground.noRegions')}{' '}
          {user?.level === 'super_admin' && (
            <Box component="a" href={addresses.regions()} sx={{ color: token('primaryText') }}>
              {t('ground.addRegion')}
            </Box>
          )}
          {words.length > 0 && ' · '}
        </>
      )}
      {words.join(' · ')}
    </Box>
  )
}
