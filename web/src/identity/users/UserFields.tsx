import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { languages } from '@rumbo/contract/identity.users.contract'
import type { ReactNode } from 'react'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { CompanyField, PlaceFields } from './PlaceFields.tsx'
import type { PlaceErrors } from './place-draft.rules.ts'
import { useManager } from './use-manager.ts'
import { levelsToCreate, maySetCompanyRoles } from './user-access.rules.ts'
import { placeOfLevel, type UserDraft, type UserErrors, usualRole } from './user-draft.rules.ts'

interface UserFieldsProps {
  draft: UserDraft
  errors: UserErrors
  isNew: boolean
  onChange: (some: Partial<UserDraft>) => void
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'h2', p: 0, mb: '12px' }}>
        {title}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: '14px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

const wide = { gridColumn: '1 / -1' } as const

/** The fields of a user: person, access, and for a new user level and assignment. */
export function UserFields(props: UserFieldsProps) {
  const { draft, errors, isNew, onChange } = props
  const { t } = useText()
  const wrong = (name: keyof UserDraft) => {
    const key = errors[name]
    return key && t(key)
  }
  const text = (
    name: 'username' | 'firstName' | 'lastName' | 'email' | 'phone',
    { isRequired = true, type }: { isRequired?: boolean; type?: 'email' | 'tel' } = {},
  ) => (
    <TextField
      label={t(`identity.field.${name}`)}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      required={isRequired}
      error={wrong(name) !== undefined}
      helperText={wrong(name)}
      autoComplete="off"
      slotProps={{ htmlInput: { inputMode: type } }}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: '22px' }}>
      <Section title={t('users.form.person')}>
        {text('firstName')}
        {text('lastName')}
        {text('email', { type: 'email' })}
        {text('phone', { isRequired: false, type: 'tel' })}
        <ChoiceField
          label={t('users.form.language')}
          value={draft.language}
          choices={languages.map((value) => ({ value, label: t(`users.form.language.${value}`) }))}
          onChange={(language) => onChange({ language })}
        />
      </Section>
      <Section title={t('users.form.access')}>
        <Box sx={wide}>{text('username')}</Box>
        {isNew && (
          <>
            <PasswordFields
              password={draft.password}
              confirmation={draft.confirmation}
              errors={errors}
              onChange={onChange}
            />
            <FormControlLabel
              sx={wide}
              control={
                <Checkbox
                  checked={draft.forcePasswordChange}
                  onChange={(_, forcePasswordChange) => onChange({ forcePasswordChange })}
                />
              }
              label={t('users.form.force')}
            />
          </>
        )}
      </Section>
      <Section title={t('users.form.place')}>
        {isNew ? (
          <NewPlace {...props} />
        ) : (
          <TextField
            label={t('users.form.level')}
            value={draft.level === '' ? '' : t(`identity.level.${draft.level}`)}
            helperText={t('users.form.levelApart')}
            sx={wide}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
        )}
        <TextField
          label={t('users.form.notes')}
          value={draft.notes}
          onChange={(event) => onChange({ notes: event.target.value })}
          multiline
          minRows={2}
          error={wrong('notes') !== undefined}
          helperText={wrong('notes')}
          sx={wide}
        />
      </Section>
    </Box>
  )
}

function NewPlace({ draft, errors, onChange }: UserFieldsProps) {
  const { t } = useText()
  const manager = useManager()
  const place = placeOfLevel(draft.level)
  const level = errors.level && t(errors.level)
  const placeErrors: PlaceErrors = {
    companyId: errors.companyId === 'users.valid.company' ? errors.companyId : undefined,
    fleetId: errors.fleetId === 'users.valid.fleet' ? errors.fleetId : undefined,
    role: errors.role === 'users.valid.role' ? errors.role : undefined,
  }
  return (
    <>
      <ChoiceField
        label={t('users.form.level')}
        value={draft.level}
        choices={levelsToCreate(manager.level).map((value) => ({
          value,
          label: t(`identity.level.${value}`),
        }))}
        onChange={(next) =>
          onChange({ level: next, role: usualRole(next, maySetCompanyRoles(manager, draft.companyId)) })
        }
        isRequired
        error={level}
        hint={draft.level === '' ? undefined : t(`users.level.about.${draft.level}`)}
      />
      {place === 'company' && (
        <>
          <CompanyField
            companyId={draft.companyId}
            error={errors.companyId && t(errors.companyId)}
            onChange={(companyId) => onChange({ companyId })}
          />
          <Alert severity="info" sx={wide}>
            {t('users.form.guestWhy')}
          </Alert>
        </>
      )}
      {place === 'none' && draft.level === 'super_admin' && (
        <Alert severity="info" sx={wide}>
          {t('users.form.superAdminWhy')}
        </Alert>
      )}
      {place === 'assignment' && manager.level === 'super_admin' && (
        <FormControlLabel
          sx={wide}
          control={
            <Checkbox checked={draft.isAssigned} onChange={(_, isAssigned) => onChange({ isAssigned })} />
          }
          label={t('users.form.assign')}
        />
      )}
      {place === 'assignment' && draft.isAssigned && (
        <PlaceFields draft={draft} errors={placeErrors} onChange={onChange} kind="any" />
      )}
    </>
  )
}
