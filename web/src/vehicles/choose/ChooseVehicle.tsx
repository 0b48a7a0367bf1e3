import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { memo } from 'react'
import { useFleetNames, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { Anchor, useGo } from '../../app/navigation/address.tsx'
import { NoFleetsScreen, useHasNoFleets } from '../../app/shell/NoFleets.tsx'
import { useLiveVehicles } from '../../live/use-live.ts'
import { isStale } from '../../map/map-model.ts'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { nowMs, useNow } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { NoVehicles } from '../NoVehicles.tsx'
import { VehiclePicker } from './VehiclePicker.tsx'

/** Longer lists are not browsed: further vehicles are found by typing. */
const maxListed = 60

interface ChooseVehicleProps {
  title: string
  /** The question above the list. */
  question: string
  addressOf: (vehicleId: string) => string
}

/** Shown by screens of one vehicle when none is chosen: find it by typing, or choose it from the fleet. */
export function ChooseVehicle({ title, question, addressOf }: ChooseVehicleProps) {
  const { t } = useText()
  const go = useGo()
  const { company, fleet } = useWorkspace()
  const selection = useFleetSelection()
  const vehicles = useLiveVehicles(selection?.id ?? null)
  const hasNoFleets = useHasNoFleets()
  if (hasNoFleets) return <NoFleetsScreen title={title} />
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <PageHeader title={title} />
      {fleet?.counts.vehicles === 0 && vehicles.length === 0 && (
        <Card>
          <NoVehicles />
        </Card>
      )}
      <Box sx={{ maxWidth: 560 }}>
        <Card title={question}>
          <VehiclePicker
            value={null}
            onChange={(vehicle) => vehicle && go(addressOf(vehicle.id))}
            label={t('history.pick.label')}
            placeholder={t('history.pick.placeholder')}
            openText={t('history.pick.open')}
            noneText={t('history.pick.none')}
            error={undefined}
            companyId={company?.id}
            isOptional
          />
        </Card>
      </Box>
      {vehicles.length > 0 && (
        <Card
          title={selection?.name}
          detail={t('vehicles.countOf', {
            shown: Math.min(vehicles.length, maxListed),
            total: vehicles.length,
          })}
          isFlush
        >
          <Box
            component="ul"
            aria-label={t('map.list.title')}
            sx={{
              listStyle: 'none',
              m: 0,
              p: '0 8px 8px',
              display: 'grid',
              gap: '0 8px',
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 290px), 1fr))',
            }}
          >
            {vehicles.slice(0, maxListed).map((vehicle) => (
              <li key={vehicle.id}>
                <Choice vehicle={vehicle} to={addressOf(vehicle.id)} />
              </li>
            ))}
          </Box>
        </Card>
      )}
    </Box>
  )
}

const Choice = memo(function Choice({ vehicle, to }: { vehicle: LiveVehicle; to: string }) {
  const { t } = useText()
  const fleetName = useFleetNames()
  useNow(5)
  const { status, vehicleNumber, plateNumber, make, model, at } = vehicle
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
  return (
    <ButtonBase
      component={Anchor}
      to={to}
      sx={{
        display: 'grid',
        gridTemplateColumns: '26px minmax(0, 1fr) auto',
        columnGap: '12px',
        alignItems: 'center',
        width: '100%',
        minHeight: 52,
        px: '8px',
        borderRadius: '8px',
        textAlign: 'left',
        color: token('text'),
        '&:hover': { backgroundColor: token('sunken') },
      }}
    >
      <VehicleMark status={status} size={24} isStale={isStale(vehicle, nowMs())} />
      <Box component="span" sx={{ minWidth: 0 }}>
        <Box component="span" sx={{ display: 'block', ...cut }}>
          <Box component="span" sx={{ typography: 'h2', fontWeight: 700, mr: '7px' }}>
            {vehicleNumber}
          </Box>
          <Box component="span" sx={{ typography: 'body2' }}>
            {t(`vehicles.status.${status}`)}
          </Box>
        </Box>
        <Box
          component="span"
          sx={{ display: 'block', typography: 'caption', color: token('textSoft'), ...cut }}
        >
          {[fleetName?.(vehicle.fleetId), plateNumber, `${make} ${model}`].filter(Boolean).join(' · ')}
        </Box>
      </Box>
      <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
        <Age at={at} />
      </Box>
    </ButtonBase>
  )
})
