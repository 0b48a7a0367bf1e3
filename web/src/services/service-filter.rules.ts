import type { InputOf } from '@rumbo/contract/endpoint'
import {
  type listServices,
  paymentMethods,
  paymentStatuses,
  priorities,
  serviceTypes,
} from '@rumbo/contract/services.contract'
import { oneOf } from '../app/navigation/address.tsx'

/** The filters of the list of services that have one value each, by their names in the address. */
export const serviceFilterNames = ['type', 'priority', 'method', 'paid'] as const
export type ServiceFilterName = (typeof serviceFilterNames)[number]

export function readServiceFilter(query: Readonly<Record<string, string | string[]>>) {
  const among = <Value extends string>(values: readonly Value[], name: ServiceFilterName) =>
    values.find((value) => value === oneOf(query[name]))
  return {
    type: among(serviceTypes, 'type'),
    priority: among(priorities, 'priority'),
    method: among(paymentMethods, 'method'),
    paid: among(paymentStatuses, 'paid'),
  }
}
export type ServiceFilter = ReturnType<typeof readServiceFilter>

const only = <Value>(value: Value | undefined): Value[] | undefined =>
  value === undefined ? undefined : [value]

export const asQuery = ({ type, priority, method, paid }: ServiceFilter) =>
  ({
    serviceType: only(type),
    priorityLevel: only(priority),
    paymentMethod: only(method),
    paymentStatus: only(paid),
  }) satisfies InputOf<typeof listServices>['query']
