import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { comparedReading } from '@rumbo/contract/events.custom.readings'
import { useMemo } from 'react'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { readingChoices } from './custom-readings.rules.ts'
import { type ConditionDraft, hasMargin, kindOf, operatorsOf, withReading } from './rule-draft.rules.ts'

interface ConditionFieldsProps {
  /** Its place in the rule, from 1. */
  number: number
  value: ConditionDraft
  error: string | undefined
  onChange: (value: ConditionDraft) => void
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined
}

/** One condition: a reading, what is asked of it, and the value in its unit. */
export function ConditionFields({ number, value, error, onChange, onRemove }: ConditionFieldsProps) {
  const { t } = useText()
  const choices = useMemo(() => readingChoices(t), [t])
  const kind = kindOf(value)
  const unit = comparedReading(value.pattern.replace('#', '1'))?.unit
  const name = t('customRules.condition.label', { number })
  const change = (some: Partial<ConditionDraft>) => onChange({ ...value, ...some })
  const typed = (field: 'index' | 'value' | 'low' | 'high' | 'margin', hint?: string) => (
    <TextField
      size="small"
      label={t(`customRules.condition.${field}`)}
      value={value[field]}
      onChange={({ target }) => change({ [field]: target.value })}
      helperText={hint}
      slotProps={{
        htmlInput: {
          inputMode: kind === 'text' && field === 'value' ? 'text' : 'decimal',
          autoComplete: 'off',
          maxLength: kind === 'text' && field === 'value' ? 200 : 16,
        },
        input: {
          endAdornment: unit && field !== 'index' && <InputAdornment position="end">{unit}</InputAdornment>,
        },
      }}
    />
  )
  const asksYesOrNo = kind === 'boolean'
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{
        m: 0,
        p: '12px',
        minWidth: 0,
        borderRadius: '12px',
        border: `1px solid ${error === undefined ? token('line') : token('critical')}`,
      }}
    >
      <Box sx={{ display: 'flex', gap: '8px', alignItems: 'flex-start' }}>
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'grid',
            gap: '12px',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))',
          }}
        >
          <Autocomplete
            size="small"
            disableClearable
            options={choices}
            groupBy={({ section }) => section}
            getOptionKey={({ pattern }) => pattern}
            // Null would make it uncontrolled by type only: nothing is chosen at first.
            value={choices.find(({ pattern }) => pattern === value.pattern) ?? (null as never)}
            onChange={(_, chosen) => onChange(withReading(value, chosen.pattern))}
            noOptionsText={t('customRules.condition.noReading')}
            openText={t('customRules.condition.open')}
            closeText={t('ui.close')}
            renderInput={(input) => <TextField {...input} label={t('customRules.condition.reading')} />}
            sx={{ gridColumn: '1 / -1' }}
          />
          {value.pattern.includes('#') && typed('index')}
          <ChoiceField
            size="small"
            label={t('customRules.condition.operator')}
            value={value.operator}
            choices={operatorsOf[kind].map((one) => ({
              value: one,
              label: t(`customRules.operator.${one}`),
            }))}
            onChange={(operator) => change({ operator })}
          />
          {asksYesOrNo ? (
            <ChoiceField
              size="small"
              label={t('customRules.condition.value')}
              value={value.isTrue ? 'yes' : 'no'}
              choices={[
                { value: 'yes', label: t('history.reading.yes') },
                { value: 'no', label: t('history.reading.no') },
              ]}
              onChange={(chosen) => change({ isTrue: chosen === 'yes' })}
            />
          ) : value.operator === 'between' ? (
            <>
              {typed('low')}
              {typed('high')}
            </>
          ) : (
            typed('value')
          )}
          {hasMargin(value, kind) && typed('margin', t('customRules.condition.marginHint'))}
        </Box>
        {onRemove && (
          <IconButton
            size="small"
            aria-label={t('customRules.condition.remove', { number })}
            onClick={onRemove}
          >
            <DeleteOutlineRounded />
          </IconButton>
        )}
      </Box>
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  )
}
