import HistoryRounded from '@mui/icons-material/HistoryRounded'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { KnownPlace, PastService } from '@rumbo/contract/services.callers.contract'
import type { ServiceTemplate } from '@rumbo/contract/services.templates.contract'
import { useMoment } from '../../app/use-moment.ts'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { CallerTemplates } from '../templates/CallerTemplates.tsx'
import { useCaller } from './use-caller.ts'

interface CallerHistoryProps {
  contactId: string | null
  customerName: string
  /** Begins the service from a template. */
  onTemplate: (template: ServiceTemplate) => void
  /** Takes over stops and type of a past service. */
  onRepeat: (past: PastService) => void
  /** Takes a known place as the pickup. */
  onPickup: (place: KnownPlace) => void
}

/** Templates, recent services and known addresses of who calls, each one press away from the new service. */
export function CallerHistory({
  contactId,
  customerName,
  onTemplate,
  onRepeat,
  onPickup,
}: CallerHistoryProps) {
  const { t } = useText()
  const moment = useMoment()
  const caller = useCaller(contactId)
  if (!caller || caller.templates.length + caller.services.length + caller.places.length === 0) return null
  const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' } as const
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {caller.templates.length > 0 && (
        <CallerTemplates customerName={customerName} templates={caller.templates} onUse={onTemplate} />
      )}
      {caller.services.length > 0 && (
        <Box component="section" aria-label={t('services.caller.services')}>
          <Box component="h3" sx={{ typography: 'h3', m: '0 0 8px' }}>
            {t('services.caller.services')}
          </Box>
          <Box component="ul" sx={list}>
            {caller.services.map((past) => (
              <Box
                component="li"
                key={past.id}
                sx={{ ...boxLook, p: '8px 12px', display: 'flex', gap: '10px', alignItems: 'center' }}
              >
                <HistoryRounded aria-hidden fontSize="small" sx={{ color: token('textSoft') }} />
                <Box sx={{ minWidth: 0, flex: 1 }}>
                  <Box sx={{ overflowWrap: 'anywhere' }}>
                    {past.stops.map(({ address }) => address).join(' → ')}
                  </Box>
                  <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                    {[
                      past.serviceNumber,
                      moment(past.dispatchTime),
                      t(`services.status.${past.status}`),
                    ].join(' · ')}
                  </Box>
                </Box>
                <Button
                  size="small"
                  startIcon={<ReplayRounded />}
                  aria-label={t('services.caller.repeatOf', { number: past.serviceNumber })}
                  onClick={() => onRepeat(past)}
                >
                  {t('services.caller.repeat')}
                </Button>
              </Box>
            ))}
          </Box>
        </Box>
      )}
      {caller.places.length > 0 && (
        <Box component="section" aria-label={t('services.caller.places')}>
          <Box component="h3" sx={{ typography: 'h3', m: '0 0 8px' }}>
            {t('services.caller.places')}
          </Box>
          <Box component="ul" sx={{ ...list, gap: '4px' }}>
            {caller.places.map((place) => (
              <Box
                component="li"
                key={`${place.address} ${place.latitude}`}
                sx={{ display: 'flex', gap: '10px', alignItems: 'center', minWidth: 0 }}
              >
                <PlaceOutlined aria-hidden fontSize="small" sx={{ color: token('textSoft') }} />
                <Box sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>{place.address}</Box>
                {place.isOwn && <TintedChip colour="occupied">{t('services.caller.own')}</TintedChip>}
                <Button
                  size="small"
                  aria-label={t('services.caller.pickupAt', { address: place.address })}
                  onClick={() => onPickup(place)}
                >
                  {t('services.caller.pickup')}
                </Button>
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}
