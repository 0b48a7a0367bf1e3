import Box from '@mui/material/Box'
import { useText } from '../../ui/i18n.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { token } from '../../ui/theme/tokens.ts'

/** How many services a published route has that has not begun, in one line of a tile or row. */
export function ServicesAhead({ count }: { count: number }) {
  const { t } = useText()
  const words = t('services.route.services', { count })
  return (
    <Box
      component="span"
      title={words}
      sx={{ ...oneLine, display: 'block', typography: 'caption', color: token('textSoft') }}
    >
      {words}
    </Box>
  )
}
