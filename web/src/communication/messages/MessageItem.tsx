import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import type { Message } from '@rumbo/contract/communication.messages.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { AttachmentView } from './AttachmentView.tsx'
import { bubbleLook } from './bubble-look.ts'
import { entryWords } from './entry-words.ts'
import { Reach } from './Reach.tsx'
import { References } from './References.tsx'
import { RequestCard } from './RequestCard.tsx'

/** Phones without a network send later what was written; a difference below this is none, in milliseconds. */
const sameMomentMs = 60_000

interface MessageItemProps {
  message: Message
  isOwn: boolean
  mayWrite: boolean
}

/** A message of a conversation. */
export function MessageItem({ message: one, isOwn, mayWrite }: MessageItemProps) {
  const { t, language } = useText()
  const { kind, author, priority, text, writtenAt, createdAt } = one
  if (kind === 'log')
    return (
      <Box
        data-sequence={one.sequence}
        sx={{ textAlign: 'center', typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}
      >
        {entryWords(t, author, text)} ·{' '}
        <time dateTime={createdAt}>{formatDate(language, createdAt, { show: 'time' })}</time>
      </Box>
    )
  const isNote = kind === 'note'
  const isUrgent = priority === 'urgent'
  const isStaff = one.authorKind === 'staff'
  const look = bubbleLook(isNote ? 'note' : isUrgent ? 'urgent' : isStaff ? 'own' : 'other', isStaff)
  const wasLate = Date.parse(createdAt) - Date.parse(writtenAt) > sameMomentMs
  return (
    <Box
      component="article"
      data-sequence={one.sequence}
      aria-label={t(isNote ? 'communication.noteOf' : 'communication.messageOf', { name: author })}
      sx={look}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '2px 8px',
          typography: 'body2',
          color: token('textSoft'),
        }}
      >
        {isNote && (
          <TintedChip colour="alarmed" icon={<LockOutlined aria-hidden sx={{ fontSize: 16 }} />} canWrap>
            {t('communication.noteMark')}
          </TintedChip>
        )}
        {isUrgent && <TintedChip colour="critical">{t('communication.urgent')}</TintedChip>}
        <Box component="span" sx={{ fontWeight: 620, color: token('text') }}>
          {isOwn ? t('communication.you') : author}
        </Box>
        <time dateTime={createdAt} title={formatDate(language, createdAt)}>
          {formatDate(language, createdAt, { show: 'time' })}
        </time>
        {one.broadcastId !== null && <span>{t('communication.fromBroadcast')}</span>}
      </Box>
      {wasLate && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('communication.writtenAt', { at: formatDate(language, writtenAt) })}
        </Box>
      )}
      {text !== '' && <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>}
      {one.attachments.length > 0 && (
        <Box sx={{ display: 'grid', gap: '6px', mt: '6px' }}>
          {one.attachments.map((attachment) => (
            <AttachmentView key={attachment.id} attachment={attachment} />
          ))}
        </Box>
      )}
      <References refs={one.refs} />
      <RequestCard message={one} mayAnswer={mayWrite} />
      <Reach message={one} mayWrite={mayWrite} />
    </Box>
  )
}
