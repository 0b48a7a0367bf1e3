import Box from '@mui/material/Box'
import { useMoment } from '../../app/use-moment.ts'
import { Age } from '../../ui/Age.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** Interval in milliseconds at which the lists of devices are read again while the page is visible. */
export const refreshMs = 10_000

/** Wraps anywhere: identifiers have no spaces. */
export const Identifier = ({ text }: { text: string }) => (
  <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
    {text}
  </Box>
)

/** A relative time with the absolute time below. */
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
