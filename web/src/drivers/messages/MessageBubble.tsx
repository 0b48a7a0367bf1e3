import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { MessageRequest } from '@rumbo/contract/communication.messages.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import type { ReactNode } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { navigationLink } from '../driver.rules.ts'
import { useDriverMoment } from '../driver-moment.ts'
import { useRefusalReason } from '../Refusals.tsx'
import { AttachmentView } from './AttachmentView.tsx'
import type { WaitingMessage } from './driver-messages.rules.ts'

type ShownMessage = DriverThread['messages'][number]

function Bubble({ isOwn, isUrgent, children }: { isOwn: boolean; isUrgent: boolean; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        justifySelf: isOwn ? 'end' : 'start',
        maxWidth: '88%',
        minWidth: 120,
        display: 'grid',
        gap: '6px',
        p: '10px 14px',
        borderRadius: '14px',
        border: `1px solid ${token(isUrgent ? 'critical' : 'line')}`,
        backgroundColor: token(isUrgent ? 'criticalTint' : isOwn ? 'primarySoft' : 'surface'),
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  )
}
const Text = ({ children }: { children: string }) =>
  children !== '' && <Box sx={{ whiteSpace: 'pre-wrap' }}>{children}</Box>
const Foot = ({ children }: { children: ReactNode }) => (
  <Box sx={{ typography: 'body2', color: token('textSoft') }}>{children}</Box>
)

/** A message that the server has. */
export function MessageBubble({ message }: { message: ShownMessage }) {
  const { t } = useText()
  const moment = useDriverMoment()
  const { isOwn, isRead, author, text, attachments, refs, request, priority, writtenAt } = message
  return (
    <Bubble isOwn={isOwn} isUrgent={priority === 'urgent'}>
      {!isOwn && <Foot>{author}</Foot>}
      {priority === 'urgent' && (
        <Box sx={{ color: token('critical'), fontWeight: 700 }}>{t('driver.urgent.mark')}</Box>
      )}
      {request && <strong>{t(`driver.ask.${request.type}`)}</strong>}
      <Text>{text}</Text>
      {refs.map((ref) =>
        ref.kind === 'place' ? (
          <a key={ref.label} href={navigationLink(ref)} target="_blank" rel="noreferrer">
            {ref.label}
          </a>
        ) : (
          <Foot key={ref.id}>
            {ref.kind === 'service' ? t('driver.service.title', { number: ref.label }) : ref.label}
          </Foot>
        ),
      )}
      {attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      {request && <RequestState request={request} />}
      <Foot>
        {moment(writtenAt)}
        {isOwn && ` · ${t(isRead ? 'driver.messages.isRead' : 'driver.messages.isSent')}`}
      </Foot>
    </Bubble>
  )
}

function RequestState({ request: { status, by, note } }: { request: MessageRequest }) {
  const { t } = useText()
  const colour = status === 'open' ? 'alarmed' : status === 'approved' ? 'active' : 'critical'
  return (
    <Box sx={{ color: token(colour), fontWeight: 600 }}>
      {by === null ? t(`driver.ask.state.${status}`) : t(`driver.ask.state.${status}By`, { name: by })}
      {note && <Box sx={{ fontWeight: 400, color: token('text') }}>{note}</Box>}
    </Box>
  )
}

/** Something written that the server does not have: it waits for a connection, or was refused with a `problem`. */
export function WaitingBubble({
  action,
  problem,
  onAgain,
  onDrop,
}: {
  action: WaitingMessage
  problem?: string
  onAgain?: () => void
  onDrop?: () => void
}) {
  const { t } = useText()
  const moment = useDriverMoment()
  const reasonOf = useRefusalReason()
  return (
    <Bubble isOwn isUrgent={false}>
      {action.kind === 'request' && <strong>{t(`driver.ask.${action.type}`)}</strong>}
      <Text>{action.text}</Text>
      {action.kind === 'send' && action.files.map(({ id, name }) => <Foot key={id}>{name}</Foot>)}
      {problem === undefined ? (
        <Foot>
          {moment(action.at)} · {t('driver.messages.isWaiting')}
        </Foot>
      ) : (
        <>
          <Box role="alert" sx={{ color: token('critical') }}>
            {t('driver.messages.refused', { reason: reasonOf(problem) })}
          </Box>
          <Box sx={{ display: 'flex', gap: '8px', flexWrap: 'wrap' }}>
            <Button variant="outlined" sx={{ minHeight: 48 }} onClick={onAgain}>
              {t('driver.messages.again')}
            </Button>
            <Button sx={{ minHeight: 48 }} onClick={onDrop}>
              {t('driver.messages.drop')}
            </Button>
          </Box>
        </>
      )}
    </Bubble>
  )
}
