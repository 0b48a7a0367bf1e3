import Box from '@mui/material/Box'
import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import { formatClock } from '@rumbo/i18n/formats'
import { addresses } from '../../addresses.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { dateText } from '../../ui/fields/calendar-day.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { usePartsText } from '../use-parts-text.ts'
import { dearerOf, othersByReasons } from './decision.rules.ts'
import { useDistanceText, useReasonsText, useVehicleText } from './use-vehicle-text.ts'

const soft = { typography: 'body2', color: token('textSoft') }

interface DecisionReasonsProps {
  decision: Decision
  /** Whether the plan behind a reservation may be opened. */
  mayReadPlan: boolean
}

/** Who was compared and what they cost, who was not and why. */
export function DecisionReasons({ decision, mayReadPlan }: DecisionReasonsProps) {
  const { t } = useText()
  const moment = useMoment()
  const partsText = usePartsText()
  const vehicleText = useVehicleText()
  const { preset, considered, excluded, longestArrivalSeconds, reservation, vehicleNumber } = decision
  return (
    <>
      {reservation && (
        <Box sx={{ typography: 'body2', m: '4px 0' }}>
          {reservation.plan === null ? (
            t('dispatch.decisions.reservedBy', {
              name: reservation.reservedByName,
              moment: moment(reservation.reservedAt),
            })
          ) : (
            <>
              {t('dispatch.decisions.byPlan', {
                name: reservation.plan.name,
                date: dateText(reservation.plan.date),
                person: reservation.reservedByName,
                moment: moment(reservation.reservedAt),
              })}{' '}
              {mayReadPlan && (
                <AppLink to={addresses.planning({ plan: reservation.plan.id, date: reservation.plan.date })}>
                  {t('dispatch.decisions.openPlan')}
                </AppLink>
              )}
            </>
          )}
        </Box>
      )}
      <Box sx={{ ...soft, m: '4px 0' }}>
        {[
          t('dispatch.decisions.by', { preset: t(`dispatch.preset.${preset}`) }),
          longestArrivalSeconds !== null &&
            t('dispatch.decisions.limit', { limit: formatClock(longestArrivalSeconds) }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Box>
      {considered.length > 0 && (
        <Box component="ol" sx={{ m: 0, pl: '22px' }}>
          {considered.map(({ parts, ...compared }) => (
            <Box component="li" key={compared.vehicleNumber} sx={{ typography: 'body2', mb: '4px' }}>
              <strong>{compared.vehicleNumber}</strong> ·{' '}
              {vehicleText({ ...compared, isChosen: compared.vehicleNumber === vehicleNumber })}
              <Box sx={{ color: token('textSoft') }}>{partsText(parts)}</Box>
            </Box>
          ))}
        </Box>
      )}
      {excluded.length > 0 && (
        <Box sx={soft}>
          {t('dispatch.decisions.excluded', {
            list: excluded
              .map(({ reason, vehicles }) => `${vehicles} · ${t(`dispatch.why.${reason}`)}`)
              .join('; '),
          })}
        </Box>
      )}
      <FurtherVehicles decision={decision} />
    </>
  )
}

/** The numbers of the others: those compared and dearer, and the nearest that were not compared. */
function FurtherVehicles({ decision }: { decision: Decision }) {
  const { t } = useText()
  const vehicleText = useVehicleText()
  const reasonsText = useReasonsText()
  const distanceText = useDistanceText()
  const dearer = dearerOf(decision)
  const groups = othersByReasons(decision)
  if (dearer.length + groups.length === 0) return null
  const heading = { fontWeight: 620, mt: '6px' }
  return (
    <Box component="details" sx={{ typography: 'body2', mt: '4px' }}>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 32, display: 'list-item', py: '6px' }}>
        {t('dispatch.decisions.further', { count: dearer.length + decision.others.length })}
      </Box>
      {dearer.length > 0 && (
        <>
          <Box sx={heading}>{t('dispatch.decisions.dearer')}</Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {dearer.map((one) => (
              <li key={one.vehicleNumber}>
                <strong>{one.vehicleNumber}</strong> · {vehicleText({ ...one, isChosen: false })}
              </li>
            ))}
          </Box>
        </>
      )}
      {groups.length > 0 && (
        <Box component="dl" sx={{ m: 0 }}>
          {groups.map((group) => (
            <div key={reasonsText(group[0])}>
              <Box component="dt" sx={heading}>
                {reasonsText(group[0])}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {group
                  .map(({ vehicleNumber, metres }) =>
                    metres === null ? vehicleNumber : `${vehicleNumber} (${distanceText(metres)})`,
                  )
                  .join(', ')}
              </Box>
            </div>
          ))}
        </Box>
      )}
    </Box>
  )
}
