import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Account } from '@rumbo/contract/identity.account.contract'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { AccountField } from './AccountForm.tsx'
import { fieldProblems } from './field-problems.ts'
import { validateEmail, validatePhone } from './identity.rules.ts'
import { useSaveAccount } from './use-account.ts'
import { useAccountForm } from './use-account-form.ts'

/** Where notifications are sent, and which channels this installation supports. */
export function ChannelsCard({ account }: { account: Account }) {
  const { t } = useText()
  const { save, isBusy } = useSaveAccount(account)
  const saved = { email: account.notificationEmail ?? '', phone: account.notificationPhone ?? '' }
  const form = useAccountForm({
    initial: saved,
    saved,
    judges: { email: (value) => (value.trim() === '' ? null : validateEmail(value)), phone: validatePhone },
    submit: async ({ email, phone }, { setFieldError }) => {
      try {
        await save({ notificationEmail: email.trim() || null, notificationPhone: phone.trim() || null })
      } catch (failure) {
        for (const { field, message } of fieldProblems(failure)) {
          if (field === 'notificationEmail') setFieldError('email', message)
          if (field === 'notificationPhone') setFieldError('phone', message)
        }
      }
    },
  })
  return (
    <Card title={t('account.channels.title')}>
      <Box
        component="form"
        noValidate
        onSubmit={form.onSubmit}
        aria-label={t('account.channels.title')}
        sx={{ display: 'grid', gap: '16px' }}
      >
        <Typography sx={{ color: token('textSoft') }}>{t('account.channels.lead')}</Typography>
        <AccountField
          label={t('account.channels.email')}
          type="email"
          isOptional
          maxLength={254}
          field={form.field('email')}
        />
        <AccountField
          label={t('account.channels.phone')}
          inputMode="tel"
          isOptional
          field={form.field('phone')}
        />
        <Box component="ul" sx={{ display: 'grid', gap: '8px', m: 0, p: 0, listStyle: 'none' }}>
          {account.channels.map(({ channel, isConfigured }) => (
            <Box component="li" key={channel} sx={{ display: 'flex', gap: '8px', alignItems: 'center' }}>
              <Typography sx={{ flex: 1 }}>{t(`account.channels.name.${channel}`)}</Typography>
              <TintedChip colour={isConfigured ? 'active' : 'inactive'}>
                {t(isConfigured ? 'account.channels.on' : 'account.channels.off')}
              </TintedChip>
            </Box>
          ))}
        </Box>
        <Button type="submit" variant="outlined" loading={isBusy} sx={{ justifySelf: 'start' }}>
          {t('ui.save')}
        </Button>
      </Box>
    </Card>
  )
}
