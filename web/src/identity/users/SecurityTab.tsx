import ComputerRounded from '@mui/icons-material/ComputerRounded'
import SmartphoneRounded from '@mui/icons-material/SmartphoneRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { User } from '@rumbo/contract/identity.users.contract'
import {
  endUserSession,
  listUserSessions,
  type SignIn,
} from '@rumbo/contract/identity.users.security.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { Age } from '../../ui/Age.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { deviceName } from '../devices.rules.ts'
import type { UserActions } from './use-user-actions.tsx'
import type { UserAction } from './user-access.rules.ts'

/** Lock, password, second factor, verified contact data, and open sessions of a user. */
export function SecurityTab({ user, actions }: { user: User; actions: UserActions }) {
  const { t } = useText()
  const button = (action: UserAction, label: string) => {
    const reason = actions.lockedReason(action, user)
    return (
      <Button
        key={action}
        size="small"
        variant="outlined"
        disabled={reason !== undefined}
        title={reason}
        onClick={() => actions.ask(action, user)}
      >
        {label}
      </Button>
    )
  }
  const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } as const
  const verified = (isVerified: boolean, on: string, off: string) => (
    <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
      {isVerified ? on : off}
    </Box>
  )
  return (
    <Box sx={{ display: 'grid', gap: '18px' }}>
      {user.status === 'locked' && (
        <Alert severity="warning" action={button('activate', t('users.security.unlock'))}>
          {t('users.security.lock')}
        </Alert>
      )}
      <FactList
        facts={[
          {
            name: t('users.security.password'),
            value: (
              <Box sx={{ display: 'grid', gap: '8px' }}>
                <span>
                  {t(user.forcePasswordChange ? 'users.check.force' : 'users.security.passwordFree')}
                </span>
                <Box sx={row}>
                  {button('sendReset', t('users.action.sendReset'))}
                  {button(
                    'forcePasswordChange',
                    t(
                      user.forcePasswordChange
                        ? 'users.action.unforcePasswordChange'
                        : 'users.action.forcePasswordChange',
                    ),
                  )}
                  {button('setPassword', t('users.action.setPassword'))}
                </Box>
              </Box>
            ),
          },
          {
            name: t('users.security.twoFactor'),
            value: (
              <Box sx={row}>
                <span>{t(user.twoFactorEnabled ? 'users.security.on' : 'users.security.off')}</span>
                {user.twoFactorEnabled && button('resetTwoFactor', t('users.action.resetTwoFactor'))}
              </Box>
            ),
          },
          {
            name: t('users.security.email'),
            value: (
              <Box>
                {user.email}
                <br />
                {verified(user.emailVerified, t('users.check.email'), t('users.check.noEmail'))}
              </Box>
            ),
          },
          {
            name: t('users.security.phone'),
            value:
              user.phone === null ? null : (
                <Box>
                  {user.phone}
                  <br />
                  {verified(user.phoneVerified, t('users.check.phone'), t('users.check.noPhone'))}
                </Box>
              ),
          },
        ]}
      />
      <Sessions user={user} actions={actions} />
    </Box>
  )
}

function Sessions({ user, actions }: { user: User; actions: UserActions }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const moment = useMoment()
  const end = useChange(endUserSession, {
    onSuccess: () => toasts.show({ type: 'success', message: t('users.done.sessionEnded') }),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('users.error.session')) }),
  })
  const locked = actions.lockedReason('deactivate', user)
  const answer = useEndpoint(listUserSessions, { params: { id: user.id } }, { enabled: locked === undefined })
  const items = answer.data?.items
  const nameOf = ({ userAgent }: SignIn) => {
    const { browser, system } = deviceName(userAgent)
    if (browser !== null && system !== null) return t('users.security.device', { browser, system })
    return browser ?? system ?? t('users.security.unknownDevice')
  }
  return (
    <Box component="section" aria-label={t('users.security.sessions')}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', mb: '8px' }}>
        <Typography variant="h2" component="h3">
          {t('users.security.sessions')}
        </Typography>
        {items !== undefined && items.length > 1 && (
          <Button size="small" onClick={() => actions.ask('endSessions', user)} sx={{ ml: 'auto' }}>
            {t('users.security.endAll')}
          </Button>
        )}
      </Box>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('users.security.error'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {locked !== undefined && <Box sx={{ color: token('textSoft') }}>{locked}</Box>}
      {items === undefined && !answer.isError && locked === undefined && <ListSkeleton rows={2} />}
      {items?.length === 0 && <Box sx={{ color: token('textSoft') }}>{t('users.security.noSessions')}</Box>}
      {items !== undefined && items.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}>
          {items.map((session) => {
            const device = nameOf(session)
            const Icon = deviceName(session.userAgent).isPhone ? SmartphoneRounded : ComputerRounded
            return (
              <Box
                component="li"
                key={session.id}
                sx={{ display: 'flex', gap: '10px', alignItems: 'center' }}
              >
                <Icon aria-hidden sx={{ color: token('textSoft') }} />
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box sx={{ fontWeight: 520 }}>
                    {device}
                    {session.isCurrent && ` · ${t('users.security.current')}`}
                  </Box>
                  <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                    {t('users.security.sessionFrom', {
                      address: session.address,
                      date: moment(session.startedAt),
                    })}
                  </Box>
                  <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                    {t('users.security.lastUsed')} <Age at={session.lastUsedAt} />
                  </Box>
                </Box>
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={t('users.security.endNamed', { device })}
                  disabled={end.isPending}
                  onClick={() => end.mutate({ params: { id: user.id, sessionId: session.id } })}
                >
                  {t('users.security.end')}
                </Button>
              </Box>
            )
          })}
        </Box>
      )}
    </Box>
  )
}
