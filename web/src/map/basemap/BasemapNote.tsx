import Box from '@mui/material/Box'
import { addresses } from '../../addresses.ts'
import { useSession } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { MapCanvasProps } from '../MapCanvas.tsx'

interface BasemapNoteProps {
  basemap: MapCanvasProps['basemap']
  areStreetsMissing: boolean
  bottomPixels: number
}

/** Attribution of the basemap, and a note if its streets are approximate or missing. */
export function BasemapNote({ basemap, areStreetsMissing, bottomPixels }: BasemapNoteProps) {
  const { t } = useText()
  const { user } = useSession()
  const { regions = [], world = null, service = null } = basemap ?? {}
  const hasStreets = regions.length > 0 || service !== null
  const sources = new Set([...regions, ...(world ? [world] : [])].map(({ attribution }) => attribution))
  const words = [
    ...(areStreetsMissing ? [t('basemap.unavailable')] : []),
    ...(regions.some(({ isApproximate }) => isApproximate) ? [t('basemap.approximate')] : []),
    ...sources,
  ].filter(Boolean)
  const offersRegion = basemap !== null && !hasStreets && !areStreetsMissing
  if (words.length === 0 && !offersRegion) return null
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
      {offersRegion && (
        <>
          {t('basemap.noRegions')}{' '}
          {user?.level === 'super_admin' && (
            <Box component="a" href={addresses.regions()} sx={{ color: token('primaryText') }}>
              {t('basemap.addRegion')}
            </Box>
          )}
          {words.length > 0 && ' · '}
        </>
      )}
      {words.join(' · ')}
    </Box>
  )
}
