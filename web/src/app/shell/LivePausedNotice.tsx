import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { maxSocketsOfPerson } from '@rumbo/contract/live.contract'
import { useLive, useLiveStatus } from '../../live/use-live.ts'
import { useText } from '../../ui/i18n.tsx'

/** Shows that live updates are paused because too many tabs are open, with a button to continue in this tab. */
export function LivePausedNotice() {
  const { t } = useText()
  const live = useLive()
  const { limit } = useLiveStatus()
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        left: 16,
        right: 16,
        bottom: 16,
        zIndex: 'snackbar',
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
        '&:empty': { display: 'none' },
      }}
    >
      {limit !== null && (
        <Alert
          severity="warning"
          variant="outlined"
          role="presentation"
          action={
            <Button color="inherit" size="small" onClick={live.reconnectNow} sx={{ whiteSpace: 'nowrap' }}>
              {t('shell.live.continue')}
            </Button>
          }
          sx={{ maxWidth: 640, pointerEvents: 'auto', backgroundColor: 'background.paper', flexWrap: 'wrap' }}
        >
          {t(`shell.live.paused.${limit}`, { count: maxSocketsOfPerson })}
        </Alert>
      )}
    </Box>
  )
}
