import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { updateVehicleNotes } from '@rumbo/contract/vehicles.changes.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { SavedMeanwhile } from '../app/data/SavedMeanwhile.tsx'
import { useChange } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { useFieldNames, VehicleNotes } from './VehicleForm.tsx'
import { checkVehicle } from './vehicle-check.rules.ts'
import { type VehicleDraft, vehicleDraftOf } from './vehicle-draft.rules.ts'
import { draftDifferences, mergeDrafts } from './vehicle-merge.rules.ts'

const names = ['notesOwner', 'notesMechanic', 'notesGeneral'] as const

/** The notes of a vehicle with their own save button, for users who may only change notes. */
export function NotesTab({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const nameOf = useFieldNames()
  const [saved, setSaved] = useState(vehicle)
  const [draft, setDraft] = useState<VehicleDraft>(() => vehicleDraftOf(vehicle))
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const update = useChange(updateVehicleNotes)
  const before = vehicleDraftOf(saved)
  const isChanged = names.some((name) => draft[name] !== before[name])
  useUnsaved(isChanged)
  const found = checkVehicle(draft, new Date(nowMs()))
  const errors = Object.fromEntries(names.map((name) => [name, found[name]]))
  const save = async (version: number, wanted: VehicleDraft) => {
    const [notesOwner, notesMechanic, notesGeneral] = names.map((name) => wanted[name].trim() || null)
    try {
      const next = await update.mutateAsync({
        params: { id: vehicle.id },
        body: { notesOwner, notesMechanic, notesGeneral, version },
      })
      setSaved(next)
      setDraft(vehicleDraftOf(next))
      toasts.show({ type: 'success', message: t('vehicleForm.notes.saved', { number: next.vehicleNumber }) })
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'stale_version') setConflict(error)
    }
  }
  const theirs = conflict?.problem?.current as Vehicle | undefined
  const theirDraft = theirs && vehicleDraftOf(theirs)
  /** Continues with the record that the other person saved. */
  const continueFrom = (record: Vehicle, next: VehicleDraft) => {
    setSaved(record)
    setDraft(next)
    setConflict(null)
    update.reset()
  }
  const saveOver = (record: Vehicle, next: VehicleDraft) => {
    continueFrom(record, next)
    void save(record.version, next)
  }
  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      <VehicleNotes
        draft={draft}
        errors={errors}
        onChange={(some) => setDraft((old) => ({ ...old, ...some }))}
      />
      {update.error && conflict === null && (
        <Alert severity="error">{message(update.error, t('vehicles.error.updateNotes'))}</Alert>
      )}
      <Button
        variant="contained"
        disabled={!isChanged || Object.values(errors).some(Boolean)}
        loading={update.isPending}
        onClick={() => void save(saved.version, draft)}
        sx={{ justifySelf: 'end' }}
      >
        {t('vehicleForm.notes.save')}
      </Button>
      {conflict !== null && theirs !== undefined && theirDraft !== undefined && (
        <SavedMeanwhile
          conflict={conflict}
          differences={draftDifferences(before, draft, theirDraft).flatMap(({ field, isTheirsOnly }) =>
            names
              .filter((name) => name === field)
              .map((name) => ({
                key: name,
                isTheirsOnly,
                label: nameOf(name),
                mine: draft[name],
                theirs: theirDraft[name],
              })),
          )}
          mergeLabel={t('vehicleForm.merge')}
          onMerge={(fromTheirs) => saveOver(theirs, mergeDrafts(draft, theirDraft, fromTheirs))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => continueFrom(theirs, theirDraft)}
          onKeepMine={() => saveOver(theirs, draft)}
        />
      )}
    </Box>
  )
}
