import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type Account, sendVerification } from '@rumbo/contract/identity.account.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { VerificationDialog } from './VerificationDialog.tsx'

type Channel = 'email' | 'phone'

/** E-mail and telephone of the user's own account, and whether they are verified. */
export function ReachCard({ account }: { account: Account }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [verifying, setVerifying] = useState<Channel | null>(null)
  const [isChanging, setChanging] = useState(false)
  const send = useChange(sendVerification, {
    onSuccess: (_, { body }) => setVerifying(body.channel),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('account.error.sendCode')) }),
  })
  const rows = [
    { channel: 'email', label: t('identity.field.email'), address: account.email, ok: account.emailVerified },
    { channel: 'phone', label: t('identity.field.phone'), address: account.phone, ok: account.phoneVerified },
  ] as const
  return (
    <Card title={t('account.reach.title')}>
      <Box component="ul" sx={{ display: 'grid', gap: '14px', m: 0, p: 0, listStyle: 'none' }}>
        {rows.map(({ channel, label, address, ok }) => (
          <Box
            component="li"
            key={channel}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' }}
          >
            <Box sx={{ minWidth: 0, flex: '1 1 200px' }}>
              <Typography variant="body2" sx={{ color: token('textSoft') }}>
                {label}
              </Typography>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {address ?? t('account.reach.noPhone')}
              </Typography>
            </Box>
            {address !== null && (
              <TintedChip
                colour={ok ? 'active' : 'alarmed'}
                icon={
                  ok ? (
                    <CheckCircleOutlineRounded sx={{ fontSize: 16 }} />
                  ) : (
                    <ErrorOutlineRounded sx={{ fontSize: 16 }} />
                  )
                }
              >
                {t(ok ? 'account.reach.verified' : 'account.reach.unverified')}
              </TintedChip>
            )}
            {address !== null && !ok && (
              <Button
                variant="outlined"
                size="small"
                loading={send.isPending && send.variables.body.channel === channel}
                aria-label={t(`account.verify.title.${channel}`)}
                onClick={() => send.mutate({ body: { channel } })}
              >
                {t('account.reach.verify')}
              </Button>
            )}
            {channel === 'email' && (
              <Button size="small" onClick={() => setChanging(true)}>
                {t('account.reach.changeEmail')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {verifying !== null && (
        <VerificationDialog
          channel={verifying}
          address={(verifying === 'email' ? account.email : account.phone) ?? ''}
          onResend={() => send.mutate({ body: { channel: verifying } })}
          isResending={send.isPending}
          onClose={() => setVerifying(null)}
        />
      )}
      {isChanging && <EmailDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}
