import { useWorkspace } from '../app/client-context.tsx'
import { SavedMeanwhile } from '../app/data/SavedMeanwhile.tsx'
import { dateText } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { hoursWords } from './hours-words.rules.ts'
import type { VehicleFormState } from './use-vehicle-form.ts'
import { useFieldNames } from './VehicleForm.tsx'
import type { VehicleDraft } from './vehicle-draft.rules.ts'
import { useZoneNames } from './WorkingZones.tsx'

const dates: readonly (keyof VehicleDraft)[] = [
  'installationDate',
  'lastServiceDate',
  'nextServiceDate',
  'insuranceExpiresOn',
  'licenceExpiresOn',
]

/** Formats a field of a draft for display. */
function useFieldWords(fleetId: string): (name: keyof VehicleDraft, of: VehicleDraft) => string {
  const { t } = useText()
  const { fleets } = useWorkspace()
  const zoneNames = useZoneNames(fleetId)
  return (name, of) => {
    if (name === 'fleetId') return fleets.find(({ id }) => id === of.fleetId)?.name ?? ''
    if (name === 'type' && of.type !== '') return t(`vehicles.type.${of.type}`)
    if (name === 'status') return t(`vehicles.status.${of.status}`)
    if (name === 'color' && of.color !== '') return t(`vehicleForm.colour.${of.color}`)
    if (name === 'fuelType' && of.fuelType !== '') return t(`vehicleForm.fuel.${of.fuelType}`)
    if (name === 'skills') return of.skills.join(', ')
    if (name === 'workingZoneIds') return zoneNames(of.workingZoneIds)
    if (name === 'allowedHours') return hoursWords(t, of.allowedHours).join('; ')
    const value = of[name] ?? ''
    return dates.includes(name) ? dateText(value) : value
  }
}

interface VehicleConflictProps {
  conflict: NonNullable<VehicleFormState['conflict']>
  draft: VehicleDraft
}

/** Shown when somebody else saved the vehicle first: the differences, with a choice per field. */
export function VehicleConflict({ conflict, draft }: VehicleConflictProps) {
  const { t } = useText()
  const nameOf = useFieldNames()
  const wordOf = useFieldWords(draft.fleetId)
  return (
    <SavedMeanwhile
      conflict={conflict.problem}
      differences={conflict.differences.map(({ field, isTheirsOnly }) => ({
        key: field,
        isTheirsOnly,
        label: nameOf(field),
        mine: wordOf(field, draft),
        theirs: wordOf(field, conflict.theirs),
      }))}
      mergeLabel={t('vehicleForm.merge')}
      onMerge={conflict.merge}
      onClose={conflict.close}
      onUseTheirs={conflict.takeTheirs}
      onKeepMine={conflict.keepMine}
    />
  )
}
