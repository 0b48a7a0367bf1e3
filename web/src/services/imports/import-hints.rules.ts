import { paymentMethods, priorities, proofKinds, serviceTypes } from '@rumbo/contract/services.contract'
import type { ServiceImportField } from '@rumbo/contract/services.imports.contract'
import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import type { WordText } from '../../ui/i18n.tsx'

/** The format of a column, shown where a value was refused; null where it is obvious. */
export function importHint(t: WordText, field: ServiceImportField): string | null {
  const words = (known: readonly string[]) => t('imports.hint.words', { words: known.join(', ') })
  if (field === 'dispatchTime') return t('imports.hint.time')
  if (field === 'fleet') return t('imports.hint.fleet')
  if (field === 'serviceType') return words(serviceTypes.map((code) => t(`services.type.${code}`)))
  if (field === 'priorityLevel') return words(priorities.map((code) => t(`services.priority.${code}`)))
  if (field === 'paymentMethod')
    return words(paymentMethods.map((code) => t(`services.payment.method.${code}`)))
  if (field === 'requiredVehicleType') return words(vehicleTypes.map((code) => t(`vehicles.type.${code}`)))
  if (field === 'requiredProofs') return words(proofKinds.map((code) => t(`services.proof.${code}`)))
  if (field === 'requiredLoadKg') return t('services.valid.loadKg')
  if (field === 'requiredLoadM3') return t('services.valid.loadM3')
  if (/Minutes$/.test(field)) return t('services.valid.serviceMinutes')
  if (/(From|Until)$/.test(field)) return t('imports.hint.window')
  if (field === 'requiredSeats') return t('services.valid.seats')
  return /itude$|Cost$/.test(field) ? t('imports.hint.number') : null
}
