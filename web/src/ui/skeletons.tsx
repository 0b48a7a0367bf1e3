import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { useText } from './i18n.tsx'
import { visuallyHidden } from './visually-hidden.ts'

const keys = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

function Loading({ children }: { children: ReactNode }) {
  const { t } = useText()
  return (
    <div role="status" aria-busy="true">
      <span style={visuallyHidden}>{t('ui.loading')}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Rows of 44 px while a list loads. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Loading>
      {keys(rows).map((row) => (
        <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: '12px', height: 44, px: '12px' }}>
          <Skeleton variant="circular" width={20} height={20} />
          <Skeleton variant="rounded" height={12} width={`${72 - ((row * 17) % 34)}%`} />
        </Box>
      ))}
    </Loading>
  )
}

/** Cards side by side while figures load. */
export function CardsSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Loading>
      <Box
        sx={{ display: 'grid', gap: '12px', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}
      >
        {keys(cards).map((card) => (
          <Skeleton key={card} variant="rounded" height={106} sx={{ borderRadius: '12px' }} />
        ))}
      </Box>
    </Loading>
  )
}

/** Fields while a form loads. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: '16px' }}>
        {keys(fields).map((field) => (
          <Skeleton key={field} variant="rounded" height={44} />
        ))}
      </Box>
    </Loading>
  )
}
