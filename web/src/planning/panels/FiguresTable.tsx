import Box from '@mui/material/Box'
import type { PlanFigures } from '@rumbo/contract/planning.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { hoursAndMinutes, kilometres } from '../editor/use-plan-words.ts'

const rows = [
  'vehicles',
  'orders',
  'unplanned',
  'metres',
  'workSeconds',
  'waitingSeconds',
  'loadShare',
  'lateStops',
  'lateSeconds',
  'violations',
] as const
type Row = (typeof rows)[number]
/** More of these is better. */
const isGood: readonly Row[] = ['orders', 'loadShare']
/** Durations, and figures whose change is shown as a share of what they were. */
const durations: readonly Row[] = ['workSeconds', 'waitingSeconds', 'lateSeconds']
const byShare: readonly Row[] = ['metres', 'workSeconds']

interface FiguresTableProps {
  caption: string
  /** Of the two plans. */
  columns: readonly [string, string]
  figures: readonly [PlanFigures, PlanFigures]
}

/** The figures of two plans beside each other, with what the second one changes. */
export function FiguresTable({ caption, columns, figures }: FiguresTableProps) {
  const { t, language } = useText()
  const [one, other] = figures
  const titles = { one: columns[0], other: columns[1], change: t('planPanels.figures.change') }
  const figureOf = (row: Row, of: PlanFigures): number | null => {
    if (row !== 'loadShare') return of[row]
    return typeof of.loadShare === 'number' ? of.loadShare * 100 : null
  }
  const written = (row: Row, value: number | null) => {
    if (value === null) return '—'
    if (row === 'metres') return kilometres(language, value)
    if (row === 'loadShare') return `${formatNumber(language, value)} %`
    return durations.includes(row) ? hoursAndMinutes(language, value) : formatNumber(language, value)
  }
  /** What is written the same is no change. */
  const differenceOf = (row: Row) => {
    const [before, after] = [figureOf(row, one), figureOf(row, other)]
    if (before === null || after === null || written(row, before) === written(row, after)) return 0
    return after - before
  }
  const change = (row: Row) => {
    const difference = differenceOf(row)
    if (difference === 0) return '='
    const sign = difference > 0 ? '+' : '−'
    const before = figureOf(row, one)
    if (!byShare.includes(row) || !before) return `${sign}${written(row, Math.abs(difference))}`
    return `${sign}${formatNumber(language, (Math.abs(difference) / before) * 100)} %`
  }
  const colourOf = (row: Row) => {
    const difference = differenceOf(row)
    if (difference === 0) return token('textSoft')
    return token(difference > 0 === isGood.includes(row) ? 'active' : 'critical')
  }
  const cell = { p: '4px 0 4px 8px', textAlign: 'right', borderTop: `1px solid ${token('line')}` } as const
  const figure = { ...cell, whiteSpace: 'nowrap' } as const
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        typography: 'body2',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box component="caption" sx={{ textAlign: 'left', typography: 'subtitle2', pb: '4px' }}>
        {caption}
      </Box>
      <thead>
        <tr>
          <td />
          {(['one', 'other', 'change'] as const).map((column) => (
            <Box
              component="th"
              scope="col"
              key={column}
              sx={{ ...cell, border: 0, minWidth: '9ch', overflowWrap: 'anywhere' }}
            >
              {titles[column]}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <Box component="th" scope="row" sx={{ ...cell, pl: 0, textAlign: 'left', fontWeight: 400 }}>
              {t(`planPanels.figures.${row}`)}
            </Box>
            <Box component="td" sx={figure}>
              {written(row, figureOf(row, one))}
            </Box>
            <Box component="td" sx={figure}>
              {written(row, figureOf(row, other))}
            </Box>
            <Box component="td" sx={{ ...figure, color: colourOf(row) }}>
              {change(row)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
