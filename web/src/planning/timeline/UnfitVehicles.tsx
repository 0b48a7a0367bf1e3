import Box from '@mui/material/Box'
import { addresses } from '../../addresses.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { RouteView } from '../route-view.rules.ts'

/** Vehicles that cannot be planned, by reason, with the way to their shifts. */
export function UnfitVehicles({ vehicles }: { vehicles: readonly RouteView[] }) {
  const { t } = useText()
  if (vehicles.length === 0) return null
  const reasons = [...new Set(vehicles.flatMap(({ vehicle }) => vehicle?.unfit ?? []))]
  return (
    <Box sx={{ position: 'sticky', left: 0, p: '10px 12px', maxWidth: '100vw', typography: 'body2' }}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0, color: token('textSoft') }}>
        {t('planning.timeline.unfit')}
      </Box>
      {reasons.map((reason) => (
        <Box key={reason} sx={{ mt: '4px', color: token('textSoft') }}>
          {t(`planning.timeline.unfit.${reason}`)}:{' '}
          <Box component="span" sx={{ color: token('text') }}>
            {vehicles
              .flatMap(({ vehicle }) => (vehicle?.unfit === reason ? [vehicle.vehicleNumber] : []))
              .join(', ')}
          </Box>
          {reason === 'no_shift' && (
            <AppLink to={addresses.shifts()} sx={{ ml: '8px' }}>
              {t('planning.timeline.openShifts')}
            </AppLink>
          )}
        </Box>
      ))}
    </Box>
  )
}
