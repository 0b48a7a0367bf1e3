import CircleOutlined from '@mui/icons-material/CircleOutlined'
import PentagonOutlined from '@mui/icons-material/PentagonOutlined'
import RouteOutlined from '@mui/icons-material/RouteOutlined'
import Box from '@mui/material/Box'
import type { ListedFence } from '@rumbo/contract/geofences.contract'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

const icons = { circle: CircleOutlined, polygon: PentagonOutlined, route: RouteOutlined } as const

/** The kind of a fence as a sign in a ring of its colour. */
export function FenceSign({ kind, colour }: Pick<ListedFence, 'kind' | 'colour'>) {
  const { t } = useText()
  const Icon = icons[kind]
  return (
    <Box
      component="span"
      role="img"
      aria-label={t(`geofences.kind.${kind}`)}
      sx={{
        flex: 'none',
        display: 'inline-grid',
        placeItems: 'center',
        width: 26,
        height: 26,
        borderRadius: '50%',
        border: `3px solid ${colour}`,
        color: token('textSoft'),
        backgroundColor: token('surface'),
        '& svg': { fontSize: 15 },
      }}
    >
      <Icon aria-hidden />
    </Box>
  )
}
