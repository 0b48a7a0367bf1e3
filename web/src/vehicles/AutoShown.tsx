import CloseRounded from '@mui/icons-material/CloseRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'

const noIds: ReadonlySet<string> = new Set()

/**
 * The strip that says why more is shown than the filter asks for: the vehicles of these ids. Hidden until one is among
 * them that was not when it was dismissed. It stands in a live region, so that it is read out as it comes.
 */
export function AutoShown({ ids }: { ids: readonly string[] }) {
  const { t } = useText()
  const [dismissed, setDismissed] = useState(noIds)
  const still = ids.filter((id) => dismissed.has(id))
  // One that went and comes back is news.
  if (still.length < dismissed.size) setDismissed(new Set(still))
  const isShown = still.length < ids.length
  if (!isShown) return null
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
        onClick={() => setDismissed(new Set(ids))}
        sx={{ width: 24, height: 24 }}
      >
        <CloseRounded sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  )
}
