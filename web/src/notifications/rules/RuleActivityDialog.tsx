import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { listRuleActivity, type NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { useId } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { statusColours } from '../notification-looks.tsx'

/** Whom a rule reached last, and what became of it by each method. */
export function RuleActivityDialog({ rule, onClose }: { rule: NotificationRule; onClose: () => void }) {
  const { t } = useText()
  const moment = useMoment()
  const titleId = useId()
  const message = useErrorMessage()
  const activity = useEndpoint(listRuleActivity, { params: { id: rule.id } })
  const items = activity.data?.items
  return (
    <GuardedDialog onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('notificationRules.activityTitle', { name: rule.name })}</DialogTitle>
          <DialogContent>
            {activity.isError ? (
              <ErrorState
                title={message(activity.error, t('notificationRules.error.activity'))}
                onRetry={() => void activity.refetch()}
              />
            ) : items === undefined ? (
              <ListSkeleton rows={3} />
            ) : items.length === 0 ? (
              <EmptyState title={t('notificationRules.activityNone')} />
            ) : (
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '10px' }}>
                {items.map((one) => (
                  <Box
                    component="li"
                    key={one.notificationId}
                    sx={{ borderBottom: `1px solid ${token('line')}`, pb: '10px' }}
                  >
                    <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>{one.title}</Box>
                    <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                      {one.recipient} · {moment(one.createdAt)}
                    </Box>
                    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '6px', mt: '6px' }}>
                      {one.reach.map(({ method, status }) => (
                        <TintedChip key={method} colour={statusColours[status]}>
                          {t(`notifications.method.${method}`)}: {t(`notifications.status.${status}`)}
                        </TintedChip>
                      ))}
                    </Box>
                  </Box>
                ))}
              </Box>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{t('ui.close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
