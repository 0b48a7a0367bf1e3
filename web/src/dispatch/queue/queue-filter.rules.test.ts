import type { ServiceGroup } from '@rumbo/contract/services.groups.contract'
import { expect, it } from 'vitest'
import {
  addressOfFilter,
  asListQuery,
  countFilters,
  countOf,
  isAmong,
  isDecidable,
  readQueueFilter,
} from './queue-filter.rules.ts'

const group = (some: Partial<ServiceGroup>): ServiceGroup => ({
  isWaiting: true,
  serviceType: 'taxi',
  priorityLevel: 'medium',
  isLate: false,
  handling: 'manual',
  isMine: false,
  zoneIds: [],
  count: 1,
  ...some,
})
const groups = [
  group({ count: 5 }),
  group({ serviceType: 'delivery', isLate: true, count: 3 }),
  group({ serviceType: 'delivery', priorityLevel: 'high', count: 2 }),
]

it('reads the address and writes the same, and ignores what it does not know', () => {
  const query = { type: ['delivery', 'boat'], late: '1', handling: 'automatic', zone: 'nowhere' }
  const filter = readQueueFilter(query)
  expect(addressOfFilter(filter)).toEqual({
    type: ['delivery'],
    priority: [],
    handling: ['automatic'],
    late: '1',
    mine: undefined,
    zone: undefined,
  })
  expect(countFilters(filter)).toBe(3)
  expect(asListQuery(filter)).toMatchObject({
    serviceType: ['delivery'],
    handling: 'automatic',
    isLate: 'true',
  })
})

it('counts for each chip what the other parts of the filter leave', () => {
  const filter = readQueueFilter({ type: 'delivery', late: '1' })
  const types = (type: string) => countOf(groups, filter, 'type', ({ serviceType }) => serviceType === type)
  expect([types('delivery'), types('taxi')]).toEqual([3, 0])
  expect(countOf(groups, filter, 'isLate', ({ isLate }) => isLate)).toBe(3)
  expect(countOf(groups, filter, 'priority', ({ priorityLevel }) => priorityLevel === 'high')).toBe(0)
})

it('asks for all services where both ways of handling are chosen', () => {
  expect(asListQuery(readQueueFilter({ handling: ['automatic', 'manual'] })).handling).toBeUndefined()
})

it('leaves to the server what a service does not show', () => {
  const zone = '01a21627-0bdc-741f-b289-13acc5c73369'
  for (const [name, value] of Object.entries({ late: '1', mine: '1', handling: 'manual', zone }))
    expect(isDecidable(readQueueFilter({ [name]: value }))).toBe(false)
  const filter = readQueueFilter({
    type: 'delivery',
    priority: ['high', 'critical'],
    handling: ['manual', 'automatic'],
  })
  expect(isDecidable(filter)).toBe(true)
  expect(groups.map((one) => isAmong(one, filter))).toEqual([false, false, true])
  expect(groups.every((one) => isAmong(one, readQueueFilter({})))).toBe(true)
})
