import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useId } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { MessageList } from './MessageList.tsx'
import { useDeviceMessages } from './use-device-messages.ts'

/** The last messages of a vehicle's device, raw and decoded; recorded while it is open. Mount it to open it. */
export function MessagesDialog({
  vehicle,
  onClose,
}: {
  vehicle: Pick<Vehicle, 'id' | 'vehicleNumber'>
  onClose: () => void
}) {
  const { t } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const titleId = useId()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const { messages, until, error, isChanging, record } = useDeviceMessages(vehicle.id)
  return (
    <GuardedDialog
      onClose={onClose}
      isChanged={false}
      maxWidth="lg"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle
            component="div"
            id={`${titleId}-bar`}
            sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}
          >
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, flex: 1 }}>
              {t('devices.messages.title', { number: vehicle.vehicleNumber })}
            </Box>
            <IconButton onClick={leave} aria-label={t('ui.close')} edge="end">
              <CloseRounded />
            </IconButton>
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '12px', alignContent: 'start' }}>
            <Typography variant="body2" sx={{ color: token('textSoft') }}>
              {t('devices.messages.text')}
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '10px' }}>
              <Box role="status">
                <TintedChip colour={until === null ? 'inactive' : 'active'}>
                  {until === null
                    ? t('devices.messages.stopped')
                    : t('devices.messages.recording', { time: moment(until, 'time') })}
                </TintedChip>
              </Box>
              <Button variant="outlined" disabled={isChanging} onClick={() => record(until === null)}>
                {t(until === null ? 'devices.messages.start' : 'devices.messages.stop')}
              </Button>
            </Box>
            {error !== null && <ErrorState title={message(error, t('devices.messages.error'))} />}
            {messages === undefined ? (
              error === null && <ListSkeleton rows={4} />
            ) : messages.length === 0 ? (
              <EmptyState title={t('devices.messages.none')} text={t('devices.messages.noneText')} />
            ) : (
              <MessageList vehicleId={vehicle.id} messages={messages} />
            )}
          </DialogContent>
        </>
      )}
    </GuardedDialog>
  )
}
