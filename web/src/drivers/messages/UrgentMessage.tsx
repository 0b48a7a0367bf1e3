import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useDriverMoment } from '../driver-moment.ts'
import { firstUrgent } from './driver-messages.rules.ts'
import type { DriverMessages } from './use-driver-messages.ts'

/** An urgent message stands in front of everything until the driver confirms it. */
export function UrgentMessage({ messages }: { messages: DriverMessages }) {
  const { t } = useText()
  const moment = useDriverMoment()
  const [titleId, textId] = [useId(), useId()]
  const urgent = firstUrgent(messages.threads)
  if (!urgent) return null
  const { thread, message, sequence } = urgent
  return (
    // Only confirming closes it.
    <GuardedDialog
      isBusy
      isChanged={false}
      onClose={() => undefined}
      role="alertdialog"
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      {() => (
        <>
          <DialogTitle id={titleId} sx={{ color: token('critical') }}>
            {t('driver.urgent.title')}
          </DialogTitle>
          <DialogContent id={textId}>
            {message && (
              <>
                <Box sx={{ color: token('textSoft') }}>
                  {message.author} · {moment(message.writtenAt)}
                </Box>
                <Box
                  role="alert"
                  sx={{ fontSize: '1.25rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', mt: '8px' }}
                >
                  {message.text === '' ? t('driver.messages.file') : message.text}
                </Box>
              </>
            )}
          </DialogContent>
          <DialogActions>
            <Button
              variant="contained"
              color="error"
              fullWidth
              sx={{ minHeight: 64 }}
              onClick={() => void messages.act({ kind: 'read', threadId: thread.id, sequence })}
            >
              {t('driver.urgent.confirm')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
