import { foldText } from '@rumbo/contract/fold-text'
import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanWarning } from '@rumbo/contract/planning.workspace.contract'
import { priorities, serviceTypes } from '@rumbo/contract/services.contract'

export const poolViews = ['unplanned', 'trouble', 'all'] as const
export type PoolView = (typeof poolViews)[number]
export const poolGroupings = ['none', 'zone', 'window', 'customer', 'type'] as const
export type PoolGrouping = (typeof poolGroupings)[number]

/** The value of a filter that stands for orders without one. */
export const noneValue = '-'

/** An order of the pool with what is worth showing beside it. */
export interface PoolItem {
  order: Order
  /** The vehicle that has it in the plan; null: unplanned. */
  vehicleNumber: string | null
  reason: LeftOutReason | null
  warnings: readonly PlanWarning[]
  /** Start of the first window of its stops, otherwise its dispatch time; epoch milliseconds. */
  atMs: number
  /** `08:00`: the hour in which its first window begins; null without a window. */
  hour: string | null
  /** Folded words that a search looks through. */
  words: string
}

export interface PoolFilter {
  search: string
  types: readonly Order['serviceType'][]
  priorities: readonly Order['priorityLevel'][]
  /** As `hour`; `noneValue` for orders without a window; '' for all. */
  hour: string
  /** Name of a zone; `noneValue` for orders outside of zones; '' for all. */
  zone: string
  hasReason: boolean
}
export const noFilter: PoolFilter = {
  search: '',
  types: [],
  priorities: [],
  hour: '',
  zone: '',
  hasReason: false,
}

export const countFilters = ({ types, priorities: chosen, hour, zone, hasReason }: PoolFilter): number =>
  types.length + chosen.length + (hour === '' ? 0 : 1) + (zone === '' ? 0 : 1) + (hasReason ? 1 : 0)

interface PoolInput {
  orders: readonly Order[]
  timeZone: string
  vehicleNumberOf: (serviceId: string) => string | null
  leftOut: ReadonlyMap<string, LeftOutReason>
  warnings: readonly PlanWarning[]
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** `08:00` for an instant within that hour. */
function hourOf(instant: string, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('es-MX', { hour: '2-digit', hourCycle: 'h23', timeZone })
    clocks.set(timeZone, clock)
  }
  return `${clock.format(new Date(instant)).padStart(2, '0')}:00`
}

const firstWindow = ({ stops }: Order) =>
  stops.find(({ windowStart, windowEnd }) => windowStart !== null || windowEnd !== null) ?? null

interface Known {
  timeZone: string
  item: PoolItem
}
/** The latest item of each order. */
const items = new WeakMap<Order, Known>()

const isSameList = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at])
const noWarnings: readonly PlanWarning[] = []

/** As of the order alone: its words and times take most of the time of making thousands of items. */
function itemOf(order: Order, timeZone: string): Omit<PoolItem, 'vehicleNumber' | 'reason' | 'warnings'> {
  const known = items.get(order)
  if (known?.timeZone === timeZone) return known.item
  const window = firstWindow(order)
  const start = window?.windowStart ?? window?.windowEnd ?? null
  return {
    order,
    atMs: Date.parse(start ?? order.dispatchTime),
    hour: start === null ? null : hourOf(start, timeZone),
    words: foldText(
      [
        String(order.serviceNumber),
        order.customerName,
        order.notes ?? '',
        ...order.stops.flatMap(({ address, contactName }) => [address, contactName ?? '']),
      ].join(' '),
    ),
  }
}

/**
 * Orders that may be planned or are, by time; those that are over only where something is to be said of them. An item that
 * did not change stays the same object.
 */
export function poolItems({ orders, timeZone, vehicleNumberOf, leftOut, warnings }: PoolInput): PoolItem[] {
  const warned = new Map<string, PlanWarning[]>()
  for (const warning of warnings)
    if (warning.serviceId !== null)
      warned.set(warning.serviceId, [...(warned.get(warning.serviceId) ?? []), warning])
  return orders
    .filter(({ state, serviceId }) => state === 'open' || state === 'under_way' || warned.has(serviceId))
    .map((order): PoolItem => {
      const item: PoolItem = {
        ...itemOf(order, timeZone),
        vehicleNumber: vehicleNumberOf(order.serviceId),
        reason: leftOut.get(order.serviceId) ?? null,
        warnings: warned.get(order.serviceId) ?? noWarnings,
      }
      const was = items.get(order)
      const isSame =
        was !== undefined &&
        was.timeZone === timeZone &&
        was.item.vehicleNumber === item.vehicleNumber &&
        was.item.reason === item.reason &&
        isSameList(was.item.warnings, item.warnings)
      if (isSame) return was.item
      items.set(order, { timeZone, item })
      return item
    })
    .sort((a, b) => a.atMs - b.atMs || a.order.serviceNumber - b.order.serviceNumber)
}

