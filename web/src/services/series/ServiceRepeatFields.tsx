import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { DateField } from '../../ui/fields/date-fields.tsx'
import { WeekdaysField } from '../../ui/fields/WeekdaysField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { previewOf, type RepeatDraft, type RepeatErrors } from './series-draft.rules.ts'
import { useSeriesWords } from './use-series-words.ts'

const shownHolidays = 6

interface ServiceRepeatFieldsProps {
  value: RepeatDraft
  /** The first day, `YYYY-MM-DD`. */
  first: string
  errors: RepeatErrors
  onChange: (value: RepeatDraft) => void
}

/** On which days a service repeats, until when, and what follows from that. */
export function ServiceRepeatFields({ value, first, errors, onChange }: ServiceRepeatFieldsProps) {
  const { t } = useText()
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <WeekdaysField
        label={t('series.weekdays')}
        value={value.weekdays}
        error={errors.weekdays && t(errors.weekdays)}
        onChange={(weekdays) => onChange({ ...value, weekdays })}
      />
      <DateField
        label={t('series.until')}
        value={value.until}
        min={first}
        error={errors.until && t(errors.until)}
        hint={t('series.untilHint')}
        onChange={(until) => onChange({ ...value, until })}
      />
      <FormControlLabel
        control={
          <Switch
            checked={value.skipsHolidays}
            onChange={(_, skipsHolidays) => onChange({ ...value, skipsHolidays })}
          />
        }
        label={t('series.skipsHolidays')}
      />
      <Preview value={value} first={first} />
    </Box>
  )
}

function Preview({ value, first }: Pick<ServiceRepeatFieldsProps, 'value' | 'first'>) {
  const { t } = useText()
  const words = useSeriesWords()
  const { days, skipped } = previewOf(value, first)
  const [start] = days
  if (start === undefined) return null
  const count = days.length
  const holidays = skipped.slice(0, shownHolidays).map(words.date).join(', ')
  return (
    <Box role="status" sx={{ typography: 'body2', color: token('textSoft') }}>
      {[
        t('series.preview.first', { day: words.dayOf(start) }),
        value.until === null
          ? t('series.preview.open')
          : t(count === 1 ? 'series.preview.count.one' : 'series.preview.count.many', {
              count,
              until: words.date(value.until),
            }),
        skipped.length > 0 &&
          t('series.preview.skipped', { days: skipped.length > shownHolidays ? `${holidays}…` : holidays }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Box>
  )
}
