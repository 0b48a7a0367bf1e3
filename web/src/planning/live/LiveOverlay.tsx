import Box from '@mui/material/Box'
import type { LiveVisit } from '@rumbo/contract/planning.publish.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { isLate, spanOf, stateOf } from './live.rules.ts'
import type { LiveWords } from './use-live-words.ts'

const barPixels = 7
const leastPixels = 6

interface LiveOverlayProps {
  vehicleNumber: string
  /** Of the vehicle, in their order. */
  visits: readonly LiveVisit[]
  now: string
  /** Where an instant is on the line, in pixels from the left. */
  xAt: (instant: string) => number
  words: LiveWords
}

/**
 * Reality over the planned line of a vehicle, at its lower edge: stops made are solid, those expected are outlined where they
 * are expected now, late ones are red and say so.
 */
export function LiveOverlay({ vehicleNumber, visits, now, xAt, words }: LiveOverlayProps) {
  const { t } = useText()
  const done = visits.filter((visit) => stateOf(visit) === 'done').length
  const drift = words.drift(visits)
  const next = visits.find((visit) => stateOf(visit) === 'expected')
  return (
    <Box
      component="ul"
      aria-label={t('planningLive.live.row', { vehicle: vehicleNumber, done, count: visits.length })}
      sx={{ position: 'absolute', inset: 0, m: 0, p: 0, listStyle: 'none', pointerEvents: 'none' }}
    >
      {visits.map((visit) => {
        const span = spanOf(visit, now)
        if (span === null) return null
        const [left, right] = [xAt(span.from), xAt(span.until)]
        const colour = token(isLate(visit) ? 'critical' : 'active')
        const isMade = stateOf(visit) === 'done' || stateOf(visit) === 'there'
        const said = words.visit(visit)
        return (
          <Box
            key={visit.stopId}
            component="li"
            title={said}
            sx={{
              position: 'absolute',
              bottom: 2,
              left,
              width: Math.max(leastPixels, right - left),
              height: barPixels,
              borderRadius: '3px',
              border: `2px solid ${colour}`,
              backgroundColor: isMade ? colour : token('surface'),
              pointerEvents: 'auto',
            }}
          >
            <span style={visuallyHidden}>{`${visit.sequence}: ${said}`}</span>
          </Box>
        )
      })}
      {drift !== null && next?.predictedArrival && (
        <Box
          component="li"
          sx={{
            position: 'absolute',
            bottom: barPixels + 3,
            left: xAt(next.predictedArrival),
            typography: 'caption',
            lineHeight: 1,
            fontWeight: 600,
            color: isLate(next) ? token('critical') : token('textSoft'),
            backgroundColor: token('surface'),
            whiteSpace: 'nowrap',
          }}
        >
          {drift}
        </Box>
      )}
    </Box>
  )
}
