import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { ContactPicker } from '../directory/ContactPicker.tsx'
import { contactName } from '../directory/contact-draft.rules.ts'
import { useText } from '../ui/i18n.tsx'
import type { DraftErrors } from './service-check.rules.ts'
import type { ServiceDraft } from './service-draft.rules.ts'

export interface StepProps {
  draft: ServiceDraft
  errors: DraftErrors
  onChange: (some: Partial<ServiceDraft>) => void
}

interface CustomerStepProps extends StepProps {
  companyId: string
  mayCreateContact: boolean
}

/** Requester and customer data. Choosing a contact fills in the rest. */
export function CustomerStep({ draft, errors, onChange, companyId, mayCreateContact }: CustomerStepProps) {
  const { t } = useText()
  const wrong = (path: string) => (errors[path] ? t(errors[path]) : undefined)
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <ContactPicker
        label={t('services.field.requesterContactId')}
        companyId={companyId}
        contactId={draft.requesterContactId}
        error={wrong('requesterContactId')}
        mayCreate={mayCreateContact}
        onChoose={(contact) =>
          onChange(
            contact === null
              ? { requesterContactId: null }
              : {
                  requesterContactId: contact.id,
                  customerName: contactName(contact),
                  customerPhone: contact.primaryPhone,
                  customerEmail: contact.email ?? '',
                },
          )
        }
      />
      <TextField
        label={t('services.field.customerName')}
        value={draft.customerName}
        onChange={(event) => onChange({ customerName: event.target.value })}
        required
        autoComplete="off"
        error={wrong('customerName') !== undefined}
        helperText={wrong('customerName')}
      />
      <Box sx={{ display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          label={t('services.field.customerPhone')}
          type="tel"
          value={draft.customerPhone}
          onChange={(event) => onChange({ customerPhone: event.target.value })}
          required
          autoComplete="off"
          error={wrong('customerPhone') !== undefined}
          helperText={wrong('customerPhone')}
        />
        <TextField
          label={t('services.field.customerEmail')}
          type="email"
          value={draft.customerEmail}
          onChange={(event) => onChange({ customerEmail: event.target.value })}
          autoComplete="off"
          error={wrong('customerEmail') !== undefined}
          helperText={wrong('customerEmail') ?? t('ui.optional')}
        />
      </Box>
    </Box>
  )
}
