import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { dateText } from '../ui/fields/calendar-day.ts'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type RatesDraft, roomIn } from './tariff-draft.rules.ts'

interface HolidayFieldsProps {
  draft: RatesDraft
  onChange: (some: Partial<RatesDraft>) => void
}

/** Which days count as holidays: those of the law, and others of the company. */
export function HolidayFields({ draft, onChange }: HolidayFieldsProps) {
  const { t } = useText()
  const [day, setDay] = useState<string | null>(null)
  const { holidays, hasPublicHolidays } = draft
  const add = () => {
    if (day === null) return
    onChange({ holidays: [...new Set([...holidays, day])].sort() })
    setDay(null)
  }
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: '8px' }}>
      <Box component="legend" sx={{ typography: 'h3', p: 0, mb: '4px' }}>
        {t('billing.holidays')}
      </Box>
      <FormControlLabel
        control={
          <Checkbox
            checked={hasPublicHolidays}
            onChange={(_, isOn) => onChange({ hasPublicHolidays: isOn })}
          />
        }
        label={t('billing.holidays.public')}
      />
      {holidays.length > 0 && (
        <Box
          component="ul"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: '6px' }}
        >
          {holidays.map((one) => (
            <li key={one}>
              <Chip
                label={dateText(one)}
                onDelete={() => onChange({ holidays: holidays.filter((other) => other !== one) })}
              />
            </li>
          ))}
        </Box>
      )}
      {roomIn('holidays', draft) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}>
          <Box sx={{ width: 220 }}>
            <DateField label={t('billing.holidays.day')} value={day} onChange={setDay} />
          </Box>
          <Button variant="outlined" disabled={day === null} onClick={add}>
            {t('billing.holidays.add')}
          </Button>
        </Box>
      )}
      {!hasPublicHolidays && holidays.length === 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('billing.holidays.none')}</Box>
      )}
    </Box>
  )
}
