import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { createTariff, type Tariff, updateTariff } from '@rumbo/contract/billing.contract'
import { type Service, serviceTypes } from '@rumbo/contract/services.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { useZones } from '../places/use-zones.ts'
import { nowMs } from '../ui/clock.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { Calculator } from './Calculator.tsx'
import { RatesFields } from './RatesFields.tsx'
import {
  checkRates,
  draftOfRates,
  emptyRates,
  isFull,
  type RatesDraft,
  ratesOf,
  type TariffForm,
  type WrongKey,
} from './tariff-draft.rules.ts'

interface TariffDialogProps {
  form: TariffForm
  fleetId: string
  currency: string
  timeZone: string
  /** The type proposed for a new tariff. */
  serviceType: Service['serviceType'] | ''
  onClose: () => void
}

const dayMs = 86_400_000

/** Creates a tariff, one that follows another, or changes one. Mount it to open it. */
export function TariffDialog({ form, fleetId, currency, timeZone, serviceType, onClose }: TariffDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const known = form.mode === 'create' ? null : form.tariff
  const today = dayAt(nowMs(), timeZone)
  const { zones } = useZones(fleetId)
  const [name, setName] = useState(known?.name ?? '')
  const [type, setType] = useState<Service['serviceType'] | ''>(known?.serviceType ?? serviceType)
  const [from, setFrom] = useState<string | null>(
    form.mode === 'create'
      ? today
      : form.mode === 'follow'
        ? dayAt(nowMs() + dayMs, timeZone)
        : form.tariff.validFrom,
  )
  const [until, setUntil] = useState<string | null>(
    form.mode === 'follow' ? null : (known?.validUntil ?? null),
  )
  const [draft, setDraft] = useState<RatesDraft>(() => (known ? draftOfRates(known.rates) : emptyRates()))
  const [version, setVersion] = useState(known?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const create = useChange(createTariff)
  const update = useChange(updateTariff)
  const isBusy = create.isPending || update.isPending
  const errors = checkRates(draft, currency)
  const rates = Object.keys(errors).length === 0 ? ratesOf(draft) : null
  const wrong: Partial<Record<'name' | 'type' | 'from' | 'until', WrongKey>> = {}
  if (name.trim() === '') wrong.name = 'fields.required'
  if (type === '') wrong.type = 'fields.required'
  if (from === null) wrong.from = 'fields.required'
  else if (isFull(form) && from < today) wrong.from = 'billing.valid.past'
  if (until !== null && from !== null && until < from) wrong.until = 'billing.valid.until'
  const shown = (field: keyof typeof wrong) => {
    const key = wasSent ? wrong[field] : undefined
    return key ? t(key) : undefined
  }
  const failure = create.error ?? update.error
  const present = JSON.stringify([name, type, from, until, draft])
  const [atStart] = useState(present)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.keys(wrong).length > 0 || rates === null || type === '' || from === null || isBusy) return
    const fields = { name: name.trim(), validFrom: from, validUntil: until }
    try {
      const saved =
        form.mode === 'edit' || form.mode === 'rename'
          ? await update.mutateAsync({
              params: { id: form.tariff.id },
              body: { ...fields, rates: form.mode === 'rename' ? form.tariff.rates : rates, version },
            })
          : await create.mutateAsync({
              body: {
                ...fields,
                fleetId,
                serviceType: type,
                rates,
                replaces: form.mode === 'follow' ? form.tariff.id : null,
              },
            })
      toasts.show({ type: 'success', message: t('billing.saved', { name: saved.name }) })
      onClose()
    } catch (error) {
      // The form shows the failure; saving again after a conflict overwrites the other person's change.
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version') setVersion((problem.current as Tariff).version)
    }
  }
  const title = t(`billing.dialog.${form.mode}`, { name: known?.name ?? '' })
  return (
    <FormDialog
      title={title}
      submitLabel={t('ui.save')}
      isBusy={isBusy}
      isChanged={present !== atStart}
      error={failure ? message(failure, t('billing.failed')) : null}
      maxWidth={isFull(form) ? 'lg' : 'sm'}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {form.mode === 'follow' && (
        <Alert severity="info">{t('billing.follow.text', { name: form.tariff.name })}</Alert>
      )}
      {form.mode === 'rename' && <Alert severity="info">{t('billing.rename.text')}</Alert>}
      <Box
        sx={{
          display: 'grid',
          gap: '16px',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
        }}
      >
        <TextField
          label={t('billing.field.name')}
          value={name}
          required
          onChange={(event) => setName(event.target.value)}
          error={shown('name') !== undefined}
          helperText={shown('name')}
          slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
        />
        <ChoiceField
          label={t('services.field.serviceType')}
          value={type}
          choices={serviceTypes.map((value) => ({ value, label: t(`services.type.${value}`) }))}
          isRequired
          isDisabled={form.mode !== 'create'}
          error={shown('type')}
          onChange={setType}
        />
        <DateField
          label={t('billing.field.validFrom')}
          value={from}
          min={isFull(form) ? today : undefined}
          isRequired
          isDisabled={form.mode === 'rename'}
          error={shown('from')}
          onChange={setFrom}
        />
        <DateField
          label={t('billing.field.validUntil')}
          value={until}
          min={from ?? undefined}
          isClearable
          hint={t('billing.field.validUntilHint')}
          error={shown('until')}
          onChange={setUntil}
        />
      </Box>
      {isFull(form) && (
        <Box
          sx={{
            display: 'grid',
            gap: '20px',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' },
          }}
        >
          <RatesFields
            draft={draft}
            errors={wasSent ? errors : {}}
            currency={currency}
            zones={zones}
            onChange={(some) => setDraft((before) => ({ ...before, ...some }))}
          />
          <Box sx={{ position: { md: 'sticky' }, top: 0, alignSelf: 'start', minWidth: 0 }}>
            <Calculator rates={rates} currency={currency} timeZone={timeZone} zones={zones} />
          </Box>
        </Box>
      )}
      {isFull(form) && wasSent && rates === null && <Alert severity="error">{t('billing.valid.some')}</Alert>}
    </FormDialog>
  )
}
