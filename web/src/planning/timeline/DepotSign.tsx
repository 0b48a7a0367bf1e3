import HomeRounded from '@mui/icons-material/HomeRounded'
import Box from '@mui/material/Box'
import { token } from '../../ui/theme/tokens.ts'

export const depotPixels = 14

/** The house that also marks depots on the map. */
export function DepotSign({ left, label }: { left?: number; label?: string }) {
  return (
    <Box
      component="span"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      title={label}
      style={left === undefined ? undefined : { position: 'absolute', left, top: 14 }}
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        width: depotPixels,
        height: depotPixels,
        borderRadius: '4px',
        color: token('surface'),
        backgroundColor: token('text'),
        '& svg': { fontSize: 11 },
      }}
    >
      <HomeRounded />
    </Box>
  )
}
