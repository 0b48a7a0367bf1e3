import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { createFleet, type Fleet, updateFleet } from '@rumbo/contract/organisation.contract'
import { serviceTypes } from '@rumbo/contract/services.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { SavedMeanwhile } from '../app/data/SavedMeanwhile.tsx'
import { useChange } from '../app/data/use-data.ts'
import { UserPicker } from '../identity/UserPicker.tsx'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import {
  checkFleet,
  emptyFleet,
  type FleetDraft,
  type FleetErrors,
  fleetBodyOf,
  fleetDraftOf,
  fleetLevels,
} from './fleet-draft.rules.ts'
import { refusedFields } from './refused-fields.rules.ts'

interface FleetDialogProps {
  companyId: string
  /** The fleet to change. Default: a new one. */
  fleet?: Fleet
  onClose: () => void
}

/** Adds or changes a fleet of a company. Mount it to open it. */
export function FleetDialog({ companyId, fleet, onClose }: FleetDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { reload } = useWorkspace()
  const [draft, setDraft] = useState<FleetDraft>(() => (fleet ? fleetDraftOf(fleet) : emptyFleet))
  const [version, setVersion] = useState(fleet?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<FleetErrors>({})
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const create = useChange(createFleet, { evicts: ['users'] })
  const update = useChange(updateFleet, { evicts: ['users'] })
  const isBusy = create.isPending || update.isPending
  const errors = wasSent ? { ...refused, ...checkFleet(draft) } : refused
  const failure = create.error ?? update.error
  const isStale = failure instanceof ProblemError && failure.code === 'stale_version'
  const fallback = t(fleet ? 'companies.error.fleetUpdate' : 'companies.error.fleetAdd')
  const wrong = (name: keyof FleetDraft) => {
    const key = errors[name]
    return key ? t(key) : undefined
  }
  const change = (some: Partial<FleetDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setRefused({})
  }
  const save = async (ofVersion: number) => {
    try {
      const body = fleetBodyOf(draft)
      const saved = fleet
        ? await update.mutateAsync({ params: { id: fleet.id }, body: { ...body, version: ofVersion } })
        : await create.mutateAsync({ body: { ...body, company_id: companyId } })
      const done = fleet ? 'companies.fleets.updated' : 'companies.fleets.added'
      toasts.show({ type: 'success', message: t(done, { name: saved.name }) })
      void reload()
      onClose()
    } catch (error) {
      if (!(error instanceof ProblemError)) return
      if (error.code === 'stale_version') setConflict(error)
      else setRefused(refusedFields(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (event.target !== event.currentTarget || isBusy) return
    setSent(true)
    if (Object.keys(checkFleet(draft)).length === 0) void save(version)
  }
  const wordOf = (name: keyof FleetDraft, of: FleetDraft): string => {
    if (name === 'manager') return of.manager?.displayName ?? ''
    if (name === 'serviceTypes') return of.serviceTypes.map((type) => t(`services.type.${type}`)).join(', ')
    if (name === 'is_active') return t(of.is_active ? 'companies.yes' : 'companies.no')
    return of[name]
  }
  const labelOf = (name: keyof FleetDraft) =>
    t(name === 'is_active' ? 'companies.field.isActive' : `companies.field.${name}`)
  const current = conflict?.problem?.current as Fleet | undefined
  const theirs = current && fleetDraftOf(current)

  return (
    <>
      <FormDialog
        title={fleet ? t('companies.fleets.editTitle', { name: fleet.name }) : t('companies.fleets.add')}
        submitLabel={t(fleet ? 'ui.save' : 'companies.fleets.add')}
        isBusy={isBusy}
        error={
          failure && !isStale && refused.name !== 'problems.name_taken' ? message(failure, fallback) : null
        }
        onSubmit={submit}
        onClose={onClose}
        maxWidth="sm"
      >
        <TextField
          label={t('companies.field.name')}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          required
          autoFocus
          autoComplete="off"
          error={wrong('name') !== undefined}
          helperText={wrong('name')}
        />
        <TextField
          label={t('companies.field.description')}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
          multiline
          minRows={2}
          error={wrong('description') !== undefined}
          helperText={wrong('description')}
        />
        <UserPicker
          levels={fleetLevels}
          label={t('companies.field.manager')}
          companyId={companyId}
          value={draft.manager}
          onChoose={(manager) => change({ manager })}
          hint={t('companies.fleets.managerHint')}
        />
        <Box>
          <Box aria-hidden sx={{ typography: 'body2', color: token('textSoft'), mb: '6px' }}>
            {t('companies.field.serviceTypes')}
          </Box>
          <FilterChips
            label={t('companies.field.serviceTypes')}
            chips={serviceTypes.map((value) => ({ value, label: t(`services.type.${value}`) }))}
            selected={draft.serviceTypes}
            onChange={(chosen) => change({ serviceTypes: chosen })}
          />
        </Box>
        <FormControlLabel
          control={<Switch checked={draft.is_active} onChange={(_, isOn) => change({ is_active: isOn })} />}
          label={t('companies.field.isActive')}
          sx={{ m: 0 }}
        />
      </FormDialog>
      {conflict !== null && current !== undefined && theirs !== undefined && (
        <SavedMeanwhile
          conflict={conflict}
          differences={(Object.keys(draft) as (keyof FleetDraft)[])
            .filter((name) => wordOf(name, draft) !== wordOf(name, theirs))
            .map((name) => ({
              label: labelOf(name),
              mine: wordOf(name, draft),
              theirs: wordOf(name, theirs),
            }))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setDraft(theirs)
            setVersion(current.version)
            setConflict(null)
            update.reset()
          }}
          onKeepMine={() => {
            setVersion(current.version)
            setConflict(null)
            void save(current.version)
          }}
        />
      )}
    </>
  )
}
