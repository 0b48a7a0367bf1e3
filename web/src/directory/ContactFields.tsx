import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { directoryRoles, directoryStatuses } from '@rumbo/contract/directory.contract'
import type { ReactNode } from 'react'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import type { ContactDraft, ContactErrors, ContactTextField } from './contact-draft.rules.ts'

export interface ContactStepProps {
  draft: ContactDraft
  errors: ContactErrors
  onChange: (some: Partial<ContactDraft>) => void
}

const required: readonly ContactTextField[] = ['firstName', 'lastName', 'primaryPhone']
const inputTypes: Partial<Record<ContactTextField, string>> = {
  primaryPhone: 'tel',
  secondaryPhone: 'tel',
  emergencyPhone: 'tel',
  email: 'email',
  secondaryEmail: 'email',
}
const long: readonly ContactTextField[] = ['medicalInfo', 'notes']

function TextLine({ name, step }: { name: ContactTextField; step: ContactStepProps }) {
  const { t } = useText()
  const { draft, errors, onChange } = step
  const error = errors[name]
  return (
    <TextField
      label={t(`directory.field.${name}`)}
      type={inputTypes[name]}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      required={required.includes(name)}
      multiline={long.includes(name)}
      minRows={long.includes(name) ? 2 : undefined}
      maxRows={8}
      autoComplete="off"
      error={error !== undefined}
      helperText={error && t(error)}
    />
  )
}

function Flag({
  name,
  step,
}: {
  name: 'phoneVerified' | 'emailVerified' | 'backgroundCheck'
  step: ContactStepProps
}) {
  const { t } = useText()
  return (
    <FormControlLabel
      control={<Switch checked={step.draft[name]} onChange={(_, isOn) => step.onChange({ [name]: isOn })} />}
      label={t(`directory.field.${name}`)}
    />
  )
}

function Part({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: '16px' }}>
      {title && (
        <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
          {title}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {children}
      </Box>
    </Box>
  )
}

/** Step 1: names, contact data and role. */
export function PersonStep(step: ContactStepProps) {
  const { t } = useText()
  const { draft, onChange } = step
  return (
    <Box sx={{ display: 'grid', gap: '18px' }}>
      <Part>
        {(['firstName', 'middleName', 'lastName'] as const).map((name) => (
          <TextLine key={name} name={name} step={step} />
        ))}
        <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
        {(['primaryPhone', 'secondaryPhone', 'email', 'secondaryEmail'] as const).map((name) => (
          <TextLine key={name} name={name} step={step} />
        ))}
        <ChoiceField
          label={t('directory.field.role')}
          value={draft.role}
          choices={directoryRoles.map((value) => ({ value, label: t(`directory.role.${value}`) }))}
          onChange={(role) => onChange({ role })}
        />
        <ChoiceField
          label={t('directory.field.status')}
          value={draft.status}
          choices={directoryStatuses.map((value) => ({ value, label: t(`directory.status.${value}`) }))}
          onChange={(status) => onChange({ status })}
        />
      </Part>
      <Box role="group" aria-label={t('directory.dialog.verification')}>
        <Flag name="phoneVerified" step={step} />
        <Flag name="emailVerified" step={step} />
      </Box>
    </Box>
  )
}

/** Step 3: work, emergency contact, health, notes. */
export function AdditionalStep(step: ContactStepProps) {
  const { t } = useText()
  return (
    <Box sx={{ display: 'grid', gap: '22px' }}>
      <Part title={t('directory.dialog.work')}>
        {(['companyName', 'jobTitle', 'department', 'specialty'] as const).map((name) => (
          <TextLine key={name} name={name} step={step} />
        ))}
      </Part>
      <Part title={t('directory.dialog.emergency')}>
        <TextLine name="emergencyContact" step={step} />
        <TextLine name="emergencyPhone" step={step} />
        <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
          <TextLine name="medicalInfo" step={step} />
        </Box>
      </Part>
      <Part title={t('directory.dialog.other')}>
        <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
          <TextLine name="notes" step={step} />
        </Box>
        <Flag name="backgroundCheck" step={step} />
      </Part>
    </Box>
  )
}
