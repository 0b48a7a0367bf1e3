import Box from '@mui/material/Box'
import type { Charge } from '@rumbo/contract/billing.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { wordsOfLine } from './charge-line.rules.ts'

interface ChargeLinesProps {
  charge: Pick<Charge, 'lines' | 'total' | 'currency'>
  /** Names the table. */
  label: string
}

/** The lines of a charge with their amounts, and the total. */
export function ChargeLines({ charge, label }: ChargeLinesProps) {
  const { t, language } = useText()
  const { lines, total, currency } = charge
  // Several lines may be alike, such as two stops at one address.
  const rows = lines.map((line, at) => ({
    key: String(at),
    ...wordsOfLine({ t, language }, line, currency),
    money: formatMoney(language, line.amount, currency),
  }))
  return (
    <Box
      component="table"
      aria-label={label}
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        typography: 'body2',
        fontVariantNumeric: 'tabular-nums',
        '& th, & td': { p: '4px 0', fontWeight: 'inherit', textAlign: 'start', verticalAlign: 'top' },
        '& .amount': { textAlign: 'end', whiteSpace: 'nowrap', pl: '12px' },
      }}
    >
      <thead style={visuallyHidden}>
        <tr>
          <th scope="col">{t('charges.line.concept')}</th>
          <th scope="col">{t('charges.line.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, detail, money }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {detail !== null && (
                <Box sx={{ typography: 'caption', color: token('textSoft'), overflowWrap: 'anywhere' }}>
                  {detail}
                </Box>
              )}
            </th>
            <td className="amount">{money}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Box component="tr" sx={{ borderTop: `1px solid ${token('line')}`, typography: 'subtitle2' }}>
          <th scope="row">{t('charges.line.total')}</th>
          <td className="amount">{formatMoney(language, total, currency)}</td>
        </Box>
      </tfoot>
    </Box>
  )
}
