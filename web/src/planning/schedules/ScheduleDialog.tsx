import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { Plan } from '@rumbo/contract/planning.contract'
import {
  createPlanSchedule,
  type PlanSchedule,
  updatePlanSchedule,
} from '@rumbo/contract/planning.schedules.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useSeriesWords } from '../../services/series/use-series-words.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { DateField, TimeField } from '../../ui/fields/date-fields.tsx'
import { WeekdaysField } from '../../ui/fields/WeekdaysField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import {
  bodyOf,
  draftOf,
  faultsOf,
  newDraft,
  type ScheduleDraft,
  type ScheduleFault,
} from './schedule-draft.rules.ts'

const latest = 'latest'
const secondsChoices = [0, 5, 20, 60] as const

interface ScheduleDialogProps {
  fleetId: string
  /** Null: a new one. */
  schedule: PlanSchedule | null
  /** The open plan, which a new one takes its settings and its routes from. */
  plan: Pick<Plan, 'id' | 'name' | 'date' | 'settings'>
  onClose: () => void
}

/** Creates or changes a recurring plan. Mount it to open it. */
export function ScheduleDialog({ fleetId, schedule, plan, onClose }: ScheduleDialogProps) {
  const { t } = useText()
  const words = useSeriesWords()
  const message = useErrorMessage()
  const toasts = useToasts()
  const create = useChange(createPlanSchedule)
  const update = useChange(updatePlanSchedule)
  const [draft, setDraft] = useState<ScheduleDraft>(() =>
    schedule ? draftOf(schedule) : newDraft(plan.settings, plan.id),
  )
  const [wasSent, setSent] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const isBusy = create.isPending || update.isPending
  const faults = faultsOf(draft)
  const faultOf = (fault: ScheduleFault) =>
    wasSent && faults.includes(fault) ? t(`planningLive.schedules.valid.${fault}`) : undefined
  const change = (some: Partial<ScheduleDraft>) => {
    setChanged(true)
    setDraft((before) => ({ ...before, ...some }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (faults.length > 0 || isBusy) return
    const body = bodyOf(draft)
    try {
      if (schedule) {
        const { version } = schedule
        await update.mutateAsync({ params: { id: schedule.id }, body: { ...body, version } })
      } else await create.mutateAsync({ body: { ...body, fleetId } })
      toasts.show({ type: 'success', message: t('planningLive.schedules.saved', { name: body.name }) })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  const error = create.error ?? update.error
  const kept = schedule?.templatePlanId ?? null
  const templates = [
    { value: latest, label: t('planningLive.schedules.template.latest') },
    {
      value: plan.id,
      label: t('planningLive.schedules.template.this', { name: plan.name, day: words.dayOf(plan.date) }),
    },
    ...(kept === null || kept === plan.id
      ? []
      : [{ value: kept, label: t('planningLive.schedules.template.kept') }]),
  ]
  const seconds = [...new Set([...secondsChoices, draft.seconds])]
  return (
    <FormDialog
      title={
        schedule ? t('planningLive.schedules.edit', { name: schedule.name }) : t('planningLive.schedules.new')
      }
      submitLabel={t(schedule ? 'planningLive.schedules.save' : 'planningLive.schedules.create')}
      isBusy={isBusy}
      isChanged={isChanged}
      error={error ? message(error, t('planningLive.schedules.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      maxWidth="sm"
    >
      <TextField
        label={t('planningLive.schedules.form.name')}
        value={draft.name}
        required
        error={faultOf('name') !== undefined}
        helperText={faultOf('name')}
        onChange={(event) => change({ name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <WeekdaysField
        label={t('planningLive.schedules.form.weekdays')}
        value={draft.weekdays}
        error={faultOf('weekdays')}
        onChange={(weekdays) => change({ weekdays })}
      />
      <Switched
        label={t('planningLive.schedules.form.holidays')}
        isOn={draft.skipsHolidays}
        onChange={(skipsHolidays) => change({ skipsHolidays })}
      />
      <Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
          <TimeField
            label={t('planningLive.schedules.form.start')}
            value={draft.startTime}
            onChange={(startTime) => change({ startTime })}
          />
          <TimeField
            label={t('planningLive.schedules.form.end')}
            value={draft.endTime}
            onChange={(endTime) => change({ endTime })}
          />
        </Box>
        <FormHelperText error={faultOf('hours') !== undefined}>
          {faultOf('hours') ?? t('planningLive.schedules.form.hoursHint')}
        </FormHelperText>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
        <TextField
          label={t('planningLive.schedules.form.daysAhead')}
          value={draft.daysAhead}
          type="number"
          error={faultOf('days') !== undefined}
          helperText={faultOf('days')}
          onChange={(event) => change({ daysAhead: event.target.value })}
          slotProps={{ htmlInput: { min: 0, max: 14, step: 1 } }}
        />
        <TimeField
          label={t('planningLive.schedules.form.madeAt')}
          value={draft.madeAt}
          error={faultOf('time')}
          onChange={(madeAt) => change({ madeAt })}
        />
      </Box>
      <ChoiceField
        label={t('planningLive.schedules.form.template')}
        value={draft.templatePlanId ?? latest}
        choices={templates}
        onChange={(value) => change({ templatePlanId: value === latest ? null : value })}
      />
      <ChoiceField
        label={t('planningLive.schedules.form.seconds')}
        value={String(draft.seconds)}
        choices={seconds.map((value) => ({
          value: String(value),
          label:
            value === 0 || value === 5 || value === 20 || value === 60
              ? t(`planningLive.schedules.seconds.${value}`)
              : `${value} s`,
        }))}
        onChange={(value) => change({ seconds: Number(value) })}
      />
      {!schedule && <Box sx={{ typography: 'caption' }}>{t('planningLive.schedules.settings')}</Box>}
      <DateField
        label={t('planningLive.schedules.form.until')}
        value={draft.until}
        hint={t('planningLive.schedules.form.untilHint')}
        isClearable
        onChange={(until) => change({ until })}
      />
      <Switched
        label={t('planningLive.schedules.form.active')}
        isOn={draft.isActive}
        onChange={(isActive) => change({ isActive })}
      />
    </FormDialog>
  )
}

function Switched(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { label, isOn, onChange } = props
  return (
    <FormControlLabel
      label={label}
      control={<Switch checked={isOn} onChange={(_, checked) => onChange(checked)} />}
    />
  )
}
