import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Account } from '@rumbo/contract/identity.account.contract'
import { useState } from 'react'
import { Card } from '../ui/Card.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { AccountField } from './AccountForm.tsx'
import { fieldProblems } from './field-problems.ts'
import { validateFirstName, validateLastName, validatePhone } from './identity.rules.ts'
import { useSaveAccount } from './use-account.ts'
import { useAccountForm } from './use-account-form.ts'

/** Names, telephone and language of the user's own account. */
export function PersonalCard({ account }: { account: Account }) {
  const { t, setLanguage } = useText()
  const { save, isBusy } = useSaveAccount(account)
  const [language, setChosen] = useState(account.language)
  const saved = { firstName: account.firstName, lastName: account.lastName, phone: account.phone ?? '' }
  useUnsaved(language !== account.language && !isBusy)
  const form = useAccountForm({
    initial: saved,
    saved,
    judges: { firstName: validateFirstName, lastName: validateLastName, phone: validatePhone },
    submit: async ({ firstName, lastName, phone }, { setFieldError }) => {
      try {
        await save({
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          phone: phone.trim() || null,
          language,
        })
        await setLanguage(language)
      } catch (failure) {
        for (const { field, message } of fieldProblems(failure)) {
          if (field === 'firstName' || field === 'lastName' || field === 'phone')
            setFieldError(field, message)
        }
      }
    },
  })
  return (
    <Card title={t('account.personal.title')}>
      <Box
        component="form"
        noValidate
        onSubmit={form.onSubmit}
        aria-label={t('account.personal.title')}
        sx={{ display: 'grid', gap: '16px' }}
      >
        <Box sx={{ display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <AccountField
            label={t('identity.field.firstName')}
            autoComplete="given-name"
            field={form.field('firstName')}
          />
          <AccountField
            label={t('identity.field.lastName')}
            autoComplete="family-name"
            field={form.field('lastName')}
          />
          <AccountField
            label={t('identity.field.phone')}
            autoComplete="tel"
            inputMode="tel"
            isOptional
            field={form.field('phone')}
          />
          <ChoiceField
            label={t('account.personal.language')}
            value={language}
            choices={[
              { value: 'es', label: t('shell.language.es') },
              { value: 'en', label: t('shell.language.en') },
            ]}
            onChange={setChosen}
          />
        </Box>
        <Button type="submit" variant="contained" loading={isBusy} sx={{ justifySelf: 'start' }}>
          {t('account.personal.save')}
        </Button>
      </Box>
    </Card>
  )
}
