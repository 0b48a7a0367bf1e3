import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import {
  type Broadcast,
  cancelBroadcast,
  listBroadcasts,
} from '@rumbo/contract/communication.broadcasts.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { NotReadList } from './NotReadList.tsx'

interface BroadcastsDialogProps {
  fleetId: string
  onOpen: (threadId: string) => void
  onClose: () => void
}

/** The latest broadcasts of a fleet: how many read them, who did not; scheduled ones can be cancelled. */
export function BroadcastsDialog({ fleetId, onOpen, onClose }: BroadcastsDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const answer = useEndpoint(listBroadcasts, { query: { fleetId, size: 25 } })
  const items = answer.data?.items
  return (
    <GuardedDialog onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('communication.broadcast.list')}</DialogTitle>
          <DialogContent>
            {answer.isError && (
              <ErrorState
                title={message(answer.error, t('communication.error.broadcasts'))}
                onRetry={() => void answer.refetch()}
              />
            )}
            {items === undefined && !answer.isError && <ListSkeleton rows={3} />}
            {items?.length === 0 && <EmptyState title={t('communication.broadcast.empty')} />}
            <Box
              component="ul"
              aria-labelledby={titleId}
              sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '14px' }}
            >
              {items?.map((one) => (
                <BroadcastItem
                  key={one.id}
                  broadcast={one}
                  onOpen={(threadId) => {
                    onClose()
                    onOpen(threadId)
                  }}
                />
              ))}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{t('ui.close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
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
