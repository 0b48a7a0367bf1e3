import type { Difference } from '../ui/dialogs/ConflictDialog.tsx'
import type { useText } from '../ui/i18n.tsx'
import type { ServiceDraft } from './service-draft.rules.ts'

type Translate = ReturnType<typeof useText>['t']

/** The fields in which two people's versions of a service differ, in words. */
export function differencesOf(t: Translate, mine: ServiceDraft, other: ServiceDraft): Difference[] {
  const words = (of: ServiceDraft): Record<string, string> => ({
    customerName: of.customerName,
    customerPhone: of.customerPhone,
    customerEmail: of.customerEmail,
    serviceType: of.serviceType === '' ? '' : t(`services.type.${of.serviceType}`),
    priorityLevel: t(`services.priority.${of.priorityLevel}`),
    dispatchTime: of.dispatchTime ?? '',
    requiredVehicleType: of.requiredVehicleType === null ? '' : t(`vehicles.type.${of.requiredVehicleType}`),
    requiredSeats: of.requiredSeats,
    requiredLoadKg: of.requiredLoadKg,
    requiredLoadM3: of.requiredLoadM3,
    requiredSkills: of.requiredSkills.join(', '),
    requiredProofs: of.requiredProofs.map((kind) => t(`services.proof.${kind}`)).join(', '),
    notes: of.notes,
    estimatedCost: of.estimatedCost,
    paymentMethod: t(`services.payment.method.${of.paymentMethod}`),
    paymentStatus: t(`services.payment.status.${of.paymentStatus}`),
  })
  const [a, b] = [words(mine), words(other)]
  const labels = Object.keys(a) as (keyof ServiceDraft &
    ('customerName' | 'customerPhone' | 'customerEmail' | 'serviceType' | 'priorityLevel'))[]
  const stops = (of: ServiceDraft) => of.stops.map(({ address }) => address).join(' → ')
  return [
    ...labels
      .filter((name) => a[name] !== b[name])
      .map((name) => ({
        label: t(`services.field.${name}`),
        mine: a[name] ?? '',
        theirs: b[name] ?? '',
      })),
    ...(stops(mine) === stops(other)
      ? []
      : [{ label: t('services.dialog.stops'), mine: stops(mine), theirs: stops(other) }]),
  ]
}
