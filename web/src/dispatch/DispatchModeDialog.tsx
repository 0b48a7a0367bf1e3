import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import {
  type DispatchSettings,
  dispatchModes,
  dispatchPresets,
  saveDispatchSettings,
} from '@rumbo/contract/dispatch.engine.contract'
import { useId, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { draftOf, limitsOf, RepositioningFields } from './repositioning/RepositioningFields.tsx'

/** Chooses how a fleet is dispatched, and says in words what that does. */
export function DispatchModeDialog({
  settings,
  onClose,
}: {
  settings: DispatchSettings
  onClose: () => void
}) {
  const { t } = useText()
  const titleId = useId()
  const message = useErrorMessage()
  const save = useChange(saveDispatchSettings)
  const [draft, setDraft] = useState(settings)
  const [minutes, setMinutes] = useState(String(settings.longestArrivalMinutes))
  const [refusal, setRefusal] = useState<string | null>(null)
  const [moves, setMoves] = useState(draftOf(settings))
  const { mode, preset, requiresShift, offersToDrivers, repositions } = draft
  const limits = limitsOf(moves)
  const longestArrivalMinutes = Number(minutes)
  const isWrong =
    !Number.isInteger(longestArrivalMinutes) || longestArrivalMinutes < 1 || longestArrivalMinutes > 120
  const isRefused = isWrong || limits === null
  const isChanged =
    mode !== settings.mode ||
    preset !== settings.preset ||
    requiresShift !== settings.requiresShift ||
    offersToDrivers !== settings.offersToDrivers ||
    repositions !== settings.repositions ||
    JSON.stringify(moves) !== JSON.stringify(draftOf(settings)) ||
    longestArrivalMinutes !== settings.longestArrivalMinutes

  const submit = async () => {
    if (isWrong || limits === null) return
    setRefusal(null)
    try {
      await save.mutateAsync({
        params: { fleetId: settings.fleetId },
        body: {
          mode,
          preset,
          requiresShift,
          offersToDrivers,
          longestArrivalMinutes,
          repositions,
          ...limits,
          version: settings.version,
        },
      })
      onClose()
    } catch (error) {
      setRefusal(message(error, t('ui.error.text')))
    }
  }

  return (
    <GuardedDialog
      onClose={onClose}
      isChanged={isChanged}
      isBusy={save.isPending}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('dispatch.mode.title')}</DialogTitle>
          <DialogContent>
            <Box
              component="form"
              id={`${titleId}-form`}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                void submit()
              }}
              sx={{ display: 'grid', gap: '18px', pt: '8px' }}
            >
              {refusal !== null && <Alert severity="error">{refusal}</Alert>}
              <ChoiceField
                label={t('dispatch.mode.label')}
                value={mode}
                choices={dispatchModes.map((value) => ({ value, label: t(`dispatch.mode.${value}`) }))}
                onChange={(value) => setDraft({ ...draft, mode: value })}
                hint={t(`dispatch.mode.${mode}.does`)}
              />
              <ChoiceField
                label={t('dispatch.preset.label')}
                value={preset}
                choices={dispatchPresets.map((value) => ({ value, label: t(`dispatch.preset.${value}`) }))}
                onChange={(value) => setDraft({ ...draft, preset: value })}
                hint={t(`dispatch.preset.${preset}.means`)}
                isDisabled={mode === 'manual'}
              />
              <TextField
                label={t('dispatch.mode.longestArrival')}
                value={minutes}
                onChange={(event) => setMinutes(event.target.value)}
                disabled={mode === 'manual'}
                error={isWrong}
                helperText={isWrong ? t('dispatch.mode.longestArrivalBounds') : undefined}
                slotProps={{ htmlInput: { inputMode: 'numeric' } }}
              />
              <FormControlLabel
                control={
                  <Checkbox
                    checked={requiresShift}
                    disabled={mode === 'manual'}
                    onChange={(event) => setDraft({ ...draft, requiresShift: event.target.checked })}
                  />
                }
                label={t('dispatch.mode.requiresShift')}
              />
              <FormControlLabel
                control={
                  <Checkbox
                    checked={offersToDrivers}
                    disabled={mode !== 'automatic'}
                    onChange={(event) => setDraft({ ...draft, offersToDrivers: event.target.checked })}
                  />
                }
                label={t('dispatch.mode.offers')}
              />
              {offersToDrivers && mode === 'automatic' && (
                <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                  {t('dispatch.mode.offersHint')}
                </Box>
              )}
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('dispatch.mode.busyNote')}</Box>
              <RepositioningFields
                isOn={repositions}
                onToggle={(isOn) => setDraft({ ...draft, repositions: isOn })}
                draft={moves}
                onChange={setMoves}
              />
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{t('ui.cancel')}</Button>
            <Button
              type="submit"
              form={`${titleId}-form`}
              variant="contained"
              disabled={!isChanged || isRefused || save.isPending}
            >
              {t('ui.save')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
