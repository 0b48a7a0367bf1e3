import type { InputOf } from '@rumbo/contract/endpoint'
import {
  type listServices,
  paymentMethods,
  paymentStatuses,
  priorities,
  serviceTypes,
} from '@rumbo/contract/services.contract'
import { isRecordId, oneOf } from '../app/navigation/address.tsx'

/** The filters of the list of services that have one value each, by their names in the address. */
export const serviceFilterNames = [
  'type',
  'priority',
  'method',
  'paid',
  'vehicle',
  'driver',
  'customer',
] as const
export type ServiceFilterName = (typeof serviceFilterNames)[number]

export function readServiceFilter(query: Readonly<Record<string, string | string[]>>) {
  const among = <Value extends string>(values: readonly Value[], name: ServiceFilterName) =>
    values.find((value) => value === oneOf(query[name]))
  const id = (name: ServiceFilterName) => [oneOf(query[name])].find(isRecordId)
  return {
    type: among(serviceTypes, 'type'),
    priority: among(priorities, 'priority'),
    method: among(paymentMethods, 'method'),
    paid: among(paymentStatuses, 'paid'),
    vehicle: id('vehicle'),
    driver: id('driver'),
    customer: id('customer'),
  }
}
export type ServiceFilter = ReturnType<typeof readServiceFilter>

const only = <Value>(value: Value | undefined): Value[] | undefined =>
  value === undefined ? undefined : [value]

export const asQuery = ({ type, priority, method, paid, vehicle, driver, customer }: ServiceFilter) =>
  ({
    serviceType: only(type),
    priorityLevel: only(priority),
    paymentMethod: only(method),
    paymentStatus: only(paid),
    vehicleId: vehicle,
    driverId: driver,
    requesterContactId: customer,
  }) satisfies InputOf<typeof listServices>['query']
