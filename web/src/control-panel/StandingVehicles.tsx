import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { addresses } from '../addresses.ts'
import { useFleetNames } from '../app/client-context.tsx'
import { AppLink } from '../app/navigation/address.tsx'
import { useHasLiveFleet, useLiveVehicles } from '../live/use-live.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { StandingSince } from '../vehicles/StandingSince.tsx'
import { longestStanding, type StandingVehicle } from './standing.rules.ts'

const atFirst = 5

function StandingRow({ vehicle }: { vehicle: StandingVehicle }) {
  const { t } = useText()
  const fleetName = useFleetNames()
  const { id, fleetId, vehicleNumber, status, standSince } = vehicle
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '10px',
        minHeight: 44,
        p: '6px 16px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      <VehicleMark status={status} size={22} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <AppLink
          to={addresses.vehicleDetails(id)}
          aria-label={t('panel.standing.vehicle', { number: vehicleNumber })}
          underline="hover"
          sx={{ display: 'block', minHeight: 24, typography: 'h3', color: token('text') }}
        >
          {vehicleNumber}
        </AppLink>
        <Box
          sx={{
            typography: 'body2',
            color: token('textSoft'),
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {t(`vehicles.status.${status}`)}
          {fleetName && ` · ${fleetName(fleetId)}`}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right', typography: 'body2' }}>
        <StandingSince at={standSince} look="plain" />
      </Box>
    </Box>
  )
}

/** The vehicles that have stood longest, and since when; each leads to its details. */
export function StandingVehicles({ shownId }: { shownId: string }) {
  const { t } = useText()
  const [isWhole, setWhole] = useState(false)
  const isKnown = useHasLiveFleet(shownId)
  const standing = longestStanding(useLiveVehicles(shownId))
  const title = t('panel.standing.title')
  return (
    <Card title={title} isFlush>
      {!isKnown ? (
        <ListSkeleton rows={3} />
      ) : standing.length === 0 ? (
        <EmptyState title={t('panel.standing.none')} />
      ) : (
        <Box
          component="ul"
          aria-label={title}
          sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 440, overflowY: 'auto' }}
        >
          {standing.slice(0, isWhole ? undefined : atFirst).map((vehicle) => (
            <StandingRow key={vehicle.id} vehicle={vehicle} />
          ))}
        </Box>
      )}
      {standing.length > atFirst && (
        <Box sx={{ p: '6px 10px', borderTop: `1px solid ${token('line')}` }}>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? t('panel.standing.fewer')
              : t('panel.standing.more', { count: standing.length - atFirst })}
          </Button>
        </Box>
      )}
    </Card>
  )
}
