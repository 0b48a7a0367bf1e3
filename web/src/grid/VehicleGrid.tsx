import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useCurrentServices } from '../services/current/use-current-services.ts'
import { useRoutesAhead } from '../services/route/use-routes-ahead.ts'
import {
  columnsIn,
  type Density,
  gapPixels,
  nextIndex,
  pageAfter,
  pageOf,
  sizes,
  tileHeightOf,
  wallPlace,
  wallScale,
} from './grid.rules.ts'
import { VehicleTile, type VehicleTileProps } from './VehicleTile.tsx'

/** How long the wall shows a page, in milliseconds. */
const wallPageMs = 15_000

interface VehicleGridProps extends Pick<VehicleTileProps, 'onPress' | 'onPoint' | 'onLeave'> {
  vehicles: readonly LiveVehicle[]
  density: Density
  label: string
  openId: string | null
  isWall: boolean
  /** Called when the wall turns its pages. */
  onWallPage: (page: { page: number; pages: number }) => void
  /** Returns whether the key had an effect on the vehicle. */
  onKey: (key: string, vehicleId: string) => boolean
  onFocusTile: (vehicleId: string, element: HTMLElement) => void
}

/** Tiles side by side; arrow keys move between tiles, and only visible rows are rendered. */
export function VehicleGrid(props: VehicleGridProps) {
  const { vehicles, density, label, openId, isWall, onWallPage, onKey, onFocusTile } = props
  const services = useCurrentServices(vehicles[0]?.fleetId ?? null)
  const routes = useRoutesAhead(vehicles[0]?.fleetId ?? null)
  const scroller = useRef<HTMLDivElement>(null)
  const [widthPixels, setWidthPixels] = useState(1200)
  const [active, setActive] = useState(0)
  const mustFocus = useRef(false)
  const scale = isWall ? wallScale : 1
  const size = sizes[density]
  const tileHeight =
    tileHeightOf(density, routes.size > 0 || (services !== null && services.size > 0)) * scale
  const columns = columnsIn(widthPixels, size.tileWidth * scale)
  const rows = Math.ceil(vehicles.length / columns)
  const activeIndex = Math.min(active, Math.max(0, vehicles.length - 1))
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => tileHeight + gapPixels,
    overscan: 3,
    initialRect: { width: 1200, height: 800 },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured sizes are kept until they are measured again
  useEffect(() => virtual.measure(), [tileHeight])

  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    const look = () => {
      if (box.clientWidth > 0) setWidthPixels(box.clientWidth - 2 * gapPixels)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!mustFocus.current) return
    const tile = scroller.current?.querySelector<HTMLElement>(`[data-tile="${activeIndex}"]`)
    if (tile === null || tile === undefined) return
    mustFocus.current = false
    tile.focus()
  })

  useEffect(() => {
    const box = scroller.current
    if (!isWall || box === null) return
    const step = tileHeight + gapPixels
    const place = () => wallPlace(box, step, rows)
    const report = () => onWallPage(pageOf(place()))
    report()
    const turn = setInterval(() => {
      box.scrollTop = pageAfter(place()) * step
      report()
    }, wallPageMs)
    return () => clearInterval(turn)
  }, [isWall, rows, tileHeight, onWallPage])

  const takeFocus = useCallback(
    (at: number, vehicleId: string, element: HTMLElement) => {
      setActive(at)
      onFocusTile(vehicleId, element)
    },
    [onFocusTile],
  )

  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const vehicle = vehicles[activeIndex]
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (tileHeight + gapPixels)))
    const to = nextIndex(event.key, activeIndex, vehicles.length, columns, page)
    if (to !== null) {
      event.preventDefault()
      virtual.scrollToIndex(Math.floor(to / columns))
      mustFocus.current = true
      setActive(to)
    } else if (vehicle !== undefined && onKey(event.key, vehicle.id)) event.preventDefault()
  }

  return (
    <Box
      ref={scroller}
      onKeyDown={hear}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', m: `0 -${gapPixels}px`, p: `2px ${gapPixels}px` }}
    >
      <Box
        component="ul"
        aria-label={label}
        sx={{ listStyle: 'none', m: 0, p: 0, position: 'relative' }}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().flatMap(({ index: row, start }) =>
          vehicles.slice(row * columns, (row + 1) * columns).map((vehicle, column) => {
            const index = row * columns + column
            const share = `(100% - ${(columns - 1) * gapPixels}px) / ${columns}`
            return (
              <li
                key={vehicle.id}
                aria-setsize={vehicles.length}
                aria-posinset={index + 1}
                style={{
                  position: 'absolute',
                  top: start,
                  left: `calc((${share} + ${gapPixels}px) * ${column})`,
                  width: `calc(${share})`,
                  height: tileHeight,
                }}
              >
                <VehicleTile
                  vehicle={vehicle}
                  service={services?.get(vehicle.id)}
                  ahead={routes.get(vehicle.id)?.services ?? 0}
                  index={index}
                  density={density}
                  isActive={index === activeIndex}
                  isOpen={vehicle.id === openId}
                  isWall={isWall}
                  onPress={props.onPress}
                  onPoint={props.onPoint}
                  onLeave={props.onLeave}
                  onFocus={takeFocus}
                />
              </li>
            )
          }),
        )}
      </Box>
    </Box>
  )
}
