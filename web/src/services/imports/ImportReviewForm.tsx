import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import {
  discardImportReview,
  type ImportReview,
  type ReviewedStop,
  resolveImportReview,
} from '@rumbo/contract/services.imports.contract'
import { isDispatchPast } from '@rumbo/contract/services.rules'
import { type FormEvent, useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { AddressField } from '../../places/AddressField.tsx'
import { boxLook } from '../../ui/card-look.ts'
import { nowMs } from '../../ui/clock.ts'
import { DateTimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type PlaceChoice, placeOf, placesOf, startChoice } from './review.rules.ts'

interface ImportReviewFormProps {
  review: ImportReview
  timeZone: string
  onBusy: (isBusy: boolean) => void
  /** The row became a service, or was discarded. */
  onDecided: () => void
}

/** One imported row: a place for each of its doubtful addresses, or none at all. */
export function ImportReviewForm({ review, timeZone, onBusy, onDecided }: ImportReviewFormProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const titleId = useId()
  const [choices, setChoices] = useState(() => review.stops.map(startChoice))
  const [isPast] = useState(() => isDispatchPast(review.dispatchTime, new Date(nowMs())))
  const [dispatchTime, setDispatchTime] = useState<string | null>(isPast ? null : review.dispatchTime)
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const resolve = useChange(resolveImportReview)
  const discard = useChange(discardImportReview)
  const isBusy = resolve.isPending || discard.isPending
  const places = placesOf(review.stops, choices)
  const set = (at: number, choice: PlaceChoice) =>
    setChoices((all) => all.map((one, index) => (index === at ? choice : one)))

  const decide = async (work: () => Promise<string>) => {
    setFailure(null)
    onBusy(true)
    try {
      toasts.show({ type: 'success', message: await work() })
      onDecided()
    } catch (error) {
      setFailure(message(error, t('imports.review.failed')))
    } finally {
      onBusy(false)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (places === null || dispatchTime === null || isBusy) return
    await decide(async () => {
      const body = { stops: places, dispatchTime: isPast ? dispatchTime : undefined }
      const service = await resolve.mutateAsync({ params: { id: review.id }, body })
      return t('imports.review.created', { number: service.serviceNumber })
    })
  }
  const drop = () =>
    decide(async () => {
      await discard.mutateAsync({ params: { id: review.id } })
      return t('imports.review.discarded')
    })

  return (
    <Box
      component="form"
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{ display: 'grid', gap: '14px', alignContent: 'start', minWidth: 0 }}
    >
      <Box component="h3" id={titleId} sx={{ typography: 'h3', m: 0 }}>
        {[t('imports.review.row', { row: review.row }), review.reference].filter(Boolean).join(' · ')}
      </Box>
      <Box sx={{ typography: 'body2' }}>
        {`${review.customerName} · ${review.customerPhone} · ${t(`services.type.${review.serviceType}`)}`}
      </Box>
      {review.stops.map((stop, at) => (
        <StopChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: the stops of a row keep their order
          key={at}
          stop={stop}
          choice={choices[at] ?? startChoice(stop)}
          isFirst={review.stops.findIndex(({ doubt }) => doubt !== null) === at}
          isMissing={wasSent && placeOf(stop, choices[at] ?? startChoice(stop)) === null}
          onChange={(choice) => set(at, choice)}
        />
      ))}
      {isPast && (
        <DateTimeField
          label={t('services.field.dispatchTime')}
          value={dispatchTime}
          onChange={setDispatchTime}
          timeZone={timeZone}
          isRequired
          error={wasSent && dispatchTime === null ? t('fields.required') : undefined}
          hint={t('fields.dispatch_past')}
        />
      )}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {(failure ?? (wasSent && places === null)) && (
          <Alert severity="error" role="presentation">
            {failure ?? t('imports.review.missing')}
          </Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'flex-end' }}>
        <Button color="error" disabled={isBusy} onClick={() => void drop()}>
          {t('imports.review.discard')}
        </Button>
        <Button type="submit" variant="contained" loading={isBusy}>
          {t('imports.review.create')}
        </Button>
      </Box>
    </Box>
  )
}

interface StopChoiceProps {
  stop: ReviewedStop
  choice: PlaceChoice
  /** Its first candidate is focused when it appears. */
  isFirst: boolean
  isMissing: boolean
  onChange: (choice: PlaceChoice) => void
}

function StopChoice({ stop, choice, isFirst, isMissing, onChange }: StopChoiceProps) {
  const { t } = useText()
  const labelId = useId()
  const title = `${t(`services.stop.type.${stop.stopType}`)}: ${stop.address}`
  if (stop.doubt === null) {
    return (
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>
        {`${title} · ${t('imports.review.sure')}`}
      </Box>
    )
  }
  const options = [
    ...(stop.latitude === null
      ? []
      : [
          {
            value: 'file',
            label: t(`imports.review.${stop.doubt === 'order_repeated' ? 'another' : 'asInFile'}`),
          },
        ]),
    ...stop.candidates.map(({ name, detail }, at) => ({
      value: String(at),
      label: [name, detail].filter(Boolean).join(', '),
    })),
    { value: 'other', label: t('imports.review.other') },
  ]
  const focused = choice.is === '' ? options[0]?.value : choice.is
  return (
    <Box sx={{ ...boxLook, p: '10px 14px 14px', display: 'grid', gap: '8px', minWidth: 0 }}>
      <Box id={labelId} sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>
        {title}
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t(`fields.${stop.doubt}`)}</Box>
      <RadioGroup
        aria-labelledby={labelId}
        aria-invalid={isMissing}
        value={choice.is}
        onChange={(_, is) => onChange({ ...choice, is })}
      >
        {options.map(({ value, label }) => (
          <FormControlLabel
            key={value}
            value={value}
            label={label}
            control={<Radio size="small" autoFocus={isFirst && value === focused} />}
          />
        ))}
      </RadioGroup>
      {choice.is === 'other' && (
        <AddressField
          label={t('services.field.address')}
          value={choice.address}
          onType={(address) => onChange({ is: 'other', address, place: null })}
          onLocate={({ address, latitude, longitude }) =>
            onChange({ is: 'other', address, place: { latitude, longitude } })
          }
          hint={t('imports.review.otherHint')}
          isRequired
        />
      )}
    </Box>
  )
}
