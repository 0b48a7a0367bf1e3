import Box from '@mui/material/Box'
import type { ReactNode, Ref } from 'react'

interface MapFrameProps {
  filters: ReactNode
  list: ReactNode
  /** The card of the chosen vehicle, where it is not beside its mark. */
  card: ReactNode
  isNarrow: boolean
  isFolded: boolean
  /** Covers the map's bottom edge on a phone. */
  bottomRef: Ref<HTMLDivElement>
}

/** Filters, list and card over the map: side by side, or on a phone above it and as a sheet below. */
export function MapFrame({ filters, list, card, isNarrow, isFolded, bottomRef }: MapFrameProps) {
  if (isNarrow) {
    return (
      <>
        <Box sx={{ position: 'absolute', inset: '8px 8px auto', display: 'flex' }}>{filters}</Box>
        <Box
          ref={bottomRef}
          sx={{
            position: 'absolute',
            inset: 'auto 8px 8px',
            zIndex: 5,
            // A card leaves half of the map to what it describes.
            maxHeight: card && isFolded ? '50%' : '64%',
            display: 'flex',
            '& > section': { flex: 1, minWidth: 0, overflowY: card && isFolded ? 'auto' : undefined },
          }}
        >
          {card && isFolded ? card : list}
        </Box>
      </>
    )
  }
  return (
    <>
      <Box
        sx={{
          position: 'absolute',
          inset: '12px',
          pointerEvents: 'none',
          display: 'grid',
          gap: '12px',
          gridTemplateColumns: '320px minmax(0, 1fr)',
          gridTemplateRows: 'minmax(0, 1fr)',
        }}
      >
        <Box sx={{ minHeight: 0, zIndex: 4 }}>{list}</Box>
        {filters}
      </Box>
      {card && <Box sx={{ position: 'absolute', right: 72, bottom: 84, zIndex: 5 }}>{card}</Box>}
    </>
  )
}
