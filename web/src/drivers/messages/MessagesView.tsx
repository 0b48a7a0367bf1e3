import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { cardLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useDriverMoment } from '../driver-moment.ts'
import { belongsTo, dispatchThread, type WaitingMessage } from './driver-messages.rules.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { ThreadView } from './ThreadView.tsx'
import type { DriverMessages } from './use-driver-messages.ts'
import { useMessageWords } from './use-message-words.ts'

/** Stands for the conversation with dispatch before the first message. */
const newThread = 'new'

/** The driver's conversations; `open` is the id of the one on screen. */
export function MessagesView({
  messages,
  services,
  open,
  onOpen,
}: {
  messages: DriverMessages
  services: readonly Service[]
  open: string | null
  onOpen: (threadId: string | null) => void
}) {
  const { t } = useText()
  const problem = useErrorMessage()
  const [isAsking, setAsking] = useState(false)
  const { threads, waiting, refusals } = messages
  const dispatch = dispatchThread(threads)
  const thread = open === newThread ? dispatch : threads.find(({ id }) => id === open)
  if (open !== null && (thread || open === newThread))
    return <ThreadView thread={thread ?? null} messages={messages} onClose={() => onOpen(null)} />
  if (messages.isLoading) return <CardsSkeleton />
  if (messages.error)
    return (
      <ErrorState text={problem(messages.error, t('driver.messages.loadFailed'))} onRetry={messages.retry} />
    )
  const written = [...waiting, ...refusals.map(({ action }) => action)]
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
        <Button variant="contained" sx={{ minHeight: 60 }} onClick={() => onOpen(dispatch?.id ?? newThread)}>
          {t('driver.messages.write')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<CampaignOutlined />}
          sx={{ minHeight: 60 }}
          onClick={() => setAsking(true)}
        >
          {t('driver.messages.ask')}
        </Button>
      </Box>
      {threads.length === 0 && written.length === 0 ? (
        <EmptyState title={t('driver.messages.none')} text={t('driver.messages.noneText')} />
      ) : (
        <Box
          component="ul"
          aria-label={t('driver.messages.list')}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: '10px',
          }}
        >
          {threads.map((one) => (
            <ThreadItem
              key={one.id}
              thread={one}
              waiting={written.filter((action) => belongsTo(action, one))}
              onOpen={() => onOpen(one.id)}
            />
          ))}
          {!dispatch && written.some((action) => belongsTo(action, null)) && (
            <ThreadItem
              thread={null}
              waiting={written.filter((action) => belongsTo(action, null))}
              onOpen={() => onOpen(newThread)}
            />
          )}
        </Box>
      )}
      {isAsking && (
        <RequestDialog
          services={services}
          onClose={() => setAsking(false)}
          onAsk={(request) => {
            setAsking(false)
            onOpen(dispatch?.id ?? newThread)
            void messages.act({ kind: 'request', ...request })
          }}
        />
      )}
    </Box>
  )
}

function ThreadItem({
  thread,
  waiting,
  onOpen,
}: {
  thread: DriverThread | null
  waiting: readonly WaitingMessage[]
  onOpen: () => void
}) {
  const { t } = useText()
  const moment = useDriverMoment()
  const words = useMessageWords()
  const last = thread?.messages.at(-1)
  const unread = thread?.unread ?? 0
  return (
    <Box component="li">
      <ButtonBase
        onClick={onOpen}
        sx={{
          ...cardLook,
          width: '100%',
          minHeight: 76,
          p: '12px 16px',
          display: 'flex',
          gap: '12px',
          textAlign: 'start',
          font: 'inherit',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', gap: '8px', alignItems: 'baseline' }}>
            <Box sx={{ flex: 1, fontWeight: 600, fontSize: '1.0625rem', overflowWrap: 'anywhere' }}>
              {words.title(thread)}
            </Box>
            {thread && (
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>{moment(thread.lastAt)}</Box>
            )}
          </Box>
          <Box
            sx={{
              color: token(unread > 0 ? 'text' : 'textSoft'),
              fontWeight: unread > 0 ? 600 : undefined,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {last && `${last.isOwn ? t('driver.messages.you') : last.author}: ${words.line(last)}`}
          </Box>
          {waiting.length > 0 && (
            <Box sx={{ typography: 'body2', color: token('alarmed') }}>
              {t('driver.messages.waiting', { count: waiting.length })}
            </Box>
          )}
        </Box>
        {unread > 0 && (
          <Badge
            color={thread?.urgent.length ? 'error' : 'primary'}
            badgeContent={unread}
            aria-label={t('driver.messages.unread', { count: unread })}
            sx={{ alignSelf: 'center', mr: '12px' }}
          />
        )}
      </ButtonBase>
    </Box>
  )
}
