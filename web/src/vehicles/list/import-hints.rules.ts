import { fuelTypes, manualStatuses, vehicleColors, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import type { VehicleImportField } from '@rumbo/contract/vehicles.files.contract'
import type { WordText } from '../../ui/i18n.tsx'

const figures: readonly VehicleImportField[] = ['mileage', 'seats', 'loadKg', 'loadM3', 'speedLimitKmh']
const days: readonly VehicleImportField[] = [
  'installationDate',
  'lastServiceDate',
  'nextServiceDate',
  'insuranceExpiresOn',
  'licenceExpiresOn',
]

/** The format of a column, shown where a value was refused; null where it is obvious. */
export function importHint(t: WordText, field: VehicleImportField): string | null {
  const words = (known: readonly string[]) => t('vehicleForm.import.hint.words', { words: known.join(', ') })
  if (days.includes(field)) return t('vehicleForm.import.hint.day')
  if (figures.includes(field)) return t('vehicleForm.import.hint.figure')
  if (field === 'year') return `${t('vehicleForm.valid.year')}.`
  if (field === 'type') return words(vehicleTypes.map((code) => t(`vehicles.type.${code}`)))
  if (field === 'status') return words(manualStatuses.map((code) => t(`vehicles.status.${code}`)))
  if (field === 'color') return words(vehicleColors.map((code) => t(`vehicleForm.colour.${code}`)))
  if (field === 'fuelType') return words(fuelTypes.map((code) => t(`vehicleForm.fuel.${code}`)))
  return field === 'allowedHours' ? t('vehicleForm.import.hint.hours') : null
}
