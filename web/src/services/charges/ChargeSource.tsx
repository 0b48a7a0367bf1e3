import Box from '@mui/material/Box'
import type { ServiceCharge } from '@rumbo/contract/services.charges.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const isFixed = ({ lines }: ServiceCharge) =>
  lines.every(({ kind }) => kind === 'agreed' || kind === 'adjustment')

/** What a charge follows: an agreed price, or a tariff with distances that were measured, planned or guessed. */
export function ChargeSource({ charge }: { charge: ServiceCharge }) {
  const { t } = useText()
  const texts = isFixed(charge)
    ? [t('services.charges.agreed')]
    : [
        charge.tariffName && t('services.quote.tariff', { name: charge.tariffName }),
        charge.distanceSource === 'straight_line' && t('services.charges.straight'),
        charge.phase !== 'estimate' && charge.distanceSource === 'planned' && t('services.charges.planned'),
      ]
  const shown = texts.filter((text) => typeof text === 'string')
  if (shown.length === 0) return null
  return <Box sx={{ typography: 'caption', color: token('textSoft') }}>{shown.join(' ')}</Box>
}
