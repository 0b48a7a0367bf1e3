import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type Audience, sosRoles } from '@rumbo/contract/notifications.rules.contract'
import { assignmentRoles } from '@rumbo/contract/organisation.assignments.contract'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { plainAudiences, withAudience } from './rule-draft.rules.ts'
import { ContactsField, UsersField } from './rule-pickers.tsx'

interface AudienceFieldProps {
  companyId: string
  label: string
  value: readonly Audience[]
  error: string | undefined
  onChange: (value: Audience[]) => void
}

const isPlain = (kind: string): kind is (typeof plainAudiences)[number] =>
  plainAudiences.some((one) => one === kind)

/** Whom a rule or a step of its escalation reaches. */
export function AudienceField({ companyId, label, value, error, onChange }: AudienceFieldProps) {
  const { t } = useText()
  const roles = value.flatMap((one) => (one.kind === 'roles' ? one.roles : []))
  const sos = value.flatMap((one) => (one.kind === 'sos' ? one.roles : []))
  const idsOf = (kind: 'users' | 'contacts') =>
    value.flatMap((one) => (one.kind === kind && 'ids' in one ? one.ids : []))
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: '10px' }}>
      <Box component="legend" sx={{ typography: 'subtitle2', p: 0, mb: '4px' }}>
        {label}
      </Box>
      <FilterChips
        label={label}
        chips={plainAudiences.map((kind) => ({
          value: kind,
          label: t(`notificationRules.audience.${kind}`),
        }))}
        selected={value.flatMap(({ kind }) => (isPlain(kind) ? [kind] : []))}
        onChange={(kinds) =>
          onChange([...value.filter(({ kind }) => !isPlain(kind)), ...kinds.map((kind) => ({ kind }))])
        }
      />
      <FilterChips
        label={t('notificationRules.audience.roles')}
        chips={assignmentRoles.map((role) => ({ value: role, label: t(`users.role.${role}`) }))}
        selected={roles}
        onChange={(next) =>
          onChange(withAudience(value, 'roles', next.length > 0 ? { kind: 'roles', roles: next } : null))
        }
      />
      <FilterChips
        label={t('notificationRules.audience.sos')}
        chips={sosRoles.map((role) => ({ value: role, label: t(`directory.role.${role}`) }))}
        selected={sos}
        onChange={(next) =>
          onChange(withAudience(value, 'sos', next.length > 0 ? { kind: 'sos', roles: next } : null))
        }
      />
      <UsersField
        companyId={companyId}
        ids={idsOf('users')}
        onChange={(ids) =>
          onChange(withAudience(value, 'users', ids.length > 0 ? { kind: 'users', ids } : null))
        }
      />
      <ContactsField
        companyId={companyId}
        ids={idsOf('contacts')}
        onChange={(ids) =>
          onChange(withAudience(value, 'contacts', ids.length > 0 ? { kind: 'contacts', ids } : null))
        }
      />
      {error !== undefined && (
        <FormHelperText error role="alert" sx={{ color: token('critical') }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}
