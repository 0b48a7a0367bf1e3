import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import {
  type Broadcast,
  cancelBroadcast,
  listBroadcasts,
} from '@rumbo/contract/communication.broadcasts.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ListDialog } from '../ListDialog.tsx'
import { NotReadList } from './NotReadList.tsx'

interface BroadcastsDialogProps {
  fleetId: string
  onOpen: (threadId: string) => void
  onClose: () => void
}

/** The latest broadcasts of a fleet: how many read them, who did not; scheduled ones can be cancelled. */
export function BroadcastsDialog({ fleetId, onOpen, onClose }: BroadcastsDialogProps) {
  const { t } = useText()
  return (
    <ListDialog
      title={t('communication.broadcast.list')}
      answer={useEndpoint(listBroadcasts, { query: { fleetId, size: 25 } })}
      failure={t('communication.error.broadcasts')}
      empty={t('communication.broadcast.empty')}
      item={(one) => (
        <BroadcastItem
          key={one.id}
          broadcast={one}
          onOpen={(threadId) => {
            onClose()
            onOpen(threadId)
          }}
        />
      )}
      onClose={onClose}
    />
  )
}

const colours = { scheduled: 'occupied', sent: 'active', cancelled: 'inactive' } as const

function BroadcastItem({ broadcast: one, onOpen }: { broadcast: Broadcast; onOpen: (id: string) => void }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const mayWrite = useCan()('communication.write')
  const cancel = useChange(cancelBroadcast, {
    onError: (error) => setFailure(message(error, t('communication.error.cancel'))),
  })
  const readWords = t('communication.readBy', { read: one.read, recipients: one.recipients })
  return (
    <Box component="li" sx={{ borderBottom: `1px solid ${token('line')}`, pb: '10px' }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', typography: 'body2' }}
      >
        <TintedChip colour={colours[one.status]}>
          {t(`communication.broadcast.status.${one.status}`)}
        </TintedChip>
        {one.priority === 'urgent' && <TintedChip colour="critical">{t('communication.urgent')}</TintedChip>}
        <span>{formatDate(language, one.sentAt ?? one.scheduledAt ?? one.createdAt)}</span>
        <span>{one.author}</span>
      </Box>
      <Box sx={{ my: '4px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {one.texts?.[language] ?? one.text}
      </Box>
      {one.status === 'sent' && (
        <>
          <LinearProgress
            variant="determinate"
            aria-label={readWords}
            value={one.recipients === 0 ? 0 : (100 * one.read) / one.recipients}
          />
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {readWords}
            {one.failed > 0 && ` · ${t('communication.failed', { count: one.failed })}`}
          </Button>
        </>
      )}
      {one.status === 'scheduled' && mayWrite && (
        <Button
          size="small"
          loading={cancel.isPending}
          onClick={() => {
            setFailure(null)
            cancel.mutate({ params: { id: one.id } })
          }}
        >
          {t('communication.broadcast.cancel')}
        </Button>
      )}
      {isOpen && <NotReadList id={one.id} onOpen={onOpen} />}
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
    </Box>
  )
}
