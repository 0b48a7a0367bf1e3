import PowerSettingsNewRounded from '@mui/icons-material/PowerSettingsNewRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { commandOptions } from '@rumbo/contract/commands.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useLiveVehicle } from '../live/use-live.ts'
import { Age } from '../ui/Age.tsx'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { FigureWithUnit } from '../ui/FigureWithUnit.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { LiveStatusChip } from '../vehicles/live-cells.tsx'
import { type CommandOptions, isConfirmed, stopObstacleNow } from './commands.rules.ts'
import { useSendCommand } from './use-send-command.ts'

/** Polling interval of speed and place while the dialog is open, in milliseconds. */
const freshMs = 3000

interface StopEngineDialogProps {
  vehicle: Vehicle
  options: CommandOptions
  onClose: () => void
}

/**
 * Asks for everything that stopping an engine requires, and explains why it cannot be stopped now. Mount it to open
 * it.
 */
export function StopEngineDialog({ vehicle, options, onClose }: StopEngineDialogProps) {
  const { t, language } = useText()
  const [titleId, textId] = [useId(), useId()]
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [hasInsisted, setInsisted] = useState(false)
  const [wasSent, setSent] = useState(false)
  const live = useLiveVehicle(vehicle.id)
  const fresh = useEndpoint(commandOptions, { params: { id: vehicle.id } }, { refetchInterval: freshMs })
  const { send, reset, isSending, refused, error } = useSendCommand(onClose)
  const { stopEngine, isConnected } = fresh.data ?? options
  const obstacle = stopObstacleNow(stopEngine, live?.speedKmh)
  const speedKmh = live?.speedKmh ?? stopEngine.speedKmh
  // No override while two connections claim to be the tracker: the command might reach the wrong one.
  const mayInsist = obstacle !== null && obstacle !== 'device_claimed' && stopEngine.mayInsist
  const insists = mayInsist && hasInsisted
  const isBlocked = obstacle !== null && !insists
  const { vehicleNumber } = vehicle
  const lacksReason = wasSent && reason.trim() === ''
  const reasonError = lacksReason ? 'fields.reason_missing' : refused.reason
  const isMistyped = wasSent && !isConfirmed(typed, vehicleNumber)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (isBlocked || isSending) return
    setSent(true)
    const form = event.currentTarget
    if (reason.trim() === '' || !isConfirmed(typed, vehicleNumber)) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    send({
      vehicleId: vehicle.id,
      type: 'stop_engine',
      priority: 'critical',
      reason: reason.trim(),
      confirmation: typed.trim(),
      insists,
    })
  }
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text)
    if (error !== null) reset()
  }

  return (
    <GuardedDialog
      isBusy={isSending}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      {(leave) => (
        <form onSubmit={submit} noValidate aria-labelledby={titleId}>
          <DialogTitle
            id={titleId}
            sx={{ display: 'flex', alignItems: 'center', gap: '10px', color: token('critical') }}
          >
            <PowerSettingsNewRounded aria-hidden />
            {t('commands.stop.title', { number: vehicleNumber })}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '14px' }}>
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: '8px 22px',
                p: '12px 14px',
                borderRadius: '12px',
                backgroundColor: token('sunken'),
              }}
            >
              <Box sx={{ flex: '1 1 160px' }}>
                <Box sx={{ fontWeight: 700 }}>
                  {vehicleNumber} {vehicle.make} {vehicle.model}
                </Box>
                <Box sx={{ mt: '4px' }}>
                  <LiveStatusChip vehicle={vehicle} isRunning />
                </Box>
              </Box>
              <Box component="dl" sx={{ display: 'flex', gap: '22px', m: 0 }}>
                <Reading label={t('commands.stop.speed')}>
                  {speedKmh === null ? (
                    '—'
                  ) : (
                    <FigureWithUnit value={formatNumber(language, speedKmh)} unit="km/h" size="title" />
                  )}
                </Reading>
                <Reading label={t('commands.stop.fix')}>
                  {stopEngine.fixTime === null ? t('commands.stop.noFix') : <Age at={stopEngine.fixTime} />}
                </Reading>
              </Box>
            </Box>
            <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
              {obstacle !== null && (
                <Alert severity="error" role="presentation">
                  {t(`commands.stop.obstacle.${obstacle}`)}
                </Alert>
              )}
            </Box>
            {mayInsist && (
              <FormControlLabel
                control={
                  <Checkbox color="error" checked={hasInsisted} onChange={(_, isOn) => setInsisted(isOn)} />
                }
                label={t('commands.stop.insist')}
                sx={{ m: 0, ml: '-9px' }}
              />
            )}
            <Box id={textId}>
              <Box sx={{ fontWeight: 620, mb: '4px' }}>{t('commands.stop.what')}</Box>
              <Box component="ul" sx={{ m: 0, pl: '18px', typography: 'body2', color: token('textSoft') }}>
                <li>{t('commands.stop.what.cut')}</li>
                <li>
                  {t('commands.stop.what.time')} {isConnected && t('commands.send.atOnce')}
                </li>
                {!insists && <li>{t('commands.stop.what.again')}</li>}
                <li>{t('commands.stop.what.audit')}</li>
              </Box>
            </Box>
            <TextField
              label={t('commands.stop.reason')}
              value={reason}
              onChange={(event) => edit(setReason)(event.target.value)}
              required
              multiline
              minRows={2}
              error={reasonError !== undefined}
              helperText={reasonError && t(reasonError)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              sx={{ mt: '4px' }}
            />
            <TextField
              label={t('commands.stop.confirmation', { number: vehicleNumber })}
              value={typed}
              onChange={(event) => edit(setTyped)(event.target.value)}
              required
              autoComplete="off"
              error={isMistyped}
              helperText={isMistyped ? t('commands.valid.confirmation') : undefined}
            />
            <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
              {error !== null && (
                <Alert severity="error" role="presentation">
                  {error}
                </Alert>
              )}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} disabled={isSending} autoFocus>
              {t('ui.cancel')}
            </Button>
            <Button
              type="submit"
              variant="contained"
              color="error"
              startIcon={<PowerSettingsNewRounded />}
              disabled={isBlocked}
              loading={isSending}
              loadingPosition="start"
            >
              {t('commands.stop.submit')}
            </Button>
          </DialogActions>
        </form>
      )}
    </GuardedDialog>
  )
}

function Reading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
        {children}
      </Box>
    </Box>
  )
}
