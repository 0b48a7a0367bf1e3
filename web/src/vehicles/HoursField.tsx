import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type HoursWindow, hoursWindowLimit } from '@rumbo/contract/vehicles.contract'
import { useRef } from 'react'
import { TimeField } from '../ui/fields/date-fields.tsx'
import { useKeptFocus } from '../ui/hooks/use-kept-focus.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

const weekDays = [1, 2, 3, 4, 5, 6, 7] as const

interface HoursFieldProps {
  label: string
  value: readonly HoursWindow[]
  error: string | undefined
  /** What no window means. */
  noneText: string
  onChange: (value: HoursWindow[]) => void
}

/** Windows on days of the week; a window that ends before it begins continues past midnight. */
export function HoursField({ label, value, error, noneText, onChange }: HoursFieldProps) {
  const { t } = useText()
  const add = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  useKeptFocus(value.length, () => add.current ?? box.current?.querySelector('button'))
  const set = (at: number, some: Partial<HoursWindow>) =>
    onChange(value.map((window, index) => (index === at ? { ...window, ...some } : window)))
  const time = (at: number, name: 'from' | 'to') => (
    <Box sx={{ width: 150 }}>
      <TimeField
        label={t(`vehicleForm.hours.${name}`)}
        value={value[at]?.[name] || null}
        onChange={(next) => set(at, { [name]: next ?? '' })}
      />
    </Box>
  )
  return (
    <Box
      component="fieldset"
      ref={box}
      aria-label={label}
      sx={{ gridColumn: '1 / -1', border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      {value.length === 0 && <Box sx={{ typography: 'body2', color: token('textSoft') }}>{noneText}</Box>}
      <Box sx={{ display: 'grid', gap: '10px' }}>
        {value.map((window, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no ids
          <Box key={at} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' }}>
            <ToggleButtonGroup
              size="small"
              value={window.days}
              aria-label={t('vehicleForm.hours.days', { number: at + 1 })}
              onChange={(_, days: number[]) => set(at, { days: [...days].sort((a, b) => a - b) })}
            >
              {weekDays.map((day) => (
                <ToggleButton
                  key={day}
                  value={day}
                  aria-label={t(`vehicleForm.day.${day}`)}
                  sx={{ width: 38 }}
                >
                  {t(`vehicleForm.dayShort.${day}`)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            {time(at, 'from')}
            {time(at, 'to')}
            <IconButton
              size="small"
              aria-label={t('vehicleForm.hours.remove', { number: at + 1 })}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <DeleteOutlineRounded />
            </IconButton>
            {window.to !== '' && window.to <= window.from && (
              <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
                {t('vehicleForm.hours.nextDay')}
              </Box>
            )}
          </Box>
        ))}
      </Box>
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
      {value.length < hoursWindowLimit && (
        <Button
          ref={add}
          size="small"
          startIcon={<AddRounded />}
          onClick={() => onChange([...value, { days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }])}
          sx={{ mt: '8px' }}
        >
          {t('vehicleForm.hours.add')}
        </Button>
      )}
    </Box>
  )
}
