import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { token } from '../ui/theme/tokens.ts'

/** Pool, map and timeline while a plan loads. */
export function PlanSkeleton() {
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'grid', gridTemplateRows: 'minmax(0, 1fr) 240px' }}>
      <Box
        sx={{
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', lg: '316px minmax(0, 1fr)' },
          overflow: 'hidden',
        }}
      >
        <Box sx={{ backgroundColor: token('surface'), overflow: 'hidden' }}>
          <ListSkeleton rows={10} />
        </Box>
        <Skeleton
          variant="rectangular"
          aria-hidden
          sx={{ height: '100%', display: { xs: 'none', lg: 'block' } }}
        />
      </Box>
      <Box
        aria-hidden
        sx={{ p: '12px', borderTop: `1px solid ${token('line')}`, backgroundColor: token('surface') }}
      >
        {[72, 58, 81, 64, 49].map((share) => (
          <Skeleton key={share} variant="rounded" height={24} width={`${share}%`} sx={{ my: '10px' }} />
        ))}
      </Box>
    </Box>
  )
}
