import Box from '@mui/material/Box'
import { useMoment } from '../../app/use-moment.ts'
import { Age } from '../../ui/Age.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** How often what the gateways hear is asked for anew while the page is in sight. */
export const refreshMs = 10_000

/** How long ago, and the moment itself below. */
export function Seen({ at }: { at: string }) {
  const moment = useMoment()
  return (
    <Box sx={{ display: 'grid' }}>
      <Age at={at} />
      <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
        {moment(at)}
      </Box>
    </Box>
  )
}
