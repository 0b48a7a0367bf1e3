import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import type { FieldCode } from '@rumbo/contract/problems.contract'
import { createShift, type Shift, updateShift } from '@rumbo/contract/shifts.contract'
import { type Driver, listDrivers } from '@rumbo/contract/shifts.drivers.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useFleetSelection, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { DateTimeField } from '../ui/fields/date-fields.tsx'
import { useDelayed } from '../ui/hooks/use-delayed.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { BreakFields } from './BreakFields.tsx'
import { OptionField } from './OptionField.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import {
  bodyOf,
  type DraftField,
  draftOf,
  newDraft,
  type Option,
  type ShiftDraft,
  type VehicleOption,
  withStart,
  wrongIn,
} from './shift-draft.rules.ts'

export interface NewShift {
  startMs: number
  driver: Option | null
  vehicle: VehicleOption | null
}
interface ShiftDialogProps {
  /** The shift to change, or what is known of a new one. */
  of: Shift | NewShift
  onClose: () => void
}

/** The code that the server gave a field of the draft. */
function refusalOf(error: Error | null, field: DraftField): FieldCode | undefined {
  if (!(error instanceof ProblemError)) return undefined
  const names: Partial<Record<DraftField, string>> = {
    driver: 'body.driverId',
    vehicle: 'body.vehicleId',
    until: 'body.repeat.until',
  }
  const path = names[field] ?? `body.${field}`
  return error.problem?.errors?.find((one) => one.path.startsWith(path))?.code as FieldCode | undefined
}

/** Plans a shift or a series, or changes one. Mount it to open it. */
export function ShiftDialog({ of, onClose }: ShiftDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const fleets = useFleetSelection()
  const timeZone = company?.timeZone ?? 'UTC'
  const known = 'id' in of ? of : null
  const [draft, setDraft] = useState<ShiftDraft>(() => ('id' in of ? draftOf(of, timeZone) : newDraft(of)))
  const [version, setVersion] = useState(known?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, 250)
  const drivers = useEndpoint(listDrivers, { query: { ...fleets?.query } }, { enabled: fleets !== null })
  const vehicles = useEndpoint(
    listVehicles,
    { query: { ...fleets?.query, search, size: 20, sort: 'vehicleNumber' } },
    { enabled: fleets !== null, placeholderData: keepPreviousData },
  )
  const create = useChange(createShift, { evicts: ['services', 'vehicles'] })
  const update = useChange(updateShift, { evicts: ['services', 'vehicles'] })
  const isBusy = create.isPending || update.isPending
  const failure = create.error ?? update.error
  const wrong = wrongIn(draft, timeZone)
  const errorOf = (field: DraftField) => {
    const code = (wasSent ? wrong[field] : undefined) ?? refusalOf(failure, field)
    return code && t(`fields.${code}`)
  }
  const set = (some: Partial<ShiftDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    create.reset()
    update.reset()
  }
  const isRunning = known?.status === 'running'
  const driver = drivers.data?.items.find(({ id }) => id === draft.driver?.id)
  const obstacles = driver?.reasons.filter((reason) => reason !== 'no_shift') ?? []
  const remarkOf = ({ reasons }: Driver) =>
    reasons
      .filter((reason) => reason !== 'no_shift')
      .map((reason) => t(`shifts.reason.${reason}`))
      .join(' · ')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isBusy || Object.keys(wrong).length > 0) return
    const body = bodyOf(draft, timeZone)
    const { repeat, reach } = draft
    try {
      if (known) await update.mutateAsync({ params: { id: known.id }, body: { ...body, reach, version } })
      else {
        const { created } = await create.mutateAsync({
          body: {
            ...body,
            fleetId: draft.vehicle?.fleetId ?? '',
            repeat: repeat && { weekdays: repeat.weekdays, until: repeat.until ?? '' },
          },
        })
        toasts.show({ type: 'success', message: t('shifts.created', { count: created }) })
      }
      if (known) toasts.show({ type: 'success', message: t('shifts.saved') })
      onClose()
    } catch (error) {
      // The form shows the refusal; after a conflict, saving again overwrites the other person's change.
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version') setVersion((problem.current as Shift).version)
    }
  }
  return (
    <FormDialog
      title={t(known ? 'shifts.edit' : 'shifts.new')}
      submitLabel={t(known ? 'ui.save' : 'shifts.plan')}
      maxWidth="sm"
      isBusy={isBusy}
      error={failure ? message(failure, t('shifts.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <OptionField
        label={t('shifts.by.driver')}
        value={draft.driver}
        options={(drivers.data?.items ?? []).map((one) => ({
          id: one.id,
          label: one.name,
          remark: remarkOf(one),
        }))}
        isLoading={drivers.isFetching}
        isDisabled={isRunning}
        error={errorOf('driver')}
        noneText={t('shifts.drivers.none')}
        onChange={(chosen) => set({ driver: chosen })}
      />
      {driver && obstacles.length > 0 && (
        <Alert severity="warning">{t('shifts.notEligible', { reasons: remarkOf(driver) })}</Alert>
      )}
      <OptionField
        label={t('shifts.by.vehicle')}
        value={draft.vehicle}
        options={(vehicles.data?.items ?? []).map((one) => ({
          id: one.id,
          label: one.vehicleNumber,
          fleetId: one.fleetId,
          remark: `${one.plateNumber} · ${one.make} ${one.model}`,
        }))}
        isLoading={vehicles.isFetching}
        isDisabled={isRunning}
        error={errorOf('vehicle')}
        noneText={t('shifts.vehicles.none')}
        onType={setTyped}
        onChange={(chosen) => set({ vehicle: chosen })}
      />
      <DateTimeField
        label={t('shifts.field.startsAt')}
        value={draft.startsAt}
        timeZone={timeZone}
        isRequired
        isDisabled={isRunning}
        error={errorOf('startsAt')}
        onChange={(startsAt) => set(withStart(draft, startsAt))}
      />
      <DateTimeField
        label={t('shifts.field.endsAt')}
        value={draft.endsAt}
        timeZone={timeZone}
        isRequired
        error={errorOf('endsAt')}
        onChange={(endsAt) => set({ endsAt })}
      />
      <BreakFields value={draft.breaks} error={errorOf('breaks')} onChange={(breaks) => set({ breaks })} />
      {!known && (
        <RepeatFields
          value={draft.repeat}
          errors={{ weekdays: errorOf('weekdays'), until: errorOf('until') }}
          from={draft.startsAt ? dayAt(Date.parse(draft.startsAt), timeZone) : '2000-01-01'}
          onChange={(repeat) => set({ repeat })}
        />
      )}
      {known?.seriesId && !isRunning && (
        <ChoiceField
          label={t('shifts.field.reach')}
          value={draft.reach}
          choices={(['one', 'following'] as const).map((value) => ({
            value,
            label: t(`shifts.reach.${value}`),
          }))}
          onChange={(reach) => set({ reach })}
        />
      )}
      <TextField
        label={t('shifts.field.note')}
        value={draft.note}
        multiline
        onChange={(event) => set({ note: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
