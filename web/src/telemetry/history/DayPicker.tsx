import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay'
import type { DaySummary } from '@rumbo/contract/telemetry.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import dayjs from 'dayjs'
import { createContext, useContext, useMemo, useState } from 'react'
import { Localized } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const DaysContext = createContext<ReadonlyMap<string, DaySummary>>(new Map())

/** A day in the calendar: a dot if it has positions, with its distance in the accessible name. */
function MarkedDay(props: PickerDayProps) {
  const { t, language } = useText()
  const days = useContext(DaysContext)
  const text = dayjs(props.day).format('YYYY-MM-DD')
  const found = days.get(text)
  const date = dayjs(props.day).format('DD/MM/YYYY')
  const words = found
    ? t('history.day.with', { date, distance: formatNumber(language, found.distanceMetres / 1000, 1) })
    : t('history.day.without', { date })
  return (
    <Box title={words} sx={{ position: 'relative' }}>
      <PickerDay {...props} aria-label={words} />
      {found && (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            left: 'calc(50% - 2.5px)',
            bottom: 4,
            width: 5,
            height: 5,
            borderRadius: '50%',
            pointerEvents: 'none',
            backgroundColor: props.selected ? token('onPrimary') : token('primaryText'),
          }}
        />
      )}
    </Box>
  )
}

interface DayPickerProps {
  /** `YYYY-MM-DD`; null while none is chosen. */
  value: string | null
  onChange: (date: string) => void
  /** Days with positions in ascending order; undefined while loading. */
  days: readonly DaySummary[] | undefined
}

/** Chooses a day with positions: by calendar, by typing, or with previous and next. */
export function DayPicker({ value, onChange, days }: DayPickerProps) {
  const { t } = useText()
  /** The typed date has no positions. */
  const [isRefused, setRefused] = useState(false)
  const byDate = useMemo(() => new Map(days?.map((day) => [day.date, day])), [days])
  const before = value === null ? undefined : days?.findLast(({ date }) => date < value)
  const after = value === null ? undefined : days?.find(({ date }) => date > value)
  const first = days?.[0]?.date
  const last = days?.at(-1)?.date
  return (
    <DaysContext value={byDate}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: '2px' }}>
        <IconButton
          aria-label={t('history.day.previous')}
          title={t('history.day.previous')}
          disabled={before === undefined}
          onClick={() => before && onChange(before.date)}
        >
          <ChevronLeftRounded />
        </IconButton>
        <Localized>
          <DatePicker
            label={t('history.day.label')}
            value={value === null ? null : dayjs(value)}
            onError={(reason) => setRefused(reason !== null)}
            onAccept={(next) => {
              const date = next?.isValid() ? next.format('YYYY-MM-DD') : null
              if (date !== null && byDate.has(date)) onChange(date)
            }}
            disabled={days === undefined}
            shouldDisableDate={(day) => days !== undefined && !byDate.has(dayjs(day).format('YYYY-MM-DD'))}
            minDate={first ? dayjs(first) : undefined}
            maxDate={last ? dayjs(last) : undefined}
            format="DD/MM/YYYY"
            slots={{ day: MarkedDay }}
            slotProps={{
              textField: {
                size: 'small',
                sx: { flex: 1, minWidth: 0 },
                helperText: isRefused && days !== undefined ? t('history.empty.dayText') : undefined,
              },
            }}
          />
        </Localized>
        <IconButton
          aria-label={t('history.day.next')}
          title={t('history.day.next')}
          disabled={after === undefined}
          onClick={() => after && onChange(after.date)}
        >
          <ChevronRightRounded />
        </IconButton>
      </Box>
    </DaysContext>
  )
}
