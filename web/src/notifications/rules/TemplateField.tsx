import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { templateVariables } from '@rumbo/contract/templates.rules'
import type { Language } from '@rumbo/i18n/language'
import { useRef } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { templateErrorOf } from './rule-draft.rules.ts'

interface TemplateFieldProps {
  label: string
  /** The language of the text, which names the variables. */
  textLanguage: Language
  value: string
  longest: number
  isLong?: boolean
  /** What to know about this text, though it may be saved. */
  warning?: string | null
  onChange: (value: string) => void
}

/** A text with variables, each inserted at the cursor by a button; an error is named with its position. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, textLanguage, value, longest, isLong = false, warning = null, onChange } = props
  const { t } = useText()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const error = templateErrorOf(value)
  const insert = (name: string) => {
    const at = input.current?.selectionStart ?? value.length
    onChange(`${value.slice(0, at)}{${name}}${value.slice(input.current?.selectionEnd ?? at)}`)
    input.current?.focus()
  }
  return (
    <Box sx={{ display: 'grid', gap: '6px' }}>
      <TextField
        label={label}
        value={value}
        multiline={isLong}
        minRows={isLong ? 3 : undefined}
        inputRef={input}
        error={error !== null}
        helperText={
          error
            ? t(`notificationRules.template.${error.code}`, { name: error.name, at: error.at })
            : t('notificationRules.template.hint')
        }
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { maxLength: longest, autoComplete: 'off' } }}
      />
      {warning !== null && (
        <Alert severity="warning" role="status">
          {warning}
        </Alert>
      )}
      <Box
        role="group"
        aria-label={t('notificationRules.template.insert', { field: label })}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: '6px' }}
      >
        {Object.entries(templateVariables).map(([english, spanish]) => {
          const name = textLanguage === 'es' ? spanish : english
          return (
            <Chip
              key={name}
              size="small"
              variant="outlined"
              label={`{${name}}`}
              onClick={() => insert(name)}
            />
          )
        })}
      </Box>
    </Box>
  )
}
