import CloseRounded from '@mui/icons-material/CloseRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'

/** The strip that says why more is shown than the filter asks for; hidden until the number rises again. */
export function AutoShown({ count }: { count: number }) {
  const { t } = useText()
  const [hidden, setHidden] = useState(0)
  if (count < hidden) setHidden(count)
  const isShown = count > hidden
  return (
    <Box role="status">
      {isShown && (
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
            {t('map.autoShown', { count })}
          </Box>
          <IconButton
            size="small"
            aria-label={t('map.autoShown.dismiss')}
            onClick={() => setHidden(count)}
            sx={{ width: 24, height: 24 }}
          >
            <CloseRounded sx={{ fontSize: 16 }} />
          </IconButton>
        </Box>
      )}
    </Box>
  )
}
