import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { DeviceSetup } from './DeviceSetup.tsx'
import { isApn } from './device.rules.ts'

/** Polling interval of the first contact while the dialog is open, in milliseconds. */
const lookMs = 3_000
const typingMs = 300
const longestModel = 60

interface DeviceDialogProps {
  vehicle: Pick<Vehicle, 'id' | 'vehicleNumber' | 'imei' | 'gpsModel'>
  /** Identifier and model in the open form, possibly unsaved. */
  typed?: { imei: string; model: string }
  /** Called with a newly chosen model, for the form that opened the dialog. */
  onModel?: (model: string) => void
  onClose: () => void
}

/**
 * Explains how to point a vehicle's tracker at this server, and shows whether reports arrive. Mount it to open it.
 */
export function DeviceDialog({ vehicle, typed, onModel, onClose }: DeviceDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [model, setModel] = useState(typed?.model ?? vehicle.gpsModel ?? '')
  const [apn, setApn] = useState('')
  const askedModel = useDelayed(model.trim().slice(0, longestModel), typingMs)
  const askedApn = useDelayed(apn, typingMs)
  const answer = useEndpoint(
    deviceOnboarding,
    {
      params: { id: vehicle.id },
      query: {
        model: askedModel === '' ? undefined : askedModel,
        apn: askedApn !== '' && isApn(askedApn) ? askedApn : undefined,
      },
    },
    { refetchInterval: lookMs, placeholderData: keepPreviousData },
  )
  return (
    <GuardedDialog
      onClose={onClose}
      // Its fields fill in the instructions; nothing in it is saved.
      isChanged={false}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          {/* An id of its own: by default it has the id that names the dialog, with the close button in the name. */}
          <DialogTitle
            component="div"
            id={`${titleId}-bar`}
            sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}
          >
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, flex: 1 }}>
              {t('devices.connect.title', { number: vehicle.vehicleNumber })}
            </Box>
            <IconButton onClick={leave} aria-label={t('ui.close')} edge="end">
              <CloseRounded />
            </IconButton>
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '16px', alignContent: 'start' }}>
            {typed !== undefined && typed.imei.trim() !== (vehicle.imei ?? '') && (
              <Alert severity="warning" role="status">
                {t('devices.connect.unsaved')}
              </Alert>
            )}
            {answer.isError && (
              <ErrorState
                title={message(answer.error, t('devices.connect.error.load'))}
                onRetry={() => void answer.refetch()}
              />
            )}
            {answer.data ? (
              <DeviceSetup
                vehicleId={vehicle.id}
                onboarding={answer.data}
                model={model}
                onModel={(next) => {
                  setModel(next)
                  onModel?.(next)
                }}
                apn={apn}
                onApn={setApn}
              />
            ) : (
              !answer.isError && <FormSkeleton />
            )}
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={leave}>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
