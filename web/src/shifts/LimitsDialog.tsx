import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import {
  cardRemovedMinutes,
  type DutyLimits,
  longestIgnitionOffMinutes,
  readLimits,
  saveLimits,
} from '@rumbo/contract/shifts.drivers.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

type Place = { fleetId?: string; companyId?: string }

/** The limits of time on duty of the fleet shown, or of the company. Mount it to open it. */
export function LimitsDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { t } = useText()
  const answer = useEndpoint(readLimits, { query: place })
  const message = useErrorMessage()
  return answer.data ? (
    <LimitsForm key={answer.data.version} limits={answer.data} place={place} onClose={onClose} />
  ) : (
    <FormDialog
      title={t('shifts.limits.title')}
      submitLabel={t('ui.save')}
      isBusy={answer.isLoading}
      error={answer.error ? message(answer.error, t('shifts.loadFailed')) : null}
      onSubmit={(event) => {
        event.preventDefault()
        void answer.refetch()
      }}
      onClose={onClose}
    >
      {answer.isLoading && <FormSkeleton fields={3} />}
    </FormDialog>
  )
}

const textOf = (hours: number | null) => (hours === null ? '' : String(hours))
/** Null while empty; NaN for anything that is no half hour. */
const hoursOf = (text: string, most: number): number | null => {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  const hours = Number(trimmed)
  return hours > 0 && hours <= most && Number.isInteger(hours * 2) ? hours : Number.NaN
}

/** Null while empty; NaN for anything that is no whole minute. */
const minutesOf = (text: string): number | null => {
  if (text.trim() === '') return null
  const minutes = Number(text)
  const isFine = Number.isInteger(minutes) && minutes > 0 && minutes <= longestIgnitionOffMinutes
  return isFine ? minutes : Number.NaN
}

interface LimitsFormProps {
  limits: DutyLimits
  place: Place
  onClose: () => void
}
function LimitsForm({ limits, place, onClose }: LimitsFormProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [day, setDay] = useState(textOf(limits.dayHours))
  const [week, setWeek] = useState(textOf(limits.weekHours))
  const [needsLicence, setNeeds] = useState(limits.needsLicence)
  const [startsByCard, setStarts] = useState(limits.startsByCard)
  const [off, setOff] = useState(textOf(limits.ignitionOffMinutes))
  const [version, setVersion] = useState(limits.version)
  const [wasSent, setSent] = useState(false)
  const save = useChange(saveLimits)
  const [dayHours, weekHours] = [hoursOf(day, 24), hoursOf(week, 168)]
  const ignitionOffMinutes = minutesOf(off)
  const isWrong = (hours: number | null) => hours !== null && Number.isNaN(hours)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isWrong(dayHours) || isWrong(weekHours) || isWrong(ignitionOffMinutes) || save.isPending) return
    try {
      await save.mutateAsync({
        body: { ...place, dayHours, weekHours, needsLicence, startsByCard, ignitionOffMinutes, version },
      })
      toasts.show({ type: 'success', message: t('shifts.limits.saved') })
      onClose()
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version') setVersion((problem.current as DutyLimits).version)
    }
  }
  const field = (
    label: string,
    value: string,
    set: (value: string) => void,
    hours: number | null,
    most: number,
  ) => (
    <TextField
      label={label}
      value={value}
      onChange={(event) => set(event.target.value)}
      error={wasSent && isWrong(hours)}
      helperText={wasSent && isWrong(hours) ? t('shifts.limits.wrong', { most }) : t('shifts.limits.empty')}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 5 } }}
    />
  )
  return (
    <FormDialog
      title={t('shifts.limits.title')}
      submitLabel={t('ui.save')}
      isBusy={save.isPending}
      error={save.error ? message(save.error, t('shifts.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>
        {t(place.fleetId ? 'shifts.limits.ofFleet' : 'shifts.limits.ofCompany')}{' '}
        {limits.source === 'company' && place.fleetId && t('shifts.limits.inherited')}
      </Box>
      {field(t('shifts.limits.day'), day, setDay, dayHours, 24)}
      {field(t('shifts.limits.week'), week, setWeek, weekHours, 168)}
      <FormControlLabel
        control={<Switch checked={needsLicence} onChange={(_, isOn) => setNeeds(isOn)} />}
        label={t('shifts.limits.needsLicence')}
      />
      <FormControlLabel
        control={<Switch checked={startsByCard} onChange={(_, isOn) => setStarts(isOn)} />}
        label={t('shifts.limits.startsByCard')}
      />
      {startsByCard && (
        <TextField
          label={t('shifts.limits.ignitionOff')}
          value={off}
          onChange={(event) => setOff(event.target.value)}
          error={wasSent && isWrong(ignitionOffMinutes)}
          helperText={
            wasSent && isWrong(ignitionOffMinutes)
              ? t('shifts.limits.ignitionOffWrong', { most: longestIgnitionOffMinutes })
              : t('shifts.limits.ignitionOffHint', { removed: cardRemovedMinutes })
          }
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      )}
    </FormDialog>
  )
}
