import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { changeMembers, type ThreadDetails } from '@rumbo/contract/communication.contract'
import { useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage, useSession } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useGo } from '../../app/navigation/address.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

const MembersDialog = lazyDialog(() => import('./MembersDialog.tsx').then((file) => file.MembersDialog))

/** Changes who is in a group or private conversation, and leaves a private one. */
export function MembersButtons({ thread }: { thread: ThreadDetails }) {
  const { t } = useText()
  const go = useGo()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { user } = useSession()
  const [asked, setAsked] = useState<'members' | 'leave' | null>(null)
  const leave = useChange(changeMembers, {
    evicts: ['communication'],
    onSuccess: () => go(addresses.communication(), { replace: true }),
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('communication.error.change')) }),
  })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px' }}>
      <Button size="small" onClick={() => setAsked('members')}>
        {t('messaging.changeMembers')}
      </Button>
      {thread.kind === 'direct' && (
        <Button size="small" color="error" onClick={() => setAsked('leave')}>
          {t('messaging.leave')}
        </Button>
      )}
      {asked === 'members' && <MembersDialog thread={thread} onClose={() => setAsked(null)} />}
      {asked === 'leave' && user !== null && (
        <ConfirmDialog
          open
          text={t('messaging.leaveText')}
          title={t('messaging.leaveTitle', { name: thread.title })}
          confirmLabel={t('messaging.leave')}
          isDestructive
          onConfirm={() => {
            setAsked(null)
            leave.mutate({ params: { id: thread.id }, body: { removeIds: [user.id] } })
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  )
}
