import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { ReactNode } from 'react'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import type { RadarStop } from './use-radar-stops.ts'

const maxEach = 8

interface QuickTargetsProps {
  vehicles: readonly LiveVehicle[]
  stops: readonly RadarStop[]
  onVehicle: (vehicleId: string) => void
  onStop: (stop: RadarStop) => void
}

/**
 * Shown before there is a target: vehicles that ask for help and services waiting for a vehicle, as one-click
 * targets.
 */
export function QuickTargets({ vehicles, stops, onVehicle, onStop }: QuickTargetsProps) {
  const { t } = useText()
  const inNeed = vehicles
    .filter(({ status, latitude }) => (status === 'critical' || status === 'alarmed') && latitude !== null)
    .sort((a, b) => (a.status === b.status ? 0 : a.status === 'critical' ? -1 : 1))
  const waiting = stops.filter(({ isWaiting }) => isWaiting)
  return (
    <>
      {inNeed.length > 0 && (
        <Group title={t('radar.quick.vehicles')}>
          {inNeed.slice(0, maxEach).map((vehicle) => (
            <Entry
              key={vehicle.id}
              icon={<VehicleMark status={vehicle.status} size={22} />}
              name={vehicle.vehicleNumber}
              detail={t(`vehicles.status.${vehicle.status}`)}
              aside={<Age at={vehicle.at} />}
              onClick={() => onVehicle(vehicle.id)}
            />
          ))}
        </Group>
      )}
      {waiting.length > 0 && (
        <Group title={t('radar.quick.services')}>
          {waiting.slice(0, maxEach).map((stop) => (
            <Entry
              key={stop.serviceId}
              icon={<PlaceOutlined aria-hidden sx={{ fontSize: 22, color: token('textSoft') }} />}
              name={stop.serviceNumber}
              detail={stop.address}
              onClick={() => onStop(stop)}
            />
          ))}
        </Group>
      )}
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ pb: '8px' }}>
      <Box component="h3" sx={{ typography: 'subtitle2', color: token('textSoft'), m: 0, p: '8px 14px 4px' }}>
        {title}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  )
}

interface EntryProps {
  icon: ReactNode
  name: string
  detail: string
  aside?: ReactNode
  onClick: () => void
}

function Entry({ icon, name, detail, aside, onClick }: EntryProps) {
  return (
    <Box component="li" sx={{ borderBottom: `1px solid ${token('line')}` }}>
      <ButtonBase
        onClick={onClick}
        sx={{
          display: 'grid',
          gridTemplateColumns: '26px minmax(0, 1fr) auto',
          columnGap: '10px',
          alignItems: 'center',
          width: '100%',
          minHeight: 48,
          px: '14px',
          py: '4px',
          textAlign: 'left',
          '&:hover': { backgroundColor: token('sunken') },
          '&.Mui-focusVisible': { outlineOffset: '-2px' },
        }}
      >
        {icon}
        <Box component="span" sx={{ minWidth: 0 }}>
          <Box component="span" sx={{ typography: 'h3', mr: '8px' }}>
            {name}
          </Box>
          <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
            {detail}
          </Box>
        </Box>
        <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
          {aside}
        </Box>
      </ButtonBase>
    </Box>
  )
}
