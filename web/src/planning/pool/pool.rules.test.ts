import { someLeftOut, someOrder, someOrderStop } from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { filterPool, isIn, noFilter, noneValue, poolItems, poolRows, selectIn } from './pool.rules.ts'

const reason = someLeftOut({ serviceId: 's2' })
const at8 = [
  someOrderStop({ windowStart: '2026-11-23T14:20:00.000Z', windowEnd: '2026-11-23T15:00:00.000Z' }),
]
const at10 = [
  someOrderStop({ windowStart: '2026-11-23T16:00:00.000Z', windowEnd: '2026-11-23T17:00:00.000Z' }),
]
const items = poolItems({
  orders: [
    someOrder({ serviceId: 's1', serviceNumber: 1, zoneName: 'Norte', stops: at10 }),
    someOrder({
      serviceId: 's2',
      serviceNumber: 2,
      customerName: 'Clínica Norte',
      priorityLevel: 'high',
      zoneName: 'Álamos',
      stops: at8,
    }),
    someOrder({ serviceId: 's3', serviceNumber: 3, serviceType: 'shuttle' }),
    someOrder({ serviceId: 's4', serviceNumber: 4, state: 'completed' }),
    someOrder({ serviceId: 's5', serviceNumber: 5, state: 'cancelled' }),
    someOrder({ serviceId: 's6', serviceNumber: 6, otherPlanId: 'p9' }),
  ],
  timeZone: 'America/Mexico_City',
  vehicleNumberOf: (id) => (id === 's1' ? '118' : null),
  leftOut: new Map([['s2', reason]]),
  warnings: [
    {
      code: 'service_cancelled',
      serviceId: 's5',
      vehicleId: null,
      otherServiceId: null,
      vehicleNumber: null,
      seconds: null,
    },
  ],
})
const idsOf = (some: { order: { serviceId: string } }[]) => some.map(({ order }) => order.serviceId)

it('lists orders by time, and those that are over only where something is to be said of them', () => {
  expect(idsOf(items)).toEqual(['s3', 's5', 's6', 's2', 's1'])
  expect(idsOf(items.filter(isIn.unplanned))).toEqual(['s3', 's2'])
  expect(idsOf(items.filter(isIn.trouble))).toEqual(['s5', 's2'])
})

it('finds orders by number, customer and address without accents, and by each filter', () => {
  const found = (some: Partial<typeof noFilter>) => idsOf(filterPool(items, { ...noFilter, ...some }))
  expect(found({ search: 'clinica reforma' })).toEqual(['s2'])
  expect(found({ search: 'clinica 99' })).toEqual([])
  expect(found({ types: ['shuttle'] })).toEqual(['s3'])
  expect(found({ priorities: ['high', 'critical'] })).toEqual(['s2'])
  expect(found({ hour: '08:00' })).toEqual(['s2'])
  expect(found({ hour: noneValue })).toEqual(['s3', 's5', 's6'])
  expect(found({ zone: 'Norte' })).toEqual(['s1'])
  expect(found({ hasReason: true })).toEqual(['s2'])
})

it('groups by zone in the order of the alphabet, what has none last, and folds groups', () => {
  const rows = poolRows(items, { grouping: 'zone', folded: new Set(['zone:Norte']) })
  expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'group zone:Álamos',
    'order s2',
    'group zone:Norte',
    `group zone:${noneValue}`,
    'order s3',
    'order s5',
    'order s6',
  ])
  const hours = poolRows(items, { grouping: 'window', folded: new Set() })
  expect(hours.filter(({ kind }) => kind === 'group').map(({ key }) => key)).toEqual([
    'window:08:00',
    'window:10:00',
    `window:${noneValue}`,
  ])
})

it('selects one, adds and removes, and selects a range from the anchor in both directions', () => {
  const ids = ['a', 'b', 'c', 'd']
  const nothing = { selected: new Set<string>(), anchor: null }
  const first = selectIn(ids, nothing, { id: 'c', how: 'only' })
  expect([...first.selected]).toEqual(['c'])
  expect([...selectIn(ids, first, { id: 'a', how: 'range' }).selected]).toEqual(['a', 'b', 'c'])
  const both = selectIn(ids, first, { id: 'd', how: 'toggle' })
  expect([...both.selected]).toEqual(['c', 'd'])
  expect([...selectIn(ids, both, { id: 'c', how: 'toggle' }).selected]).toEqual(['d'])
  // An anchor that a filter hides begins anew.
  expect([
    ...selectIn(['a'], { selected: new Set(['z']), anchor: 'z' }, { id: 'a', how: 'range' }).selected,
  ]).toEqual(['a'])
})

it('leaves items of orders the same objects until something about them changes', () => {
  const orders = [
    someOrder({ serviceId: 's1', serviceNumber: 1 }),
    someOrder({ serviceId: 's2', serviceNumber: 2 }),
  ]
  const itemsOf = (planned: string | null) =>
    poolItems({
      orders,
      timeZone: 'America/Mexico_City',
      vehicleNumberOf: (id) => (id === planned ? '118' : null),
      leftOut: new Map(),
      warnings: [],
    })
  const before = itemsOf(null)
  const after = itemsOf('s2')
  expect(after[0]).toBe(before[0])
  expect([before[1]?.vehicleNumber, after[1]?.vehicleNumber]).toEqual([null, '118'])
})
