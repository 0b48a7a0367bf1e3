import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { PaymentEntry } from '@rumbo/contract/payments.contract'
import { useMoment } from '../app/use-moment.ts'
import { boxLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useMoney } from './use-money.ts'

interface EntryListProps {
  entries: readonly PaymentEntry[]
  currency: string
  /** The entries belong to several services, which are named. */
  isOfDriver?: boolean
  /** Without it, entries cannot be voided here. */
  onVoid?: ((entry: PaymentEntry) => void) | undefined
}

/** Payments, refunds and voids with who received them, when and why. */
export function EntryList({ entries, currency, isOfDriver = false, onVoid }: EntryListProps) {
  const { t } = useText()
  const moment = useMoment()
  const money = useMoney(currency)
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
      {entries.map((entry) => {
        const { id, kind, serviceNumber, closeoutNumber, isVoided } = entry
        const named = isOfDriver ? (serviceNumber ?? entry.contactName) : null
        const facts = [
          t(`payments.method.${entry.method}`),
          isOfDriver ? null : (entry.driverName ?? t('payments.office')),
          moment(entry.receivedAt),
        ]
        return (
          <Box component="li" key={id} sx={{ ...boxLook, p: '10px 14px', display: 'grid', gap: '3px' }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' }}>
              <Box sx={{ typography: 'h3' }}>
                {[t(`payments.kind.${kind}`), named].filter(Boolean).join(' · ')}
              </Box>
              {isVoided && <TintedChip colour="inactive">{t('payments.entries.voided')}</TintedChip>}
              {closeoutNumber !== null && !isOfDriver && (
                <TintedChip colour="in_service">
                  {t('payments.entries.closeout', { number: closeoutNumber })}
                </TintedChip>
              )}
              <Box
                sx={{
                  ml: 'auto',
                  fontWeight: 700,
                  fontVariantNumeric: 'tabular-nums',
                  textDecoration: isVoided ? 'line-through' : undefined,
                }}
              >
                {money(entry.amount)}
              </Box>
            </Box>
            <Box sx={{ display: 'flex', alignItems: 'end', gap: '8px', flexWrap: 'wrap' }}>
              <Box sx={{ typography: 'body2', color: token('textSoft'), flex: 1, minWidth: 180 }}>
                {facts.filter(Boolean).join(' · ')}
                {entry.note && <Box sx={{ color: token('text') }}>{entry.note}</Box>}
              </Box>
              {onVoid && !isVoided && kind !== 'void' && (
                <Button
                  size="small"
                  aria-label={t('payments.void.actionOf', { amount: money(entry.amount) })}
                  onClick={() => onVoid(entry)}
                >
                  {t('payments.void.action')}
                </Button>
              )}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
