import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { TimeField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import type { DraftBreak } from './shift-draft.rules.ts'

const most = 6

interface BreakFieldsProps {
  value: readonly DraftBreak[]
  error: string | undefined
  onChange: (value: DraftBreak[]) => void
}

/** The planned breaks of a shift: when by the clock, and how long. */
export function BreakFields({ value, error, onChange }: BreakFieldsProps) {
  const { t } = useText()
  const set = (at: number, some: Partial<DraftBreak>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...some } : one)))
  return (
    <Box
      component="fieldset"
      aria-label={t('shifts.field.breaks')}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Box sx={{ display: 'grid', gap: '10px' }}>
        {value.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no ids
          <Box key={at} sx={{ display: 'flex', gap: '8px', alignItems: 'flex-start' }}>
            <TimeField
              label={t('shifts.break.at', { number: at + 1 })}
              value={one.time}
              onChange={(time) => set(at, { time })}
            />
            <TextField
              label={t('shifts.break.minutes', { number: at + 1 })}
              value={one.minutes}
              onChange={(event) => set(at, { minutes: event.target.value.replace(/\D/g, '') })}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
              sx={{ width: 150 }}
            />
            <IconButton
              aria-label={t('shifts.break.remove', { number: at + 1 })}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <DeleteOutlineRounded />
            </IconButton>
          </Box>
        ))}
      </Box>
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
      {value.length < most && (
        <Button
          size="small"
          startIcon={<AddRounded />}
          onClick={() => onChange([...value, { time: null, minutes: '30' }])}
        >
          {t('shifts.break.add')}
        </Button>
      )}
    </Box>
  )
}
