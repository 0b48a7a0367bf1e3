import Box from '@mui/material/Box'
import { formatNumber } from '@rumbo/i18n/formats'
import { addresses } from '../../addresses.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { Age } from '../../ui/Age.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { CrossingsToday, VehicleInside } from '../use-crossings.ts'

/** More vehicles than these are only counted. */
const mostShown = 20

interface InsideNowProps {
  /** The longest inside first; null until they are read. */
  vehicles: readonly VehicleInside[] | null
  today: CrossingsToday | null
}

/** The vehicles inside a geofence with how long they are, and its entries and exits of today. */
export function InsideNow({ vehicles, today }: InsideNowProps) {
  const { t, language } = useText()
  const number = (value: number) => formatNumber(language, value)
  if (vehicles === null) return null
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      {vehicles.length === 0 ? (
        <Box sx={{ color: token('textSoft') }}>{t('geofences.inside.nobody')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('geofences.inside.title')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '4px' }}
        >
          {vehicles.slice(0, mostShown).map(({ vehicleId, vehicleNumber, since }) => (
            <Box component="li" key={vehicleId} sx={{ display: 'flex', justifyContent: 'space-between' }}>
              <AppLink to={addresses.vehicleDetails(vehicleId)} sx={{ fontWeight: 700 }}>
                {vehicleNumber}
              </AppLink>
              <Box component="span" sx={{ color: token('textSoft'), fontVariantNumeric: 'tabular-nums' }}>
                {since === null ? t('geofences.inside.before') : <Age at={since} />}
              </Box>
            </Box>
          ))}
          {vehicles.length > mostShown && (
            <Box component="li" sx={{ color: token('textSoft') }}>
              {t('geofences.import.more', { shown: number(vehicles.length - mostShown) })}
            </Box>
          )}
        </Box>
      )}
      {today && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('geofences.inside.today', { entries: number(today.entries), exits: number(today.exits) })}
        </Box>
      )}
    </Box>
  )
}
