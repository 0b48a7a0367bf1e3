import LogoutRounded from '@mui/icons-material/LogoutRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { useMoment } from '../../app/use-moment.ts'
import { AvatarCard } from '../../identity/AvatarCard.tsx'
import { ChannelsCard } from '../../identity/ChannelsCard.tsx'
import { PersonAvatar } from '../../identity/PersonAvatar.tsx'
import { PersonalCard } from '../../identity/PersonalCard.tsx'
import { ReachCard } from '../../identity/ReachCard.tsx'
import { SecurityCard } from '../../identity/SecurityCard.tsx'
import { SessionsCard } from '../../identity/SessionsCard.tsx'
import { useAccount } from '../../identity/use-account.ts'
import { PreferencesCard } from '../../notifications/preferences/PreferencesCard.tsx'
import { PushCard } from '../../notifications/preferences/PushCard.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'

const columns = { display: 'grid', gap: '16px', alignContent: 'start', minWidth: 0 } as const

/** The signed-in user's account: personal data, sign-in and notification channels. */
export function ProfileScreen({ title }: ScreenProps) {
  const { t } = useText()
  const moment = useMoment()
  const { session } = useClient()
  const message = useErrorMessage()
  const [isLeaving, setLeaving] = useState(false)
  const { data: account, error, isError, refetch } = useAccount()
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button variant="outlined" startIcon={<LogoutRounded />} onClick={() => setLeaving(true)}>
            {t('identity.logout.submit')}
          </Button>
        }
      />
      {account === undefined && !isError && <FormSkeleton />}
      {account === undefined && isError && (
        <ErrorState
          title={t('account.error.load')}
          text={message(error, t('ui.error.text'))}
          onRetry={() => void refetch()}
        />
      )}
      {account !== undefined && (
        <>
          <Box sx={{ display: 'flex', gap: '14px', alignItems: 'center', mb: '18px' }}>
            <PersonAvatar
              name={account.displayName}
              lastName={account.lastName}
              avatar={account.avatar}
              size={56}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h2" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {account.displayName}
              </Typography>
              <Typography variant="body2" sx={{ color: token('textSoft') }}>
                {account.username} · {t(`identity.level.${account.level}`)} ·{' '}
                {t('account.personal.since', { date: moment(account.createdAt, 'date') })}
              </Typography>
            </Box>
          </Box>
          <Box
            sx={{
              display: 'grid',
              gap: '16px',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Box sx={columns}>
              {/* A new key per version, so that the fields show values saved elsewhere. */}
              <PersonalCard key={`personal-${account.version}`} account={account} />
              <AvatarCard account={account} />
              <ChannelsCard key={`channels-${account.version}`} account={account} />
            </Box>
            <Box sx={columns}>
              <SecurityCard account={account} />
              <ReachCard account={account} />
              <SessionsCard />
              <PushCard />
            </Box>
            <Box sx={{ gridColumn: '1 / -1' }}>
              <PreferencesCard />
            </Box>
          </Box>
        </>
      )}
      <ConfirmDialog
        open={isLeaving}
        title={t('identity.logout.title')}
        text={t('identity.logout.text')}
        confirmLabel={t('identity.logout.submit')}
        onConfirm={() => session.logout()}
        onClose={() => setLeaving(false)}
      />
    </>
  )
}
