import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, esES } from '@mui/x-date-pickers/locales'
import type {
  DateTimeValidationError,
  DateValidationError,
  TimeValidationError,
} from '@mui/x-date-pickers/models'
import { TimePicker } from '@mui/x-date-pickers/TimePicker'
import type { Language } from '@rumbo/i18n/language'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/es'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { type ReactNode, type Ref, useState } from 'react'
import { useText } from '../i18n.tsx'

dayjs.extend(utc)
dayjs.extend(timezone)

const localeText: Record<
  Language,
  (typeof esES)['components']['MuiLocalizationProvider']['defaultProps']['localeText']
> = {
  es: esES.components.MuiLocalizationProvider.defaultProps.localeText,
  en: enUS.components.MuiLocalizationProvider.defaultProps.localeText,
}

/** Date pickers below it use the current language. */
export function Localized({ children }: { children: ReactNode }) {
  const { language } = useText()
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={language}
      localeText={localeText[language]}
    >
      {children}
    </LocalizationProvider>
  )
}

interface FieldProps {
  label: string
  /** An error text; it takes precedence over the field's own validation. */
  error?: string
  hint?: string
  isRequired?: boolean
  isDisabled?: boolean
  /** As high as the small fields beside it. */
  size?: 'small'
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
}

type PickerError = DateTimeValidationError | DateValidationError | TimeValidationError

/** The field's own validation error in words, shown while the caller passes none. */
function useOwnError() {
  const { t } = useText()
  const [found, setFound] = useState<PickerError>(null)
  const words =
    found === null
      ? undefined
      : found === 'minDate' || found === 'minTime' || found === 'disablePast'
        ? t('ui.date.tooEarly')
        : found === 'maxDate' || found === 'maxTime' || found === 'disableFuture'
          ? t('ui.date.tooLate')
          : t('ui.date.invalid')
  return { words, setFound }
}

function textField(props: FieldProps, ownError: string | undefined) {
  const wrong = props.error ?? ownError
  return {
    fullWidth: true,
    size: props.size,
    required: props.isRequired,
    error: wrong !== undefined,
    helperText: wrong ?? props.hint,
    onBlur: props.onBlur,
    inputRef: props.inputRef,
  } as const
}

interface DateTimeFieldProps extends FieldProps {
  /** ISO 8601 in UTC, or null while empty. */
  value: string | null
  /** Null while empty or incomplete. */
  onChange: (value: string | null) => void
  /** IANA time zone of the displayed time. Default: the browser's. */
  timeZone?: string
  /** ISO 8601 bounds, inclusive. */
  min?: string
  max?: string
  isClearable?: boolean
}

const momentOf = (value: string | null | undefined, timeZone: string | undefined): Dayjs | null =>
  value ? (timeZone ? dayjs(value).tz(timeZone) : dayjs(value)) : null

/** Date and time, typed or picked, in 24-hour format. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, onChange, timeZone, min, max, isClearable = false, isDisabled } = props
  const { words, setFound } = useOwnError()
  return (
    <Localized>
      <DateTimePicker
        label={label}
        value={momentOf(value, timeZone)}
        onChange={(next) => onChange(next?.isValid() ? next.toISOString() : null)}
        timezone={timeZone ?? 'system'}
        minDateTime={momentOf(min, timeZone) ?? undefined}
        maxDateTime={momentOf(max, timeZone) ?? undefined}
        ampm={false}
        format="DD/MM/YYYY HH:mm"
        disabled={isDisabled}
        onError={setFound}
        slotProps={{ textField: textField(props, words), field: { clearable: isClearable } }}
      />
    </Localized>
  )
}

interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or null while empty. */
  value: string | null
  onChange: (value: string | null) => void
  /** `YYYY-MM-DD` bounds, inclusive. */
  min?: string
  max?: string
  isClearable?: boolean
}

/** A date, typed or picked. The week starts on Monday in Spanish. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, min, max, isClearable = false, isDisabled } = props
  const { words, setFound } = useOwnError()
  return (
    <Localized>
      <DatePicker
        label={label}
        value={value ? dayjs(value) : null}
        onChange={(next) => onChange(next?.isValid() ? next.format('YYYY-MM-DD') : null)}
        minDate={min ? dayjs(min) : undefined}
        maxDate={max ? dayjs(max) : undefined}
        format="DD/MM/YYYY"
        disabled={isDisabled}
        onError={setFound}
        slotProps={{ textField: textField(props, words), field: { clearable: isClearable } }}
      />
    </Localized>
  )
}

interface TimeFieldProps extends FieldProps {
  /** `HH:mm`, or null while empty. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A time of day in 24-hour format. */
export function TimeField(props: TimeFieldProps) {
  const { label, value, onChange, isDisabled } = props
  const { words, setFound } = useOwnError()
  return (
    <Localized>
      <TimePicker
        label={label}
        value={value ? dayjs(`2000-01-01T${value}`) : null}
        onChange={(next) => onChange(next?.isValid() ? next.format('HH:mm') : null)}
        ampm={false}
        format="HH:mm"
        disabled={isDisabled}
        onError={setFound}
        slotProps={{ textField: textField(props, words) }}
      />
    </Localized>
  )
}
