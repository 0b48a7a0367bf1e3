import Box from '@mui/material/Box'
import { type Decision, listDecisions } from '@rumbo/contract/dispatch.engine.contract'
import { useCan } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { arrivalText } from './dispatch.rules.ts'
import { usePartsText } from './use-parts-text.ts'

/** What the engine decided for a service and why; nothing where it decided nothing or the user may not dispatch. */
export function Decisions({ service }: { service: { id: string; companyId: string; fleetId: string } }) {
  const { t } = useText()
  const isAllowed = useCan()('services.dispatch', service)
  const { data } = useEndpoint(listDecisions, { params: { serviceId: service.id } }, { enabled: isAllowed })
  if (!isAllowed || data === undefined || data.items.length === 0) return null
  return (
    <Box component="section" aria-label={t('dispatch.decisions.title')} sx={{ mb: '18px' }}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 4px' }}>
        {t('dispatch.decisions.title')}
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.items.map((decision) => (
          <DecisionItem key={decision.id} decision={decision} />
        ))}
      </Box>
    </Box>
  )
}

function DecisionItem({ decision }: { decision: Decision }) {
  const { t } = useText()
  const moment = useMoment()
  const { outcome, vehicleNumber, at, preset, considered, excluded } = decision
  const partsText = usePartsText()
  return (
    <Box component="li" sx={{ p: '8px 0', borderBottom: `1px solid ${token('line')}` }}>
      <Box component="details">
        <Box component="summary" sx={{ cursor: 'pointer', minHeight: 32 }}>
          {t(`dispatch.decisions.${outcome}`, { vehicle: vehicleNumber ?? '' })}{' '}
          <Box component="time" dateTime={at} sx={{ typography: 'body2', color: token('textSoft') }}>
            {moment(at)}
          </Box>
        </Box>
        <Box sx={{ typography: 'body2', color: token('textSoft'), m: '4px 0' }}>
          {t('dispatch.decisions.by', { preset: t(`dispatch.preset.${preset}`) })}
        </Box>
        {considered.length > 0 && (
          <Box component="ol" sx={{ m: 0, pl: '22px' }}>
            {considered.map(
              ({ vehicleId, vehicleNumber: number, arrivalSeconds, isEstimate, cost, parts }) => (
                <Box component="li" key={vehicleId} sx={{ typography: 'body2', mb: '4px' }}>
                  <strong>{number}</strong> · {arrivalText(arrivalSeconds, isEstimate)} ·{' '}
                  {t('dispatch.decisions.cost', { seconds: cost })}
                  <Box sx={{ color: token('textSoft') }}>{partsText(parts)}</Box>
                </Box>
              ),
            )}
          </Box>
        )}
        {excluded.length > 0 && (
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {t('dispatch.decisions.excluded', {
              list: excluded
                .map(({ reason, vehicles }) => `${vehicles} · ${t(`dispatch.why.${reason}`)}`)
                .join('; '),
            })}
          </Box>
        )}
      </Box>
    </Box>
  )
}
