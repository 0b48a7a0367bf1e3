import Box from '@mui/material/Box'
import { listRuleActivity, type NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useReachWords } from '../use-reach-words.ts'
import { useRuleName } from './use-rule-name.ts'

/** Whom a rule reached last, and what became of each by every method. */
export function RuleActivity({ rule, onClose }: { rule: NotificationRule; onClose: () => void }) {
  const { t } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const words = useReachWords()
  const nameOf = useRuleName()
  const answer = useEndpoint(listRuleActivity, { params: { id: rule.id } })
  const items = answer.data?.items
  return (
    <RecordCard title={nameOf(rule)} detail={t('notificationRules.activity.title')} onClose={onClose}>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('notificationRules.error.activity'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {items === undefined && !answer.isError && <ListSkeleton rows={4} />}
      {items?.length === 0 && <EmptyState title={t('notificationRules.activity.none')} />}
      {items?.map((one) => (
        <Box key={one.notificationId} sx={{ py: '10px', borderBottom: `1px solid ${token('line')}` }}>
          <Box sx={{ fontWeight: 620 }}>{one.title}</Box>
          <Box>
            {one.recipient} · {words.audience(one.audience)} · {moment(one.createdAt)}
          </Box>
          {one.reach.map(({ method, status, detail }) => (
            <Box key={method} sx={{ typography: 'body2', color: token('textSoft') }}>
              {[
                t(`notifications.method.${method}`),
                t(`notifications.status.${status}`),
                ...(detail === null ? [] : [words.detail(detail)]),
              ].join(' · ')}
            </Box>
          ))}
        </Box>
      ))}
    </RecordCard>
  )
}
