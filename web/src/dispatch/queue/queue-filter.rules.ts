import type { InputOf } from '@rumbo/contract/endpoint'
import { handlings, type listServices, priorities, serviceTypes } from '@rumbo/contract/services.contract'
import type { ServiceGroup } from '@rumbo/contract/services.groups.contract'
import { isRecordId, listOf, oneOf } from '../../app/navigation/address.tsx'

type Query = Readonly<Record<string, string | string[]>>

/** What the lists of the monitor are narrowed to; an empty part narrows nothing. */
export interface QueueFilter {
  type: ServiceGroup['serviceType'][]
  priority: ServiceGroup['priorityLevel'][]
  handling: ServiceGroup['handling'][]
  isLate: boolean
  isMine: boolean
  zoneId: string
}

const among = <Value extends string>(values: readonly Value[], given: string | string[] | undefined) =>
  values.filter((value) => listOf(given).includes(value))

export const readQueueFilter = (query: Query): QueueFilter => ({
  type: among(serviceTypes, query.type),
  priority: among(priorities, query.priority),
  handling: among(handlings, query.handling),
  isLate: oneOf(query.late) === '1',
  isMine: oneOf(query.mine) === '1',
  zoneId: [oneOf(query.zone)].find(isRecordId) ?? '',
})

/** The change of the address that shows a filter. */
export const addressOfFilter = ({ type, priority, handling, isLate, isMine, zoneId }: QueueFilter) => ({
  type: [...type],
  priority: [...priority],
  handling: [...handling],
  late: isLate ? '1' : undefined,
  mine: isMine ? '1' : undefined,
  zone: zoneId || undefined,
})

const some = <Value>(values: readonly Value[]) => (values.length === 0 ? undefined : [...values])

/** The filter as part of the query of the lists. */
export const asListQuery = ({ type, priority, handling, isLate, isMine, zoneId }: QueueFilter) =>
  ({
    serviceType: some(type),
    priorityLevel: some(priority),
    // Both of them are all services.
    handling: handling.length === 1 ? handling[0] : undefined,
    isLate: isLate ? 'true' : undefined,
    isMine: isMine ? 'true' : undefined,
    zoneId: zoneId || undefined,
  }) satisfies InputOf<typeof listServices>['query']

/** How many parts of the filter narrow the lists. */
export const countFilters = ({ type, priority, handling, isLate, isMine, zoneId }: QueueFilter): number =>
  [type, priority, handling].filter((values) => values.length > 0).length +
  [isLate, isMine, zoneId !== ''].filter(Boolean).length

/** Whether a service itself shows if it is among those of the filter; otherwise only the server knows. */
export const isDecidable = ({ handling, isLate, isMine, zoneId }: QueueFilter): boolean =>
  handling.length !== 1 && !isLate && !isMine && zoneId === ''

/** Whether the service is among those of a decidable filter. */
export const isAmong = (
  { serviceType, priorityLevel }: Pick<ServiceGroup, 'serviceType' | 'priorityLevel'>,
  { type, priority }: QueueFilter,
): boolean =>
  (type.length === 0 || type.includes(serviceType)) &&
  (priority.length === 0 || priority.includes(priorityLevel))

type Part = keyof QueueFilter
const fits: Record<Part, (group: ServiceGroup, filter: QueueFilter) => boolean> = {
  type: ({ serviceType }, { type }) => type.length === 0 || type.includes(serviceType),
  priority: ({ priorityLevel }, { priority }) => priority.length === 0 || priority.includes(priorityLevel),
  handling: (group, { handling }) => handling.length === 0 || handling.includes(group.handling),
  isLate: (group, { isLate }) => !isLate || group.isLate,
  isMine: (group, { isMine }) => !isMine || group.isMine,
  zoneId: ({ zoneIds }, { zoneId }) => zoneId === '' || zoneIds.includes(zoneId),
}
const parts = Object.keys(fits) as Part[]

/**
 * How many services a chip would show: those that it describes, among those that the other parts of the filter leave.
 * @param part of the filter that the chip belongs to
 */
export function countOf(
  groups: readonly ServiceGroup[],
  filter: QueueFilter,
  part: Part,
  isDescribed: (group: ServiceGroup) => boolean,
): number {
  return groups
    .filter((group) => isDescribed(group) && parts.every((one) => one === part || fits[one](group, filter)))
    .reduce((sum, { count }) => sum + count, 0)
}
