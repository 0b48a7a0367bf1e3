import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { isStale } from '../map/map-model.ts'
import { shownBy, type VehicleFilter } from '../vehicles/vehicle-list.rules.ts'

export const gridViews = ['tiles', 'table', 'zones'] as const
export const densities = ['comfortable', 'compact', 'dense'] as const
export type Density = (typeof densities)[number]

export const gridOrders = ['status', 'number', 'silent'] as const
export type GridOrder = (typeof gridOrders)[number]

/** `silent`: vehicles that never reported first, then by oldest report. Other orders keep the array. */
export const inOrder = (vehicles: readonly LiveVehicle[], order: GridOrder): readonly LiveVehicle[] =>
  order === 'silent' ? [...vehicles].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)) : vehicles

/** CSS pixels: minimum width of a tile, its height, and the height of a table's row. */
export const sizes: Readonly<Record<Density, { tileWidth: number; tileHeight: number; rowHeight: number }>> =
  {
    comfortable: { tileWidth: 196, tileHeight: 102, rowHeight: 48 },
    compact: { tileWidth: 164, tileHeight: 58, rowHeight: 38 },
    dense: { tileWidth: 112, tileHeight: 42, rowHeight: 30 },
  }
/** A line more, once a vehicle of the fleet has a service or a route: all tiles are as high. */
const workLinePixels = 16
/** The height of a tile; comfortable ones have room for a service in any case. */
export const tileHeightOf = (density: Density, hasWork: boolean): number =>
  sizes[density].tileHeight + (hasWork && density !== 'comfortable' ? workLinePixels : 0)
export const gapPixels = 8
/** Sizes of the wall, which is read from across the room. */
export const wallScale = 1.5

/** The number of tiles side by side; at least one. */
export const columnsIn = (widthPixels: number, tileWidth: number): number =>
  Math.max(1, Math.floor((widthPixels + gapPixels) / (tileWidth + gapPixels)))

const onDuty: readonly LiveVehicle['status'][] = ['occupied', 'en_route', 'in_service']

/** Whether a vehicle needs attention: critical, alarmed, or without reports while on duty. */
export const isProblem = (vehicle: LiveVehicle, nowMs: number): boolean =>
  vehicle.status === 'critical' ||
  vehicle.status === 'alarmed' ||
  (onDuty.includes(vehicle.status) && isStale(vehicle, nowMs))

export interface GridFilter extends Pick<VehicleFilter, 'statuses' | 'search'> {
  onlyProblems: boolean
}
export const gridFilters = ['search', 'statuses', 'onlyProblems'] as const
export type GridFilterName = (typeof gridFilters)[number]

/** Each active filter, and how many vehicles would show without that one. */
export function reliefs(
  vehicles: readonly LiveVehicle[],
  filter: GridFilter,
  nowMs: number,
): { name: GridFilterName; shown: number }[] {
  const isSet = {
    search: filter.search.trim() !== '',
    statuses: filter.statuses.length > 0,
    onlyProblems: filter.onlyProblems,
  }
  const none: GridFilter = { search: '', statuses: [], onlyProblems: false }
  return gridFilters
    .filter((name) => isSet[name])
    .map((name) => {
      const without = { ...filter, [name]: none[name] }
      const shows = shownBy(without)
      return {
        name,
        shown: vehicles.filter(
          (vehicle) => shows(vehicle) !== 'no' && (!without.onlyProblems || isProblem(vehicle, nowMs)),
        ).length,
      }
    })
}

/** The index that receives the focus after a key; null if the key has no effect. */
export function nextIndex(
  key: string,
  index: number,
  count: number,
  columns: number,
  page: number,
): number | null {
  const wanted: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    PageDown: index + columns * page,
    PageUp: index - columns * page,
    Home: 0,
    End: count - 1,
  }
  const to = wanted[key]
  if (to === undefined || count === 0) return null
  const isRow = key === 'ArrowDown' || key === 'ArrowUp'
  if (isRow && (to < 0 || to >= count)) return index
  return Math.max(0, Math.min(count - 1, to))
}

/** Scroll position of the wall. */
export interface WallPlace {
  firstRow: number
  /** Whole rows. */
  rowsInSight: number
  rows: number
  /** The last page is reached, although its last row may count as hidden. */
  isAtEnd: boolean
}

/** From the scroll container, in CSS pixels; `step` is the height of a row with its gap. */
export const wallPlace = (
  box: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>,
  step: number,
  rows: number,
): WallPlace => ({
  firstRow: Math.round(box.scrollTop / step),
  rowsInSight: Math.max(1, Math.floor(box.clientHeight / step)),
  rows,
  // With a fractional pixel ratio, rounding errors reach one pixel.
  isAtEnd: box.scrollTop + box.clientHeight >= box.scrollHeight - 1,
})

/** The first row of the next page; the first page follows the last one. */
export const pageAfter = ({ firstRow, rowsInSight, rows, isAtEnd }: WallPlace): number =>
  isAtEnd || firstRow + rowsInSight >= rows ? 0 : firstRow + rowsInSight

/** The visible page of the wall, and the number of pages. */
export const pageOf = ({ firstRow, rowsInSight, rows, isAtEnd }: WallPlace) => {
  const pages = Math.max(1, Math.ceil(rows / rowsInSight))
  return { page: isAtEnd && firstRow > 0 ? pages : Math.ceil(firstRow / rowsInSight) + 1, pages }
}

interface Words {
  status: (status: LiveVehicle['status']) => string
  /** Null where one fleet is shown. */
  fleet: ((fleetId: string) => string) | null
}

/** One line per vehicle, for a text message. */
export const asText = (
  vehicles: readonly LiveVehicle[],
  words: Words & { speed: (speedKmh: number) => string },
): string =>
  vehicles
    .map(({ vehicleNumber, fleetId, plateNumber, status, speedKmh }) =>
      [
        vehicleNumber,
        words.fleet?.(fleetId),
        plateNumber,
        words.status(status),
        speedKmh === null ? undefined : words.speed(speedKmh),
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
    )
    .join('\n')

/** The cells of each vehicle for a file; unknown ones are empty. */
export const asRows = (
  vehicles: readonly LiveVehicle[],
  words: Words & { moment: (atMs: number) => string },
): (string | number)[][] =>
  vehicles.map((vehicle) => {
    const { make, model, year, speedKmh, heading, fuelLevel, batteryLevel, gpsSignal, satellites, at } =
      vehicle
    const figures = [speedKmh, heading, fuelLevel, batteryLevel, gpsSignal, satellites].map((value) =>
      value === null ? '' : Math.round(value),
    )
    const places = [vehicle.latitude, vehicle.longitude].map((value) =>
      value === null ? '' : Math.round(value * 1e5) / 1e5,
    )
    return [
      vehicle.vehicleNumber,
      ...(words.fleet ? [words.fleet(vehicle.fleetId)] : []),
      words.status(vehicle.status),
      vehicle.plateNumber,
      `${make} ${model} ${year}`,
      ...figures,
      ...places,
      at === null ? '' : words.moment(at),
    ]
  })
