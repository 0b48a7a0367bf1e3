import CloseRounded from '@mui/icons-material/CloseRounded'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Service } from '@rumbo/contract/services.contract'
import { useEffect, useRef } from 'react'
import { addresses } from '../addresses.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { ServiceStatusChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { cardFrame } from '../vehicles/VehicleCard.tsx'
import { nextStopOf } from './next-stop.ts'

interface ServicePopupProps {
  service: Service
  /** Opened from the list: takes the focus. */
  takesFocus: boolean
  onClose: () => void
}

/** Summary of a service at its pin, with a link to its record. */
export function ServicePopup({ service, takesFocus, onClose }: ServicePopupProps) {
  const { t } = useText()
  const moment = useMoment()
  const card = useRef<HTMLElement>(null)
  const { serviceNumber: number, status, assignedVehicleNumber } = service
  const next = nextStopOf(service)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each service
  useEffect(() => {
    if (takesFocus) card.current?.focus({ preventScroll: true })
  }, [takesFocus, service.id])

  return (
    <Box
      ref={card}
      component="section"
      tabIndex={-1}
      aria-label={t('services.details.title', { number })}
      sx={{ ...cardFrame, width: 320, pointerEvents: 'auto', outline: 'none' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', py: '12px', gap: '8px' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' }}>
            <Box component="h2" sx={{ typography: 'h1', m: 0 }}>
              {number}
            </Box>
            <ServiceStatusChip status={status} label={t(`services.status.${status}`)} />
          </Box>
          <Box sx={{ mt: '4px', overflowWrap: 'anywhere' }}>{service.customerName}</Box>
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {t('services.field.dispatchTime')}: {moment(service.dispatchTime)}
            {assignedVehicleNumber !== null && (
              <Box>
                {t('services.field.assignedVehicle')}: {assignedVehicleNumber}
              </Box>
            )}
          </Box>
        </Box>
        <IconButton size="small" aria-label={t('liveMap.services.close', { number })} onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      {next && (
        <Box sx={{ borderTop: `1px solid ${token('line')}`, py: '10px', display: 'flex', gap: '10px' }}>
          <PlaceOutlined aria-hidden sx={{ fontSize: 18, color: token('textSoft'), mt: '1px' }} />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ typography: 'caption', color: token('textSoft') }}>
              {next.letter} · {t(`services.stop.type.${next.stop.stopType}`)}
            </Box>
            {next.stop.address}
          </Box>
        </Box>
      )}
      <Box sx={{ borderTop: `1px solid ${token('line')}`, py: '6px', '&&': { px: '6px' } }}>
        <Button size="small" component={Anchor} to={addresses.services({ service: service.id })}>
          {t('liveMap.services.open')}
        </Button>
      </Box>
    </Box>
  )
}
