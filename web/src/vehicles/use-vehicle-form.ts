import { createVehicle, updateVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { checkVehicle, type VehicleErrors, vehicleErrorsOf } from './vehicle-check.rules.ts'
import { emptyVehicle, type VehicleDraft, vehicleBodyOf, vehicleDraftOf } from './vehicle-draft.rules.ts'
import { draftDifferences, mergeDrafts } from './vehicle-merge.rules.ts'

const taken: Readonly<Record<string, keyof VehicleDraft>> = {
  vehicle_number_taken: 'vehicleNumber',
  plate_taken: 'plateNumber',
  vin_taken: 'vin',
  device_taken: 'imei',
}

interface VehicleFormOptions {
  /** The vehicle to change. Default: a new one in the fleet. */
  vehicle: Vehicle | undefined
  fleetId: string
  /** The device of a new vehicle. Default: none. */
  identifier?: string
  /** Called with the errors that prevented saving. */
  onWrong: (errors: VehicleErrors) => void
  onSaved: () => void
}

/** State of the vehicle form until it is saved, including conflicts with changes by others. */
export function useVehicleForm({ vehicle, fleetId, identifier = '', onWrong, onSaved }: VehicleFormOptions) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [draft, setDraft] = useState<VehicleDraft>(() =>
    vehicle ? vehicleDraftOf(vehicle) : { ...emptyVehicle, fleetId, imei: identifier },
  )
  /** The record when the form opened, to find which side changed what. */
  const [base, setBase] = useState(draft)
  const [version, setVersion] = useState(vehicle?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<VehicleErrors>({})
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  // A device that was without a vehicle may have one now.
  const create = useChange(createVehicle, { evicts: ['devices'] })
  const update = useChange(updateVehicle, { evicts: ['devices'] })
  const isBusy = create.isPending || update.isPending
  const check = () => checkVehicle(draft, new Date(nowMs()))
  const failure = create.error ?? update.error
  const isStale = failure instanceof ProblemError && failure.code === 'stale_version'

  const save = async (ofVersion: number, wanted: VehicleDraft) => {
    try {
      const body = vehicleBodyOf(wanted)
      const saved = vehicle
        ? await update.mutateAsync({ params: { id: vehicle.id }, body: { ...body, version: ofVersion } })
        : await create.mutateAsync({ body })
      toasts.show({
        type: 'success',
        message: t(vehicle ? 'vehicles.done.updated' : 'vehicles.done.added', {
          number: saved.vehicleNumber,
        }),
      })
      onSaved()
    } catch (error) {
      if (!(error instanceof ProblemError)) return
      if (error.code === 'stale_version') {
        setConflict(error)
        return
      }
      const field = taken[error.code ?? '']
      const found = field ? { [field]: 'fields.taken' as const } : vehicleErrorsOf(error.problem?.errors)
      setRefused(found)
      onWrong(found)
    }
  }

  const theirs = conflict?.problem?.current as Vehicle | undefined
  /** Continues with the record that the other person saved. */
  const continueFrom = (record: Vehicle, next: VehicleDraft) => {
    setDraft(next)
    setBase(vehicleDraftOf(record))
    setVersion(record.version)
    setConflict(null)
  }
  return {
    draft,
    errors: (wasSent ? { ...refused, ...check() } : refused) as VehicleErrors,
    isBusy,
    isChanged: JSON.stringify(draft) !== JSON.stringify(base),
    error:
      failure && conflict === null && !isStale
        ? message(failure, t(vehicle ? 'vehicles.error.update' : 'vehicles.error.add'))
        : null,
    change(some: Partial<VehicleDraft>) {
      setDraft((before) => ({ ...before, ...some }))
      setRefused({})
    },
    submit() {
      setSent(true)
      const found = check()
      if (Object.keys(found).length > 0) onWrong(found)
      else void save(version, draft)
    },
    /** Null if nobody else saved first. */
    conflict: conflict &&
      theirs && {
        problem: conflict,
        theirs: vehicleDraftOf(theirs),
        differences: draftDifferences(base, draft, vehicleDraftOf(theirs)),
        close: () => setConflict(null),
        takeTheirs() {
          continueFrom(theirs, vehicleDraftOf(theirs))
          update.reset()
        },
        keepMine() {
          continueFrom(theirs, draft)
          void save(theirs.version, draft)
        },
        merge(fromTheirs: ReadonlySet<string>) {
          const merged = mergeDrafts(draft, vehicleDraftOf(theirs), fromTheirs)
          continueFrom(theirs, merged)
          void save(theirs.version, merged)
        },
      },
  }
}
export type VehicleFormState = ReturnType<typeof useVehicleForm>
