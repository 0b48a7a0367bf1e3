import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type Account, disableTwoFactor, renewRecoveryCodes } from '@rumbo/contract/identity.account.contract'
import { useState } from 'react'
import { useChange } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { Card } from '../ui/Card.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { TwoFactorProofDialog } from './TwoFactorProofDialog.tsx'

const TwoFactorDialog = lazyDialog(() => import('./TwoFactorDialog.tsx').then((file) => file.TwoFactorDialog))
const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' } as const

/** Password and second factor of the user's own account. */
export function SecurityCard({ account }: { account: Account }) {
  const { t } = useText()
  const moment = useMoment()
  const toasts = useToasts()
  const [open, setOpen] = useState<'password' | 'enable' | 'disable' | 'renew' | null>(null)
  const disable = useChange(disableTwoFactor)
  const renew = useChange(renewRecoveryCodes)
  const close = () => setOpen(null)
  const { twoFactorEnabled, passwordChangedAt } = account
  return (
    <Card title={t('account.security.title')}>
      <Box sx={{ display: 'grid', gap: '18px' }}>
        <Box sx={row}>
          <Box sx={{ flex: '1 1 220px' }}>
            <Typography sx={{ fontWeight: 620 }}>{t('account.password.label')}</Typography>
            <Typography variant="body2" sx={{ color: token('textSoft') }}>
              {passwordChangedAt === null
                ? t('account.password.never')
                : t('account.password.changedAt', { age: moment(passwordChangedAt) })}
            </Typography>
          </Box>
          <Button variant="outlined" onClick={() => setOpen('password')}>
            {t('account.password.change')}
          </Button>
        </Box>
        <Box sx={row}>
          <Box sx={{ flex: '1 1 220px' }}>
            <Box sx={{ display: 'flex', gap: '8px', alignItems: 'center' }}>
              <Typography sx={{ fontWeight: 620 }}>{t('account.twoFactor.title')}</Typography>
              {twoFactorEnabled && (
                <TintedChip colour={account.recoveryCodesLeft > 2 ? 'active' : 'alarmed'}>
                  {t('account.twoFactor.codesLeft', { count: account.recoveryCodesLeft })}
                </TintedChip>
              )}
            </Box>
            <Typography variant="body2" sx={{ color: token('textSoft') }}>
              {t(twoFactorEnabled ? 'account.twoFactor.on' : 'account.twoFactor.off')}
            </Typography>
          </Box>
          {twoFactorEnabled ? (
            <Box sx={{ display: 'flex', gap: '8px' }}>
              <Button onClick={() => setOpen('renew')}>{t('account.twoFactor.renew')}</Button>
              <Button variant="outlined" color="error" onClick={() => setOpen('disable')}>
                {t('account.twoFactor.disable')}
              </Button>
            </Box>
          ) : (
            <Button variant="outlined" onClick={() => setOpen('enable')}>
              {t('account.twoFactor.enable')}
            </Button>
          )}
        </Box>
      </Box>
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'enable' && <TwoFactorDialog onClose={close} />}
      {open === 'disable' && (
        <TwoFactorProofDialog
          title={t('account.twoFactor.disable')}
          text={t('account.twoFactor.disableText')}
          submitLabel={t('account.twoFactor.disable')}
          onClose={close}
          onProven={async (body) => {
            await disable.mutateAsync({ body })
            toasts.show({ type: 'success', message: t('account.twoFactor.disabled') })
            return null
          }}
        />
      )}
      {open === 'renew' && (
        <TwoFactorProofDialog
          title={t('account.twoFactor.renew')}
          text={t('account.twoFactor.renewText')}
          submitLabel={t('account.twoFactor.renew')}
          onClose={close}
          onProven={async (body) => (await renew.mutateAsync({ body })).recoveryCodes}
        />
      )}
    </Card>
  )
}
