import HistoryRounded from '@mui/icons-material/HistoryRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import RadarOutlined from '@mui/icons-material/RadarOutlined'
import TerminalRounded from '@mui/icons-material/TerminalRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popper from '@mui/material/Popper'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { Anchor } from '../app/navigation/address.tsx'
import { isStale } from '../map/map-model.ts'
import { placeText, useAddressAt } from '../places/use-address.ts'
import { CurrentServiceSection } from '../services/current/CurrentServiceFacts.tsx'
import { useCurrentServices } from '../services/current/use-current-services.ts'
import { VehicleRouteSection } from '../services/route/VehicleRoute.tsx'
import { Age } from '../ui/Age.tsx'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { cardFrame, VehicleCard } from '../vehicles/VehicleCard.tsx'
import { PeekMap } from './PeekMap.tsx'

interface PeekCardProps {
  /** As the grid shows it: frozen if the grid is frozen. */
  vehicle: LiveVehicle
  anchor: HTMLElement
  /** Pinned by a click: takes the focus, and stays until closed. */
  isPinned: boolean
  onClose: () => void
  onEnter: () => void
  onLeave: () => void
}

/** Summary of a vehicle beside its tile: telemetry, address, age, and links. */
export function PeekCard({ vehicle, anchor, isPinned, onClose, onEnter, onLeave }: PeekCardProps) {
  const { t } = useText()
  const can = useCan()
  const features = useFeatures()
  const isNarrow = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const card = useRef<HTMLDivElement>(null)
  const { id: vehicleId, latitude, longitude } = vehicle
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const { place, isLoading, hasFailed, isDegraded } = useAddressAt(point, vehicleId)

  const current = useCurrentServices(vehicle.fleetId)

  useEffect(() => {
    if (isPinned) card.current?.focus()
  }, [isPinned])

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const action = (label: string, to: string, icon: React.ReactNode) => (
    <Button size="small" component={Anchor} to={to} startIcon={icon}>
      {label}
    </Button>
  )
  return (
    <Popper
      open
      anchorEl={anchor}
      // On a phone there is no space beside the tile.
      placement={isNarrow ? 'bottom' : 'right-start'}
      container={anchor.closest('section')}
      modifiers={[
        { name: 'offset', options: { offset: [0, 8] } },
        {
          name: 'flip',
          options: { fallbackPlacements: isNarrow ? ['top'] : ['left-start', 'bottom-start', 'top-start'] },
        },
        { name: 'preventOverflow', options: { padding: 8, altAxis: true } },
      ]}
      style={{ zIndex: 20 }}
    >
      <Box
        ref={card}
        role="dialog"
        aria-label={t('map.popup.label', { number: vehicle.vehicleNumber })}
        tabIndex={-1}
        onKeyDown={closeOnEscape}
        onPointerEnter={onEnter}
        onPointerLeave={onLeave}
        sx={{ ...cardFrame, width: 340, maxWidth: 'calc(100vw - 16px)', outline: 'none' }}
      >
        <VehicleCard
          vehicle={vehicle}
          isOld={isStale(vehicle, nowMs())}
          place={
            point === null
              ? undefined
              : { words: place && placeText(place), isLoading, hasFailed, isDegraded }
          }
          activity={
            <>
              <CurrentServiceSection vehicle={vehicle} service={current?.get(vehicleId)} />
              <VehicleRouteSection vehicle={vehicle} />
            </>
          }
          detail={<Age at={vehicle.at} />}
          onClose={isPinned ? onClose : undefined}
        />
        {point !== null && <PeekMap vehicle={vehicle} point={point} />}
        <Box
          sx={{
            borderTop: `1px solid ${token('line')}`,
            py: '6px',
            display: 'flex',
            flexWrap: 'wrap',
            '&&': { px: '6px' },
          }}
        >
          {features.includes('vehicle_details') &&
            action(t('grid.action.details'), addresses.vehicleDetails(vehicleId), <InfoOutlined />)}
          {features.includes('map') &&
            action(t('grid.action.map'), addresses.map({ unit: vehicleId }), <MapOutlined />)}
          {features.includes('fleet') &&
            action(t('grid.action.history'), addresses.history(vehicleId), <HistoryRounded />)}
          {features.includes('radar') &&
            can('watchpoints.read') &&
            action(t('grid.action.radar'), addresses.radar({ unit: vehicleId }), <RadarOutlined />)}
          {features.includes('commands') &&
            can('commands.query') &&
            action(t('grid.action.commands'), addresses.fleet({ commands: vehicleId }), <TerminalRounded />)}
        </Box>
      </Box>
    </Popper>
  )
}
