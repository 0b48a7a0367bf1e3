import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useRef } from 'react'
import { contactName } from '../directory/contact-draft.rules.ts'
import { useText } from '../ui/i18n.tsx'
import { CallerField } from './callers/CallerField.tsx'
import { CallerHistory } from './callers/CallerHistory.tsx'
import type { DraftErrors } from './service-check.rules.ts'
import { fromTemplate, repeated, type ServiceDraft, withPickup } from './service-draft.rules.ts'

export interface StepProps {
  draft: ServiceDraft
  errors: DraftErrors
  onChange: (some: Partial<ServiceDraft>) => void
}

interface CustomerStepProps extends StepProps {
  companyId: string
  mayCreateContact: boolean
  /** The service is new: past ones may be repeated. */
  isNewService: boolean
  /** Goes to the stops. */
  onToStops: () => void
}

const isPhoneLike = (typed: string) => /^[+\d\s().-]*\d{3}[\d\s().-]*$/.test(typed)

/** Requester and customer data. Choosing a contact fills in the rest. */
export function CustomerStep(props: CustomerStepProps) {
  const { draft, errors, onChange, companyId, mayCreateContact, isNewService, onToStops } = props
  const { t } = useText()
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const wrong = (path: string) => (errors[path] ? t(errors[path]) : undefined)
  const addCaller = (typed: string) => {
    const isPhone = isPhoneLike(typed)
    onChange({
      requesterContactId: null,
      isNewCaller: true,
      customerName: isPhone ? '' : typed,
      customerPhone: isPhone ? typed : '',
      customerEmail: '',
    })
    // After the list has closed and taken the focus back.
    requestAnimationFrame(() => (isPhone ? name : phone).current?.focus())
  }
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <CallerField
        companyId={companyId}
        contactId={draft.requesterContactId}
        isNew={draft.isNewCaller}
        error={wrong('requesterContactId')}
        mayCreate={mayCreateContact && isNewService}
        onNew={addCaller}
        onChoose={(contact) =>
          onChange(
            contact === null
              ? { requesterContactId: null, isNewCaller: false }
              : {
                  requesterContactId: contact.id,
                  isNewCaller: false,
                  customerName: contactName(contact),
                  customerPhone: contact.primaryPhone,
                  customerEmail: contact.email ?? '',
                },
          )
        }
      />
      <TextField
        label={t('services.field.customerName')}
        inputRef={name}
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
          inputRef={phone}
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
      {isNewService && (
        <CallerHistory
          contactId={draft.requesterContactId}
          customerName={draft.customerName}
          onTemplate={(template) => {
            onChange(fromTemplate(draft, template))
            onToStops()
          }}
          onRepeat={(past) => {
            onChange(repeated(past))
            onToStops()
          }}
          onPickup={(place) => {
            onChange(withPickup(draft, place))
            onToStops()
          }}
        />
      )}
    </Box>
  )
}
