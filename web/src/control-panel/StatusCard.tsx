import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { memo } from 'react'
import { addresses } from '../addresses.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { AnimatedNumber } from '../ui/AnimatedNumber.tsx'
import { cardLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { signed } from './fleet-cards.rules.ts'
import { tile } from './tile.ts'

interface StatusCardProps {
  status: VehicleStatus
  count: number
  /** One value per minute, oldest first; undefined if the last hour is unknown. */
  minutes: readonly (number | null)[] | undefined
  /** The count at this time a week ago; undefined if it is unknown. */
  weekAgo: number | undefined
}

/** The number of vehicles with a status, its last hour, and the number a week ago. Opens their list. */
export const StatusCard = memo(function StatusCard({ status, count, minutes, weekAgo }: StatusCardProps) {
  const { t, language } = useText()
  const label = t(`vehicles.status.${status}`)
  const isPressing = (status === 'critical' || status === 'alarmed') && count > 0
  const before =
    weekAgo === undefined ? undefined : t('panel.fleet.weekAgo', { amount: formatNumber(language, weekAgo) })
  return (
    <ButtonBase
      component={Anchor}
      to={addresses.fleet({ status })}
      title={[label, before].filter(Boolean).join(' · ')}
      sx={{
        ...tile,
        p: '12px 8px 8px',
        ...cardLook,
        borderColor: isPressing ? token(status) : undefined,
        '&:hover': { borderColor: token('lineStrong') },
      }}
    >
      <Box
        component="span"
        sx={{ display: 'flex', alignItems: 'center', gap: '4px', maxWidth: '100%', typography: 'caption' }}
      >
        <Box component="span" sx={{ minWidth: 0, lineHeight: 1.2, letterSpacing: '-0.02em' }}>
          {label}
        </Box>
      </Box>
      <Box
        component="span"
        sx={{ display: 'flex', alignItems: 'baseline', gap: '6px', mt: 'auto', whiteSpace: 'nowrap' }}
      >
        <Box component="span" sx={{ alignSelf: 'center' }}>
          <VehicleMark status={status} size={18} />
        </Box>
        <Box component="span" sx={{ typography: 'figure' }}>
          <AnimatedNumber value={count} />
        </Box>
        {weekAgo !== undefined && (
          <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
            <span aria-hidden="true">{signed(language, count - weekAgo)}</span>
            <span style={visuallyHidden}>{` (${before})`}</span>
          </Box>
        )}
      </Box>
      <Box component="span" sx={{ display: 'block', width: '100%', minHeight: 28 }}>
        {minutes !== undefined && (
          <Sparkline values={minutes} colour={status} fill={token(`${status}Tint`)} />
        )}
      </Box>
    </ButtonBase>
  )
})
