import Box from '@mui/material/Box'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCurrentServices } from '../services/current/use-current-services.ts'
import { useRoutesAhead } from '../services/route/use-routes-ahead.ts'
import { useText } from '../ui/i18n.tsx'
import { useFixedRows } from '../ui/table/fixed-rows.ts'
import { moveBetweenRows } from '../ui/table/table-parts.tsx'
import { rowHeightPixels, rowHeightWithServices, VehicleRow } from './VehicleRow.tsx'

/** Up to this many rows all are rendered; beyond, only visible ones. */
const maxWholeRows = 120

interface VehicleListProps {
  vehicles: readonly LiveVehicle[]
  chosenId: string | null
  onChoose: (vehicleId: string) => void
}

/** All vehicles of the map as a list; arrow keys move between rows. */
export function VehicleList({ vehicles, chosenId, onChoose }: VehicleListProps) {
  const { t } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const services = useCurrentServices(vehicles[0]?.fleetId ?? null)
  const routes = useRoutesAhead(vehicles[0]?.fleetId ?? null)
  const hasWork = routes.size > 0 || (services !== null && services.size > 0)
  const rowHeight = hasWork ? rowHeightWithServices : rowHeightPixels
  const isWhole = vehicles.length <= maxWholeRows
  const [from, to] = useFixedRows(scroller, {
    count: isWhole ? 0 : vehicles.length,
    rowPixels: rowHeight,
  })
  const indexOf = useEffectEvent((id: string) => vehicles.findIndex((vehicle) => vehicle.id === id))
  const heightNow = useEffectEvent(() => rowHeight)

  useEffect(() => {
    if (chosenId === null) return
    const at = indexOf(chosenId)
    const box = scroller.current
    if (at < 0 || box === null) return
    const rowPixels = heightNow()
    const top = at * rowPixels
    if (top >= box.scrollTop && top + rowPixels <= box.scrollTop + box.clientHeight) return
    box.scrollTop = Math.max(0, top - box.clientHeight / 2)
  }, [chosenId])

  const row = (vehicle: LiveVehicle) => (
    <VehicleRow
      vehicle={vehicle}
      isChosen={vehicle.id === chosenId}
      service={services?.get(vehicle.id)}
      ahead={routes.get(vehicle.id)?.services ?? 0}
      heightPixels={rowHeight}
      onChoose={onChoose}
    />
  )
  return (
    <Box
      ref={scroller}
      onKeyDown={moveBetweenRows}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}
    >
      <Box
        component="ul"
        aria-label={t('map.listLabel')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          position: 'relative',
          height: isWhole ? undefined : vehicles.length * rowHeight,
        }}
      >
        {isWhole
          ? vehicles.map((vehicle) => <li key={vehicle.id}>{row(vehicle)}</li>)
          : vehicles.slice(from, to).map((vehicle, index) => (
              <li
                key={vehicle.id}
                aria-setsize={vehicles.length}
                aria-posinset={from + index + 1}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  transform: `translateY(${(from + index) * rowHeight}px)`,
                }}
              >
                {row(vehicle)}
              </li>
            ))}
      </Box>
    </Box>
  )
}
