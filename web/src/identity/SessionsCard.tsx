import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { endOtherSessions, endOwnSession, listOwnSessions } from '@rumbo/contract/identity.account.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { SessionList } from './SessionList.tsx'

const initialCount = 5

/** The user's own open sessions, with buttons to end them. */
export function SessionsCard() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [isAsking, setAsking] = useState(false)
  const sessions = useEndpoint(listOwnSessions, {})
  const fail = (error: Error, words: string) => toasts.show({ type: 'error', message: message(error, words) })
  const end = useChange(endOwnSession, {
    onSuccess: () => toasts.show({ type: 'success', message: t('account.sessions.ended') }),
    onError: (error) => fail(error, t('account.error.endSession')),
  })
  const endOthers = useChange(endOtherSessions, {
    onSuccess: () => toasts.show({ type: 'success', message: t('account.sessions.othersEnded') }),
    onError: (error) => fail(error, t('account.error.endSessions')),
  })
  const items = sessions.data?.items ?? []
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, initialCount)
  return (
    <Card
      title={t('account.sessions.title')}
      actions={
        items.length > 1 && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('account.sessions.endOthers')}
          </Button>
        )
      }
    >
      {sessions.isPending && <ListSkeleton rows={2} />}
      {sessions.isError && sessions.data === undefined && (
        <ErrorState
          title={t('account.error.sessions')}
          text={message(sessions.error, t('ui.error.text'))}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <SessionList
        sessions={shown}
        endingId={end.isPending ? end.variables.params.id : null}
        onEnd={({ id }) => end.mutate({ params: { id } })}
      />
      {shown.length < items.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('account.sessions.showAll', { count: items.length })}
        </Button>
      )}
      {items.length === 1 && (
        <Typography variant="body2" sx={{ color: token('textSoft'), mt: '6px' }}>
          {t('account.sessions.alone')}
        </Typography>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('account.sessions.endOthersTitle')}
        text={t('account.sessions.endOthersText')}
        confirmLabel={t('account.sessions.endOthers')}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await endOthers.mutateAsync({})
          setAsking(false)
        }}
      />
    </Card>
  )
}
