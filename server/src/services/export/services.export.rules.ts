import { minorOf } from '@rumbo/contract/money'
import type { Service } from '@rumbo/contract/services.contract'
import { type ExportedServiceField, exportedServiceFields } from '@rumbo/contract/services.files.contract'
import { type Language, translate } from '@rumbo/i18n'
import { localTime } from '@rumbo/i18n/table-time'
import type { TableCell } from '../../platform/tables/export-table.ts'

/** The heading of a column. */
export const headingOf = (language: Language, field: ExportedServiceField): string =>
  translate(language, `services.file.${field}`)

/** An amount as a number that spreadsheets add up; empty where there is none. */
const amount = (text: string | null, currency: string): TableCell =>
  text === null ? '' : Number.isSafeInteger(minorOf(text, currency)) ? Number(text) : text

/** The planned minutes at each stop, in their order; empty where no stop has any. */
const minutesOf = (stops: Service['plannedStops']): string =>
  stops.some(({ serviceMinutes }) => serviceMinutes !== null)
    ? stops.map(({ serviceMinutes }) => serviceMinutes ?? '').join('; ')
    : ''

/** The cells of a service, in the order of the columns. */
export function cellsOf(service: Service, language: Language, timeZone: string): TableCell[] {
  const { plannedStops, currency } = service
  const [first] = plannedStops
  const last = plannedStops.length > 1 ? plannedStops.at(-1) : undefined
  const cells: Record<ExportedServiceField, TableCell> = {
    serviceNumber: service.serviceNumber,
    status: translate(language, `services.status.${service.status}`),
    serviceType: translate(language, `services.type.${service.serviceType}`),
    priorityLevel: translate(language, `services.priority.${service.priorityLevel}`),
    customerName: service.customerName,
    customerPhone: service.customerPhone,
    customerEmail: service.customerEmail ?? '',
    dispatchTime: localTime(service.dispatchTime, timeZone),
    pickup: first?.address ?? '',
    destination: last?.address ?? '',
    stops: plannedStops.length,
    serviceMinutes: minutesOf(plannedStops),
    vehicle: service.assignedVehicleNumber ?? '',
    driver: service.driverName ?? '',
    startedAt: localTime(service.startedAt, timeZone),
    endedAt: localTime(service.endedAt, timeZone),
    estimatedCost: amount(service.estimatedCost, currency),
    finalCost: amount(service.finalCost, currency),
    paidAmount: amount(service.paidAmount, currency),
    currency,
    paymentMethod: translate(language, `services.payment.method.${service.paymentMethod}`),
    paymentStatus: translate(language, `services.payment.status.${service.paymentStatus}`),
    requiredVehicleType:
      service.requiredVehicleType === null
        ? ''
        : translate(language, `vehicles.type.${service.requiredVehicleType}`),
    requiredSeats: service.requiredSeats ?? '',
    requiredLoadKg: service.requiredLoadKg ?? '',
    requiredLoadM3: service.requiredLoadM3 ?? '',
    requiredSkills: service.requiredSkills.join(', '),
    requiredProofs: service.requiredProofs
      .map((kind) => translate(language, `services.proof.${kind}`))
      .join(', '),
    notes: service.notes ?? '',
  }
  return exportedServiceFields.map((field) => cells[field])
}
