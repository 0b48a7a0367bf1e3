import Box from '@mui/material/Box'
import type { PlanPresence } from '@rumbo/contract/planning.contract'
import { initials } from '../../app/session/session.rules.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** The others beyond these are counted. */
const mostShown = 4

interface PlannersProps {
  others: readonly PlanPresence[]
  vehicleNumber: (vehicleId: string | null) => string
}

/** The initials of the others who have the plan open, with the vehicle they are at. */
export function Planners({ others, vehicleNumber }: PlannersProps) {
  const { t } = useText()
  if (others.length === 0) return null
  const wordsOf = ({ name, vehicleId }: PlanPresence) =>
    vehicleId === null ? name : t('planning.present.at', { name, vehicle: vehicleNumber(vehicleId) })
  const words = t('planning.present.others', { names: others.map(wordsOf).join(', ') })
  return (
    <Box component="span" role="status" title={words} sx={{ display: 'inline-flex', pl: '4px' }}>
      <span style={visuallyHidden}>{words}</span>
      {[
        ...others.slice(0, mostShown).map(({ userId, name }) => ({ key: userId, text: initials(name) })),
        ...(others.length > mostShown ? [{ key: 'more', text: `+${others.length - mostShown}` }] : []),
      ].map(({ key, text }) => (
        <Box
          component="span"
          key={key}
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 28,
            height: 28,
            ml: '-5px',
            borderRadius: '50%',
            border: `2px solid ${token('surface')}`,
            backgroundColor: token('primarySoft'),
            color: token('primaryText'),
            fontSize: 11,
            fontWeight: 700,
          }}
        >
          {text}
        </Box>
      ))}
    </Box>
  )
}