/** An order that waits for a place in this plan. */
export const isUnplanned = ({ order, vehicleNumber }: PoolItem): boolean =>
  vehicleNumber === null && order.state === 'open' && order.otherPlanId === null

const isTroubled = (item: PoolItem): boolean =>
  item.warnings.length > 0 || (isUnplanned(item) && item.reason !== null)

export const isIn: Record<PoolView, (item: PoolItem) => boolean> = {
  unplanned: isUnplanned,
  trouble: isTroubled,
  all: () => true,
}

/** The orders that fit the filter; every word of the search must occur. */
export function filterPool(items: readonly PoolItem[], filter: PoolFilter): PoolItem[] {
  const words = foldText(filter.search).split(/\s+/).filter(Boolean)
  return items.filter(
    ({ order, reason, hour, words: text }) =>
      (filter.types.length === 0 || filter.types.includes(order.serviceType)) &&
      (filter.priorities.length === 0 || filter.priorities.includes(order.priorityLevel)) &&
      (filter.hour === '' || filter.hour === (hour ?? noneValue)) &&
      (filter.zone === '' || filter.zone === (order.zoneName ?? noneValue)) &&
      (!filter.hasReason || reason !== null) &&
      words.every((word) => text.includes(word)),
  )
}

export type PoolRow =
  | { kind: 'group'; key: string; value: string | null; items: readonly PoolItem[] }
  | { kind: 'order'; key: string; item: PoolItem }

const groupValue: Record<Exclude<PoolGrouping, 'none'>, (item: PoolItem) => string | null> = {
  zone: ({ order }) => order.zoneName,
  window: ({ hour }) => hour,
  customer: ({ order }) => order.customerName,
  type: ({ order }) => order.serviceType,
}

/** Rows in the order shown. Groups are sorted by name, those by type as types are everywhere; what has no value comes last. */
export function poolRows(
  items: readonly PoolItem[],
  { grouping, folded }: { grouping: PoolGrouping; folded: ReadonlySet<string> },
): PoolRow[] {
  const rowOf = (item: PoolItem): PoolRow => ({ kind: 'order', key: item.order.serviceId, item })
  if (grouping === 'none') return items.map(rowOf)
  const groups = new Map<string | null, PoolItem[]>()
  for (const item of items) {
    const value = groupValue[grouping](item)
    const group = groups.get(value)
    if (group) group.push(item)
    else groups.set(value, [item])
  }
  const rank = (value: string | null): string =>
    value === null
      ? '\uffff'
      : grouping === 'type'
        ? String(serviceTypes.indexOf(value as Order['serviceType']))
        : foldText(value)
  return [...groups]
    .sort(([a], [b]) => rank(a).localeCompare(rank(b), 'es', { numeric: true }))
    .flatMap(([value, group]) => {
      const key = `${grouping}:${value ?? noneValue}`
      return [
        { kind: 'group' as const, key, value, items: group },
        ...(folded.has(key) ? [] : group.map(rowOf)),
      ]
    })
}

/** Values that occur among the orders, to be chosen from. */
export function choicesOf(items: readonly PoolItem[]) {
  const distinct = (values: (string | null)[]) =>
    [...new Set(values.map((value) => value ?? noneValue))].sort()
  return {
    hours: distinct(items.map(({ hour }) => hour)),
    zones: distinct(items.map(({ order }) => order.zoneName)),
    types: serviceTypes.filter((type) => items.some(({ order }) => order.serviceType === type)),
    priorities: priorities.filter((one) => items.some(({ order }) => order.priorityLevel === one)),
  }
}

/**
 * What a click or key does to the selection of a list: alone, added or removed, or everything since the anchor; without one in
 * the list, since the row it came from.
 */
export function selectIn(
  ids: readonly string[],
  { selected, anchor }: { selected: ReadonlySet<string>; anchor: string | null },
  { id, how, from }: { id: string; how: 'only' | 'toggle' | 'range'; from?: string },
): { selected: ReadonlySet<string>; anchor: string } {
  const since = [anchor, from].find((one) => one != null && ids.includes(one))
  if (how === 'range' && since != null && ids.includes(id)) {
    const [first, last] = [ids.indexOf(since), ids.indexOf(id)].sort((a, b) => a - b) as [number, number]
    return { selected: new Set(ids.slice(first, last + 1)), anchor: since }
  }
  if (how === 'toggle') {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    return { selected: next, anchor: id }
  }
  return { selected: new Set([id]), anchor: id }
}
