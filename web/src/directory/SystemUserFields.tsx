import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { languages } from '@rumbo/contract/identity.users.contract'
import { assignmentRoles } from '@rumbo/contract/organisation.assignments.contract'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { useAllPages } from '../app/data/use-pages.ts'
import { fleetPageSize } from '../app/session/workspace.ts'
import { NoFleetsToAssign } from '../identity/users/NoFleetsToAssign.tsx'
import { PasswordFields } from '../identity/users/PasswordFields.tsx'
import { fleetRoles, isCompanyRole } from '../identity/users/place-draft.rules.ts'
import { useManager } from '../identity/users/use-manager.ts'
import { levelsToCreate, maySetCompanyRoles, maySetFleetRoles } from '../identity/users/user-access.rules.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { needsRole, type SystemUserDraft, type SystemUserErrors } from './system-user-draft.rules.ts'

interface SystemUserFieldsProps {
  draft: SystemUserDraft
  errors: SystemUserErrors
  companyId: string
  onChange: (some: Partial<SystemUserDraft>) => void
}

/** A new user of a contact: user name, password, level, and the role in a fleet if the level has one. */
export function SystemUserFields({ draft, errors, companyId, onChange }: SystemUserFieldsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const manager = useManager()
  const answer = useAllPages(listFleets, { query: { company_id: companyId, size: fleetPageSize } })
  const fleets = (answer.data?.items ?? []).filter(
    ({ id, is_active }) => is_active && maySetFleetRoles(manager, companyId, id),
  )
  const mayWhole = maySetCompanyRoles(manager, companyId)
  const roles = mayWhole ? assignmentRoles : fleetRoles
  const hasNoFleet = answer.data !== undefined && fleets.length === 0
  const wrong = (name: keyof SystemUserErrors) => {
    const key = errors[name]
    return key && t(key)
  }
  return (
    <Box sx={{ display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {errors.mode && (
        <Alert severity="error" sx={{ gridColumn: '1 / -1' }}>
          {t(errors.mode)}
        </Alert>
      )}
      <TextField
        label={t('identity.field.username')}
        value={draft.username}
        onChange={(event) => onChange({ username: event.target.value })}
        required
        autoComplete="off"
        error={errors.username !== undefined}
        helperText={wrong('username')}
      />
      <ChoiceField
        label={t('users.form.language')}
        value={draft.language}
        choices={languages.map((value) => ({ value, label: t(`users.form.language.${value}`) }))}
        onChange={(language) => onChange({ language })}
      />
      <PasswordFields
        password={draft.password}
        confirmation={draft.confirmation}
        errors={{ password: errors.password, confirmation: errors.confirmation }}
        onChange={onChange}
      />
      <ChoiceField
        label={t('users.form.level')}
        value={draft.level}
        choices={levelsToCreate(manager.level).map((value) => ({
          value,
          label: t(`identity.level.${value}`),
        }))}
        onChange={(level) => onChange({ level })}
        isRequired
        error={wrong('level')}
        hint={draft.level === 'guest' ? t('users.locked.guest') : undefined}
      />
      {draft.level !== '' &&
        needsRole(draft.level) &&
        (hasNoFleet && !mayWhole ? (
          <NoFleetsToAssign companyId={companyId} />
        ) : (
          <>
            <ChoiceField
              label={t('users.form.role')}
              value={draft.role}
              choices={roles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
              onChange={(role) => onChange({ role })}
              isRequired
              error={wrong('role')}
              hint={isCompanyRole(draft.role) ? t('users.form.wholeCompany') : undefined}
            />
            {!isCompanyRole(draft.role) &&
              (hasNoFleet ? (
                <NoFleetsToAssign companyId={companyId} />
              ) : (
                <ChoiceField
                  label={t('users.form.fleet')}
                  value={fleets.some(({ id }) => id === draft.fleetId) ? draft.fleetId : ''}
                  choices={fleets.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(fleetId) => onChange({ fleetId })}
                  isRequired
                  isDisabled={fleets.length === 0}
                  error={
                    answer.isError
                      ? message(answer.error, t('organisation.error.loadFleets'))
                      : wrong('fleetId')
                  }
                />
              ))}
          </>
        ))}
    </Box>
  )
}
