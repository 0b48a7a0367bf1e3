import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { token } from '../ui/theme/tokens.ts'
import type { PlanTexts } from './use-plan-texts.ts'

interface PlanWarningsProps {
  workspace: Pick<PlanWorkspace, 'warnings' | 'orders'>
  words: PlanTexts
}

/** What is doubtful about the plan as a whole, or about what no order of the pool can show. */
export function PlanWarnings({ workspace: { warnings, orders }, words }: PlanWarningsProps) {
  const known = new Set(orders.map(({ serviceId }) => serviceId))
  const texts = [
    ...new Set(
      warnings
        .filter(({ serviceId }) => serviceId === null || !known.has(serviceId))
        .map((warning) => words.warning(warning)),
    ),
  ]
  if (texts.length === 0) return null
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '2px 18px',
        listStyle: 'none',
        m: 0,
        p: '6px 16px',
        typography: 'body2',
        color: token('alarmed'),
        backgroundColor: token('alarmedTint'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {texts.map((text) => (
        <Box component="li" key={text} sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
          <WarningAmberRounded aria-hidden sx={{ fontSize: 16 }} />
          {text}
        </Box>
      ))}
    </Box>
  )
}
