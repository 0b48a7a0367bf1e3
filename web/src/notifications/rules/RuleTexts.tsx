import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { templateVariables } from '@rumbo/contract/templates.rules'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { templateErrorOf } from './rule-draft.rules.ts'

const languages = ['es', 'en'] as const
const fields = ['title', 'message'] as const
const lengths = { title: 120, message: 1_000 } as const

/** The texts of a rule in both languages; a wrong variable is named with its position. */
export function RuleTexts({
  templates,
  onChange,
}: {
  templates: RuleBody['templates']
  onChange: (templates: RuleBody['templates']) => void
}) {
  const { t, language } = useText()
  const names = Object.entries(templateVariables).map(([en, es]) => `{${language === 'es' ? es : en}}`)
  return (
    <Box sx={{ display: 'grid', gap: '12px', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
      {languages.flatMap((one) =>
        fields.map((field) => {
          const text = templates[one][field]
          const error = templateErrorOf(text)
          return (
            <TextField
              key={`${one} ${field}`}
              label={t(`notificationRules.text.${field}.${one}`)}
              value={text}
              onChange={({ target }) =>
                onChange({ ...templates, [one]: { ...templates[one], [field]: target.value } })
              }
              multiline={field === 'message'}
              minRows={field === 'message' ? 2 : undefined}
              error={error !== null}
              helperText={
                error
                  ? t(`notificationRules.text.error.${error.code}`, { at: error.at, name: error.name })
                  : undefined
              }
              slotProps={{ htmlInput: { maxLength: lengths[field] } }}
            />
          )
        }),
      )}
      <Box
        sx={{ gridColumn: '1 / -1', typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}
      >
        {t('notificationRules.text.variables', { names: names.join(' ') })}
      </Box>
    </Box>
  )
}
