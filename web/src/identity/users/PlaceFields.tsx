import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { assignmentRoles, companyRoles } from '@rumbo/contract/organisation.assignments.contract'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useAllPages } from '../../app/data/use-pages.ts'
import { fleetPageSize } from '../../app/session/workspace.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { NoFleetsToAssign } from './NoFleetsToAssign.tsx'
import { isCompanyRole, type PlaceDraft, type PlaceErrors } from './place-draft.rules.ts'
import { useManager } from './use-manager.ts'
import {
  companiesToManage,
  fleetRolesToGive,
  maySetCompanyRoles,
  maySetFleetRoles,
} from './user-access.rules.ts'

interface CompanyFieldProps {
  companyId: string
  error?: string
  onChange: (companyId: string) => void
  /** Offers only companies that the user manages as a whole. */
  isWhole?: boolean
}

/** The company field, shown where there is more than one to choose from. */
export function CompanyField({ companyId, error, onChange, isWhole = false }: CompanyFieldProps) {
  const { t } = useText()
  const manager = useManager()
  const { companies } = useWorkspace()
  const offered = companiesToManage(companies, manager, isWhole)
  if (offered.length < 2 && error === undefined) return null
  return (
    <ChoiceField
      label={t('users.form.company')}
      value={offered.some(({ id }) => id === companyId) ? companyId : ''}
      choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
      isRequired
      error={error}
    />
  )
}

interface PlaceFieldsProps {
  draft: PlaceDraft
  errors: PlaceErrors
  onChange: (some: Partial<PlaceDraft>) => void
  /** Offers roles of the whole company, of one fleet, or both, as far as the user may assign them. */
  kind: 'company' | 'fleet' | 'any'
  /** Whether to ask for the primary assignment. */
  hasPrimary?: boolean
}

/** Company, role and fleet of an assignment. Shows a message if there is no fleet to assign to. */
export function PlaceFields({ draft, errors, onChange, kind, hasPrimary = true }: PlaceFieldsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const manager = useManager()
  const { companyId, role } = draft
  const isWhole = isCompanyRole(role)
  const answer = useAllPages(
    listFleets,
    { query: { company_id: companyId, size: fleetPageSize } },
    { enabled: companyId !== '' && kind !== 'company' },
  )
  const fleets = (answer.data?.items ?? []).filter(
    (fleet) => fleet.is_active && maySetFleetRoles(manager, companyId, fleet.id),
  )
  const mayWhole = companyId !== '' && maySetCompanyRoles(manager, companyId)
  const roles =
    kind === 'company'
      ? companyRoles
      : kind === 'any' && mayWhole
        ? assignmentRoles
        : fleetRolesToGive(manager.level)
  const areFleetsKnown = companyId === '' || answer.data !== undefined
  const hasNoFleet = kind !== 'company' && areFleetsKnown && fleets.length === 0
  const wrong = (name: keyof PlaceErrors) => {
    const key = errors[name]
    return key && t(key)
  }
  if (hasNoFleet && !(kind === 'any' && mayWhole)) {
    return (
      <>
        <CompanyField companyId={companyId} onChange={(next) => onChange({ companyId: next, fleetId: '' })} />
        <NoFleetsToAssign companyId={companyId} />
      </>
    )
  }
  return (
    <>
      <CompanyField
        companyId={companyId}
        error={wrong('companyId')}
        isWhole={kind === 'company'}
        onChange={(next) => onChange({ companyId: next, fleetId: '' })}
      />
      <ChoiceField
        label={t('users.form.role')}
        value={roles.some((known) => known === role) ? role : ''}
        choices={roles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
        onChange={(value) => onChange({ role: value })}
        isRequired
        error={wrong('role')}
        hint={isWhole ? t('users.form.wholeCompany') : undefined}
      />
      {kind !== 'company' &&
        !isWhole &&
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
              answer.isError ? message(answer.error, t('organisation.error.loadFleets')) : wrong('fleetId')
            }
          />
        ))}
      {hasPrimary && (
        <FormControlLabel
          sx={{ gridColumn: '1 / -1' }}
          control={
            <Checkbox checked={draft.isPrimary} onChange={(_, isPrimary) => onChange({ isPrimary })} />
          }
          label={t('users.form.isPrimary')}
        />
      )}
    </>
  )
}
