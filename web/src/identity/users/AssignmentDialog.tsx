import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { assignUser, changeAssignment } from '@rumbo/contract/identity.users.assignments.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import { type Assignment, companyRoles } from '@rumbo/contract/organisation.assignments.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { assignmentOf, checkPlace, type PlaceDraft } from './place-draft.rules.ts'
import { useManager } from './use-manager.ts'
import { companiesToManage, fleetRolesToGive } from './user-access.rules.ts'

const touched = { evicts: ['organisation', 'tree', 'directory'] } as const

interface NewAssignmentProps {
  user: User
  kind: 'company' | 'fleet'
  onClose: () => void
}

/** Assigns a user to a company or to a fleet. Mount it to open it. */
export function NewAssignmentDialog({ user, kind, onClose }: NewAssignmentProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const manager = useManager()
  const { companies, company } = useWorkspace()
  const [draft, setDraft] = useState<PlaceDraft>(() => {
    const offered = companiesToManage(companies, manager, kind === 'company')
    const preferred = [user.companyId, company?.id]
    const chosen = preferred.find((id) => offered.some((one) => one.id === id)) ?? offered[0]?.id ?? ''
    return {
      companyId: chosen,
      fleetId: '',
      role: kind === 'company' ? 'company_manager' : 'fleet_member',
      isPrimary: user.assignmentCount === 0,
    }
  })
  const [wasSent, setSent] = useState(false)
  const assign = useChange(assignUser, {
    ...touched,
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('users.done.assigned') })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.keys(checkPlace(draft)).length > 0 || assign.isPending) return
    assign.mutate({ params: { id: user.id }, body: { ...assignmentOf(draft), isActive: true } })
  }
  return (
    <FormDialog
      title={t(kind === 'company' ? 'users.assign.companyTitle' : 'users.assign.fleetTitle', {
        name: user.displayName,
      })}
      submitLabel={t('users.assign.submit')}
      isBusy={assign.isPending}
      error={assign.isError ? message(assign.error, t('users.error.assignment')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlaceFields
        draft={draft}
        errors={wasSent ? checkPlace(draft) : {}}
        onChange={(some) => setDraft((before) => ({ ...before, ...some }))}
        kind={kind}
      />
    </FormDialog>
  )
}

interface ChangeAssignmentProps {
  user: User
  assignment: Assignment
  onClose: () => void
}

/** Changes role, primary flag or active state of an assignment, not its place. Mount it to open it. */
export function ChangeAssignmentDialog({ user, assignment, onClose }: ChangeAssignmentProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const manager = useManager()
  const [role, setRole] = useState(assignment.role)
  const [isPrimary, setPrimary] = useState(assignment.isPrimary)
  const [isActive, setActive] = useState(assignment.isActive)
  const change = useChange(changeAssignment, {
    ...touched,
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('users.done.assigned') })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    change.mutate({
      params: { id: user.id, assignmentId: assignment.id },
      body: { role, isPrimary, isActive },
    })
  }
  const roles = assignment.fleetId === null ? companyRoles : fleetRolesToGive(manager.level)
  return (
    <FormDialog
      title={t('users.assign.changeTitle', { name: user.displayName })}
      submitLabel={t('ui.save')}
      isBusy={change.isPending}
      error={change.isError ? message(change.error, t('users.error.assignment')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t(assignment.fleetId === null ? 'users.form.company' : 'users.form.fleet')}
        value={[assignment.companyName, assignment.fleetName].filter(Boolean).join(' · ')}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <ChoiceField
        label={t('users.form.role')}
        value={role}
        choices={roles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
        onChange={setRole}
        isRequired
      />
      <FormControlLabel
        control={<Checkbox checked={isPrimary} onChange={(_, isOn) => setPrimary(isOn)} />}
        label={t('users.form.isPrimary')}
      />
      <FormControlLabel
        control={<Checkbox checked={isActive} onChange={(_, isOn) => setActive(isOn)} />}
        label={t('users.form.isActive')}
      />
    </FormDialog>
  )
}
