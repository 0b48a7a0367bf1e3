import Box from '@mui/material/Box'
import type { Statement, StatementLine } from '@rumbo/contract/payments.accounts.contract'
import { addresses } from '../addresses.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { useMoment } from '../app/use-moment.ts'
import { boxLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useMoney } from './use-money.ts'

/** The lines of a statement with the balance after each. */
export function StatementLines({ statement }: { statement: Statement }) {
  const { t } = useText()
  const moment = useMoment()
  const money = useMoney(statement.currency)
  const nameOf = ({ kind, serviceNumber, method }: StatementLine) =>
    kind === 'charge' && serviceNumber !== null
      ? t('payments.statement.service', { number: serviceNumber })
      : [t(`payments.kind.${kind === 'charge' ? 'payment' : kind}`), method && t(`payments.method.${method}`)]
          .filter(Boolean)
          .join(' · ')
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
      {statement.lines.map((line) => (
        <Box
          component="li"
          key={`${line.kind} ${line.at} ${line.serviceNumber} ${line.balance}`}
          sx={{ ...boxLook, p: '10px 14px', display: 'flex', gap: '12px', alignItems: 'baseline' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ typography: 'h3' }}>
              {line.serviceId === null ? (
                nameOf(line)
              ) : (
                <Anchor to={addresses.services({ service: line.serviceId, tab: 'payment' })}>
                  {nameOf(line)}
                </Anchor>
              )}
            </Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {[moment(line.at), line.detail].filter(Boolean).join(' · ')}
            </Box>
          </Box>
          <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            <Box sx={{ fontWeight: 700 }}>{money(line.amount)}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {t('payments.statement.balance')} {money(line.balance)}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}
