import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { OpenCash } from '@rumbo/contract/payments.cash.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { useCan, useFleetNames } from '../app/client-context.tsx'
import { useMoment } from '../app/use-moment.ts'
import { boxLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'

interface OpenCashListProps {
  items: readonly OpenCash[]
  onClose: (cash: OpenCash) => void
}

/** What each driver has to hand over, the longest waiting first. */
export function OpenCashList({ items, onClose }: OpenCashListProps) {
  const { t, language } = useText()
  const can = useCan()
  const moment = useMoment()
  const fleetName = useFleetNames()
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: '14px 16px',
        display: 'grid',
        gap: '10px',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
      }}
    >
      {items.map((cash) => {
        const { fleetId, driverId, driverName, runningServices } = cash
        const [running] = runningServices
        const facts = [
          fleetName?.(fleetId),
          t('payments.count.entries', { count: cash.entries }),
          `${t('payments.cash.column.since')} ${moment(cash.firstAt)}`,
        ]
        return (
          <Box
            component="li"
            key={`${fleetId} ${driverId}`}
            sx={{ ...boxLook, p: '12px 14px', display: 'grid', gap: '6px', alignContent: 'start' }}
          >
            <Box sx={{ display: 'flex', gap: '10px', alignItems: 'baseline' }}>
              <Box sx={{ typography: 'h3', flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {driverName}
              </Box>
              <Box sx={{ typography: 'h2', fontVariantNumeric: 'tabular-nums' }}>
                {formatMoney(language, cash.owed, cash.currency)}
              </Box>
            </Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {facts.filter(Boolean).join(' · ')}
            </Box>
            <Box sx={{ display: 'flex', gap: '8px', alignItems: 'center', flexWrap: 'wrap' }}>
              {running !== undefined && (
                <TintedChip colour="occupied">{t('payments.cash.running', { number: running })}</TintedChip>
              )}
              {can('cash.closeOut', cash) && (
                <Button
                  size="small"
                  variant="outlined"
                  sx={{ ml: 'auto' }}
                  aria-label={t('payments.cash.close.actionOf', { driver: driverName })}
                  onClick={() => onClose(cash)}
                >
                  {t('payments.cash.close.action')}
                </Button>
              )}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
