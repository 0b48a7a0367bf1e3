import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import LinearProgress from '@mui/material/LinearProgress'
import type { Reservation } from '@rumbo/contract/dispatch.changes.contract'
import type { Prediction } from '@rumbo/contract/dispatch.lateness.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { formatClock } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { useFleetNames } from '../app/client-context.tsx'
import { useLiveVehicle } from '../live/use-live.ts'
import { PresentPeople } from '../services/PresentPeople.tsx'
import { phaseOf } from '../services/phase.rules.ts'
import { nowMs, useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { useDragAssign } from './assign/drag-assign.tsx'
import { progressOf } from './dispatch.rules.ts'
import { NextServices } from './NextServices.tsx'
import { PredictionLine } from './Prediction.tsx'

interface MonitoringRowProps {
  service: Service
  prediction: Prediction | undefined
  onOpen: () => void
  /** The services that wait for its vehicle. */
  reservations: readonly Reservation[] | undefined
  menu: ReactNode
}

/** A service with a vehicle: driver, progress and elapsed time. */
export function MonitoringRow({ service, prediction, onOpen, reservations, menu }: MonitoringRowProps) {
  const fleetName = useFleetNames()
  const { t } = useText()
  const vehicle = useLiveVehicle(service.assignedVehicleId)
  useNow(1)
  const phase = phaseOf(service)
  const { next, count, share } = progressOf(service)
  const status = vehicle?.status ?? (phase === 'toPickup' ? 'en_route' : 'occupied')
  const stop = t('dispatch.stage.stop', { next, count })
  const drag = useDragAssign()
  return (
    <Box
      {...drag?.targetProps(() => service.assignedVehicleId)}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        borderBottom: `1px solid ${token('line')}`,
        '&:hover': { backgroundColor: token('sunken') },
      }}
    >
      <ButtonBase
        data-row-open
        onClick={onOpen}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'block',
          textAlign: 'left',
          p: '10px 4px 10px 14px',
          '&.Mui-focusVisible': { outlineOffset: '-2px' },
        }}
      >
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
          <VehicleMark status={status} size={20} label={t(`vehicles.status.${status}`)} />
          <Box component="span" data-name="" sx={{ typography: 'h2', fontWeight: 700 }}>
            {service.assignedVehicleNumber ?? '—'}
          </Box>
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              typography: 'body2',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {t(`dispatch.stage.${phase}`)}
            {phase !== 'toPickup' && ` · ${stop}`}
          </Box>
          <PresentPeople serviceId={service.id} />
          <Box component="span" sx={{ typography: 'h3', fontWeight: 700 }} title={t('dispatch.stage.since')}>
            {formatClock((nowMs() - Date.parse(service.statusSince)) / 1000)}
          </Box>
        </Box>
        <LinearProgress
          variant="determinate"
          value={Math.max(share * 100, phase === 'toPickup' ? 4 : 8)}
          aria-label={stop}
          sx={{ my: '7px', '& .MuiLinearProgress-bar': { backgroundColor: token(status) } }}
        />
        {prediction && <PredictionLine prediction={prediction} />}
        <NextServices reservations={reservations} />
        <Box
          component="span"
          data-name=""
          sx={{ display: 'block', typography: 'caption', color: token('textSoft'), overflowWrap: 'anywhere' }}
        >
          {[
            service.customerName,
            String(service.serviceNumber),
            service.driverName,
            service.driverPhone,
            fleetName?.(service.fleetId),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </ButtonBase>
      <Box sx={{ pt: '8px', pr: '4px' }}>{menu}</Box>
    </Box>
  )
}
