import CloseRounded from '@mui/icons-material/CloseRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

const noIds: ReadonlySet<string> = new Set()

/**
 * Explains why the vehicles `ids` are shown although the filter excludes them. Once dismissed it stays hidden until
 * another vehicle is among `alarmed`, which holds all critical or alarmed vehicles. Rendered in a live region.
 */
export function AutoShown({ ids, alarmed }: { ids: readonly string[]; alarmed: readonly string[] }) {
  const { t } = useText()
  const [dismissed, setDismissed] = useState(noIds)
  const still = alarmed.filter((id) => dismissed.has(id))
  // A new alarm of a vehicle whose note was dismissed shows again.
  if (still.length < dismissed.size) setDismissed(new Set(still))
  if (ids.every((id) => dismissed.has(id))) return null
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '8px',
        p: '4px 8px 4px 14px',
        backgroundColor: token('alarmedTint'),
        typography: 'caption',
      }}
    >
      <InfoOutlined aria-hidden sx={{ fontSize: 16 }} />
      <Box component="span" sx={{ flex: 1 }}>
        {t('map.autoShown', { count: ids.length })}
      </Box>
      <IconButton
        size="small"
        aria-label={t('map.autoShown.dismiss')}
        onClick={() => setDismissed(new Set([...dismissed, ...ids]))}
        sx={{ width: 24, height: 24 }}
      >
        <CloseRounded sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  )
}
