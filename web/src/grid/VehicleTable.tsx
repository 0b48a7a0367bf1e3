import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react'
import { useFleetNames } from '../app/client-context.tsx'
import { isStale } from '../map/map-model.ts'
import { CurrentServiceLine, CurrentServiceLines } from '../services/current/CurrentServiceFacts.tsx'
import type { CurrentWork } from '../services/current/current.rules.ts'
import { useCurrentServices } from '../services/current/use-current-services.ts'
import { ServicesAhead } from '../services/route/ServicesAhead.tsx'
import { useRoutesAhead } from '../services/route/use-routes-ahead.ts'
import { Age } from '../ui/Age.tsx'
import { cardLook } from '../ui/card-look.ts'
import { nowMs, useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { moveBetweenRows } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { type Density, sizes } from './grid.rules.ts'

const columns = (fleet: string) =>
  `80px 142px ${fleet} 118px minmax(140px, 1fr) 92px 72px 112px 78px 78px 82px 122px`
const minWidthPixels = 1116
/** With a column for the current service, all others are as narrow as their texts allow. */
const columnsWithWork = (fleet: string) =>
  `60px 116px minmax(250px, 1.6fr) ${fleet} 100px minmax(108px, 1fr) 80px 62px 92px 70px 62px 66px 100px`
const minWidthWithWork = 1166

/** Of the column that names the fleet, while several are shown. */
const fleetWidthPixels = 150

const cell = { px: '10px', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const

interface RowProps {
  vehicle: LiveVehicle
  /** Undefined: the vehicle has none. Null: the reader may not see services. */
  service: CurrentWork | undefined | null
  /** Services that published plans still give it. */
  ahead: number
  density: Density
  /** Null while one fleet is shown. */
  fleetName: string | null
  onPress: (vehicleId: string, element: HTMLElement) => void
}

const VehicleTableRow = memo(function VehicleTableRow(props: RowProps) {
  const { vehicle, service, ahead, density, fleetName, onPress } = props
  const { t, language } = useText()
  useNow(5)
  const isOld = isStale(vehicle, nowMs())
  const figure = (value: number | null, unit: string) =>
    value === null ? '—' : `${formatNumber(language, value)}${unit === '°' ? '' : ' '}${unit}`
  const column = (content: ReactNode, isRight = false) => (
    <Box role="cell" sx={{ ...cell, textAlign: isRight ? 'right' : undefined }}>
      {content}
    </Box>
  )
  return (
    <>
      <Box role="rowheader" sx={{ ...cell, fontWeight: 700 }}>
        <ButtonBase
          data-row-open
          data-unit={vehicle.id}
          aria-haspopup="dialog"
          onClick={(event) => onPress(vehicle.id, event.currentTarget)}
          sx={{
            font: 'inherit',
            borderRadius: '4px',
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {vehicle.vehicleNumber}
        </ButtonBase>
      </Box>
      <Box role="cell" sx={{ ...cell, display: 'flex', alignItems: 'center', gap: '7px' }}>
        <VehicleMark status={vehicle.status} size={18} isStale={isOld} />
        {t(`vehicles.status.${vehicle.status}`)}
      </Box>
      {service !== null &&
        column(
          service === undefined ? (
            ahead > 0 ? (
              <ServicesAhead count={ahead} />
            ) : (
              '—'
            )
          ) : density === 'dense' ? (
            <CurrentServiceLine service={service} vehicle={vehicle} hasDriver />
          ) : (
            <CurrentServiceLines service={service} vehicle={vehicle} />
          ),
        )}
      {fleetName !== null && column(fleetName)}
      {column(vehicle.plateNumber)}
      {column(`${vehicle.make} ${vehicle.model} ${vehicle.year}`)}
      {column(figure(isOld ? null : vehicle.speedKmh, 'km/h'), true)}
      {column(figure(vehicle.heading, '°'), true)}
      {column(figure(vehicle.fuelLevel, '%'), true)}
      {column(figure(vehicle.batteryLevel, '%'), true)}
      {column(figure(vehicle.gpsSignal, '%'), true)}
      {column(vehicle.satellites ?? '—', true)}
      <Box role="cell" sx={{ ...cell, textAlign: 'right', color: isOld ? token('alarmed') : undefined }}>
        <Age at={vehicle.at} />
      </Box>
    </>
  )
})

interface VehicleTableProps {
  vehicles: readonly LiveVehicle[]
  density: Density
  label: string
  onPress: (vehicleId: string, element: HTMLElement) => void
  /** Returns whether the key had an effect on the vehicle. */
  onKey: (key: string, vehicleId: string) => boolean
}

/** The grid as a table; only visible rows are rendered. */
export function VehicleTable({ vehicles, density, label, onPress, onKey }: VehicleTableProps) {
  const { t } = useText()
  const services = useCurrentServices(vehicles[0]?.fleetId ?? null)
  const routes = useRoutesAhead(vehicles[0]?.fleetId ?? null)
  const hasWork = services !== null
  const nameOfFleet = useFleetNames()
  const hasFleets = nameOfFleet !== null
  const minWidth = (hasWork ? minWidthWithWork : minWidthPixels) + (hasFleets ? fleetWidthPixels : 0)
  const scroller = useRef<HTMLDivElement>(null)
  const { rowHeight } = sizes[density]
  const virtual = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 1200, height: 800 },
  })
  const hear = (event: KeyboardEvent<HTMLElement>) => {
    moveBetweenRows(event)
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const { unit } = event.target.dataset
    if (unit !== undefined && onKey(event.key, unit)) event.preventDefault()
  }
  const row = {
    display: 'grid',
    gridTemplateColumns: (hasWork ? columnsWithWork : columns)(hasFleets ? `${fleetWidthPixels}px` : ''),
    alignItems: 'center',
    minWidth,
    borderBottom: `1px solid ${token('line')}`,
  }
  const head = (word: string, isRight = false) => (
    <Box role="columnheader" sx={{ ...cell, textAlign: isRight ? 'right' : undefined }}>
      {word}
    </Box>
  )
  return (
    <Box
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={vehicles.length + 1}
      onKeyDown={hear}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        ...cardLook,
        typography: density === 'dense' ? 'caption' : 'body2',
      }}
    >
      <Box
        role="rowgroup"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 2,
          backgroundColor: token('surface'),
          minWidth,
        }}
      >
        <Box role="row" sx={{ ...row, height: 36, typography: 'subtitle2', color: token('textSoft') }}>
          {head(t('vehicles.one'))}
          {head(t('vehicles.field.status'))}
          {hasWork && head(t('services.current.title'))}
          {hasFleets && head(t('vehicleRecord.field.fleet'))}
          {head(t('vehicles.field.plateNumber'))}
          {head(t('vehicles.list.model'))}
          {head(t('vehicles.field.speed'), true)}
          {head(t('grid.column.heading'), true)}
          {head(t('map.popup.fuel'), true)}
          {head(t('map.popup.battery'), true)}
          {head(t('map.popup.gps'), true)}
          {head(t('grid.column.satellites'), true)}
          {head(t('vehicles.field.lastUpdate'), true)}
        </Box>
      </Box>
      <Box role="rowgroup" sx={{ position: 'relative', height: virtual.getTotalSize(), minWidth }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const vehicle = vehicles[index]
          return vehicle === undefined ? null : (
            <Box
              key={vehicle.id}
              role="row"
              aria-rowindex={index + 2}
              sx={{
                ...row,
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                height: rowHeight,
                '&:hover': { backgroundColor: token('sunken') },
              }}
              style={{ transform: `translateY(${start}px)` }}
            >
              <VehicleTableRow
                vehicle={vehicle}
                service={services === null ? null : services.get(vehicle.id)}
                ahead={routes.get(vehicle.id)?.services ?? 0}
                density={density}
                fleetName={nameOfFleet?.(vehicle.fleetId) ?? null}
                onPress={onPress}
              />
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
