import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { messageLength } from '@rumbo/contract/communication.messages.contract'
import { listMessageTemplates } from '@rumbo/contract/communication.templates.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface BroadcastTextProps {
  companyId: string | undefined
  text: string
  /** Null: the text is written here. */
  templateId: string | null
  isMissing: boolean
  onText: (text: string) => void
  onTemplate: (id: string | null) => void
}

/** What a broadcast says: a text, or a template that each recipient gets in their language and with their own words. */
export function BroadcastText(props: BroadcastTextProps) {
  const { companyId, text, templateId, isMissing, onText, onTemplate } = props
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(
    listMessageTemplates,
    { query: { companyId: companyId ?? '' } },
    { enabled: companyId !== undefined },
  )
  const templates = answer.data?.items ?? []
  const chosen = templates.find(({ id }) => id === templateId)
  const wrong = isMissing ? t('fields.required') : undefined
  return (
    <>
      {templates.length > 0 && (
        <ChoiceField
          label={t('messaging.template')}
          value={templateId ?? ''}
          choices={[
            { value: '', label: t('messaging.noTemplate') },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => onTemplate(id === '' ? null : id)}
        />
      )}
      {answer.isError && (
        <Box role="alert" sx={{ typography: 'body2', color: token('critical') }}>
          {message(answer.error, t('communication.error.template'))}
        </Box>
      )}
      {chosen ? (
        <Box sx={{ display: 'grid', gap: '6px', typography: 'body2' }}>
          <Box sx={{ color: token('textSoft') }}>{t('messaging.templateHint')}</Box>
          {(['es', 'en'] as const).map((language) => (
            <Box
              key={language}
              lang={language}
              sx={{
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                pl: '10px',
                borderLeft: `3px solid ${token('line')}`,
              }}
            >
              {chosen.texts[language]}
            </Box>
          ))}
        </Box>
      ) : (
        <TextField
          label={t('communication.broadcast.text')}
          value={text}
          required
          multiline
          minRows={3}
          error={wrong !== undefined}
          helperText={wrong}
          onChange={(event) => onText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: messageLength } }}
        />
      )}
    </>
  )
}
