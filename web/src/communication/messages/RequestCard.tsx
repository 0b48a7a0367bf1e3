import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import { answerRequest } from '@rumbo/contract/communication.requests.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'

const statusColours = { open: 'alarmed', approved: 'active', denied: 'critical' } as const

/** What a driver asked for, to be approved or denied. */
export function RequestCard({ message: one, mayAnswer }: { message: Message; mayAnswer: boolean }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const answer = useChange(answerRequest, {
    evicts: ['shifts', 'services', 'dispatch'],
    onError: (error) => setFailure(message(error, t('communication.error.answer'))),
  })
  const { request } = one
  if (request === null) return null
  const decide = (approve: boolean) => {
    setFailure(null)
    const params = { id: one.threadId, messageId: one.id }
    answer.mutate({ params, body: { approve, note: note.trim() || null } })
  }
  const words = t(`communication.request.${request.type}`)
  return (
    <Box component="section" aria-label={words} sx={{ display: 'grid', gap: '8px', mt: '4px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}>
        <Box component="strong">{words}</Box>
        <TintedChip colour={statusColours[request.status]}>
          {t(`communication.requestStatus.${request.status}`)}
        </TintedChip>
        {request.serviceId !== null && (
          <AppLink to={addresses.services({ service: request.serviceId })}>
            {t('communication.openService')}
          </AppLink>
        )}
      </Box>
      {request.status !== 'open' && request.by !== null && request.at !== null && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('communication.answeredBy', { name: request.by, at: formatDate(language, request.at) })}
          {request.note ? ` · ${request.note}` : ''}
        </Box>
      )}
      {request.status === 'open' && mayAnswer && (
        <>
          <TextField
            size="small"
            label={t('communication.answerNote')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          <Box sx={{ display: 'flex', gap: '8px' }}>
            <Button
              size="small"
              variant="contained"
              data-decision="approve"
              startIcon={<CheckRounded />}
              disabled={answer.isPending}
              onClick={() => decide(true)}
            >
              {t('communication.approve')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              data-decision="deny"
              startIcon={<CloseRounded />}
              disabled={answer.isPending}
              onClick={() => decide(false)}
            >
              {t('communication.deny')}
            </Button>
          </Box>
        </>
      )}
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
    </Box>
  )
}
