import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Notification, readNotificationReach } from '@rumbo/contract/notifications.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { useMoment } from '../app/use-moment.ts'
import { RecordCard } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { PriorityMark } from './PriorityMark.tsx'
import { useNotificationState } from './use-notification-state.ts'
import { useReachWords } from './use-reach-words.ts'

interface NotificationDetailsProps {
  notification: Notification
  onAcknowledge: () => void
  onRead: () => void
  onClose: () => void
}

/** A notification in a drawer: why it reached the person, and what became of it by each method. */
export function NotificationDetails(props: NotificationDetailsProps) {
  const { notification: one, onAcknowledge, onRead, onClose } = props
  const { t } = useText()
  const moment = useMoment()
  const words = useReachWords()
  const stateOf = useNotificationState()
  return (
    <RecordCard
      widthPixels={480}
      title={one.title}
      status={<PriorityMark priority={one.priority} />}
      detail={t(`notifications.kind.${one.kind}`)}
      actions={
        <>
          {one.path !== null && (
            <Button variant="contained" component={Anchor} to={one.path}>
              {t('notifications.open')}
            </Button>
          )}
          {one.canAcknowledge && (
            <Button variant="outlined" onClick={onAcknowledge}>
              {t('notifications.acknowledge')}
            </Button>
          )}
          {one.readAt === null && <Button onClick={onRead}>{t('notifications.markOne')}</Button>}
        </>
      }
      onClose={onClose}
    >
      <FactList
        facts={[
          { name: t('notifications.field.message'), value: one.message || '—' },
          { name: t('notifications.field.vehicle'), value: one.vehicleNumber ?? '—' },
          { name: t('notifications.field.createdAt'), value: moment(one.createdAt) },
          { name: t('notifications.field.lastAt'), value: moment(one.lastAt) },
          { name: t('notifications.field.state'), value: stateOf(one) },
          { name: t('notifications.field.count'), value: String(one.count) },
          {
            name: t('notifications.field.why'),
            value:
              one.why.rule === null
                ? words.audience(one.why.audience)
                : t('notifications.why.rule', {
                    rule: one.why.rule,
                    audience: words.audience(one.why.audience),
                  }),
          },
        ]}
      />
      <Box component="h3" sx={{ typography: 'h3', m: '16px 0 8px' }}>
        {t('notifications.reach.title')}
      </Box>
      <Reach id={one.id} />
    </RecordCard>
  )
}

function Reach({ id }: { id: string }) {
  const { t } = useText()
  const words = useReachWords()
  const moment = useMoment()
  const message = useErrorMessage()
  const answer = useEndpoint(readNotificationReach, { params: { id } })
  if (answer.isError)
    return (
      <ErrorState
        title={message(answer.error, t('notifications.error.reach'))}
        onRetry={() => void answer.refetch()}
      />
    )
  if (answer.data === undefined) return <FormSkeleton fields={2} />
  if (answer.data.items.length === 0) return <span>{t('notifications.reach.none')}</span>
  return (
    <Box component="ul" aria-label={t('notifications.reach.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {answer.data.items.map(({ method, status, at, detail }) => (
        <Box component="li" key={method} sx={{ py: '8px', borderTop: `1px solid ${token('line')}` }}>
          <Box sx={{ display: 'flex', gap: '10px' }}>
            <Box component="span" sx={{ fontWeight: 620, flex: 1 }}>
              {t(`notifications.method.${method}`)}
            </Box>
            <Box component="span" sx={{ color: token(status === 'failed' ? 'critical' : 'textSoft') }}>
              {t(`notifications.status.${status}`)}
            </Box>
            <Box component="span" sx={{ color: token('textSoft') }}>
              {moment(at)}
            </Box>
          </Box>
          {detail !== null && (
            <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
              {words.detail(detail)}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
