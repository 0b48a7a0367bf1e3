import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@rumbo/contract/identity.invitations.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useAllPages } from '../../app/data/use-pages.ts'
import { useMoment } from '../../app/use-moment.ts'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Pending invitations, newest first, to send again or withdraw. */
export function Invitations() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const moment = useMoment()
  const answer = useAllPages(listInvitations, {
    query: { open: 'true', size: 100, sort: 'createdAt', order: 'desc' },
  })
  const resend = useChange(resendInvitation, {
    onSuccess: ({ email }) => toasts.show({ type: 'success', message: t('users.done.invited', { email }) }),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('users.error.invite')) }),
  })
  const revoke = useChange(revokeInvitation, {
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('users.error.revoke')) }),
  })
  const withdraw = async ({ id, email }: Invitation) => {
    try {
      await revoke.mutateAsync({ params: { id } })
      toasts.show({ type: 'success', message: t('users.done.revoked', { email }) })
    } catch {
      return // The toast shows the reason.
    }
  }
  const isBusy = resend.isPending || revoke.isPending
  const items = answer.data?.items
  return (
    <Box component="section" aria-label={t('users.invite.open')}>
      <Typography variant="h2" component="h3" sx={{ mb: '8px' }}>
        {t('users.invite.open')}
      </Typography>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('users.error.invitations'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {items === undefined && !answer.isError && <ListSkeleton rows={2} />}
      {items?.length === 0 && <Box sx={{ color: token('textSoft') }}>{t('users.invite.none')}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 260, overflowY: 'auto' }}>
        {items?.map((one) => (
          <Box
            component="li"
            key={one.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: '8px',
              py: '8px',
              borderTop: `1px solid ${token('line')}`,
            }}
          >
            <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ fontWeight: 520 }}>{one.email}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {[
                  t(`identity.level.${one.level}`),
                  one.companyName,
                  t('users.invite.expires', { date: moment(one.expiresAt) }),
                ].join(' · ')}
              </Box>
            </Box>
            <Button
              size="small"
              variant="outlined"
              disabled={isBusy}
              aria-label={t('users.invite.resendNamed', { email: one.email })}
              onClick={() => resend.mutate({ params: { id: one.id } })}
            >
              {t('users.invite.resend')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="error"
              disabled={isBusy}
              aria-label={t('users.invite.revokeNamed', { email: one.email })}
              onClick={() => void withdraw(one)}
            >
              {t('users.invite.revoke')}
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
