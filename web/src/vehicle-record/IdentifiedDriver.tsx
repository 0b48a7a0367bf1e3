import Box from '@mui/material/Box'
import { readVehicleCard } from '@rumbo/contract/shifts.cards.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import { Age } from '../ui/Age.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useMayReadContacts } from './KeyFacts.tsx'

/** Whose card the vehicle's reader stated last; nothing for vehicles without a reader. */
export function IdentifiedDriver({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const mayRead = useMayReadContacts(vehicle)
  const { data } = useEndpoint(readVehicleCard, { params: { id: vehicle.id } }, { enabled: mayRead })
  if (!data || data.since === null) return null
  const { card, since, driver } = data
  return (
    <Card title={t('shifts.vehicleCard.title')}>
      <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>
        {card === null ? t('shifts.vehicleCard.removed') : (driver?.name ?? t('shifts.vehicleCard.unknown'))}
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {card !== null && `${t('shifts.vehicleCard.card', { card })} · `}
        <Age at={since} />
      </Box>
    </Card>
  )
}
