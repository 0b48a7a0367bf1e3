import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type Decision,
  decisionsShown,
  listDecisions,
  mostDecisions,
} from '@rumbo/contract/dispatch.engine.contract'
import { useState } from 'react'
import { useCan } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { DecisionReasons } from './DecisionReasons.tsx'
import { absenceOf, findInDecision } from './decision.rules.ts'
import { useVehicleText } from './use-vehicle-text.ts'

/** What was decided for a service and why; nothing where nothing was decided or the user may not dispatch. */
export function Decisions({ service }: { service: { id: string; companyId: string; fleetId: string } }) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const can = useCan()
  const isAllowed = can('services.dispatch', service)
  const mayReadPlan = can('planning.read', service)
  const [size, setSize] = useState(decisionsShown)
  const { data } = useEndpoint(
    listDecisions,
    { params: { serviceId: service.id }, query: { size } },
    {
      enabled: isAllowed,
      placeholderData: (former) => (former?.items[0]?.serviceId === service.id ? former : undefined),
    },
  )
  if (!isAllowed || data === undefined || data.items.length === 0) return null
  const isSearched = typed.trim() !== ''
  const naming = data.items.filter((decision) => findInDecision(decision, typed).length > 0)
  return (
    <Box component="section" aria-label={t('dispatch.decisions.title')} sx={{ mb: '18px' }}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 8px' }}>
        {t('dispatch.decisions.title')}
      </Box>
      <SearchField
        value={typed}
        onChange={setTyped}
        label={t('dispatch.decisions.search')}
        hasShortcut={false}
      />
      <Box role="status" sx={{ typography: 'body2', color: token('textSoft'), minHeight: 20, mt: '4px' }}>
        {isSearched &&
          t('dispatch.decisions.naming', {
            count: naming.length,
            total: data.items.length,
            vehicle: typed.trim(),
          })}
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.items.map((decision) => (
          <DecisionItem key={decision.id} decision={decision} typed={typed} mayReadPlan={mayReadPlan} />
        ))}
      </Box>
      {data.total > data.items.length && data.items.length < mostDecisions && (
        <Button size="small" onClick={() => setSize(Math.min(mostDecisions, size * 4))}>
          {t('dispatch.decisions.more', { shown: data.items.length, total: data.total })}
        </Button>
      )}
    </Box>
  )
}

interface DecisionItemProps {
  decision: Decision
  typed: string
  mayReadPlan: boolean
}

function DecisionItem({ decision, typed, mayReadPlan }: DecisionItemProps) {
  const moment = useMoment()
  const outcomeText = useOutcomeText()
  const { at } = decision
  return (
    <Box component="li" sx={{ p: '8px 0', borderBottom: `1px solid ${token('line')}` }}>
      <Box component="details">
        <Box component="summary" sx={{ cursor: 'pointer', minHeight: 32 }}>
          {outcomeText(decision)}{' '}
          <Box component="time" dateTime={at} sx={{ typography: 'body2', color: token('textSoft') }}>
            {moment(at)}
          </Box>
        </Box>
        <DecisionReasons decision={decision} mayReadPlan={mayReadPlan} />
      </Box>
      {typed.trim() !== '' && <Answers decision={decision} typed={typed} />}
    </Box>
  )
}

/** What was decided; of the reservation of a plan with its name, as no person chose the vehicle. */
function useOutcomeText() {
  const { t } = useText()
  return ({ outcome, vehicleNumber, reservation }: Decision): string => {
    const words = { vehicle: vehicleNumber ?? '' }
    const plan = reservation?.plan ?? null
    if (plan === null) return t(`dispatch.decisions.${outcome}`, words)
    const ofPlan = { ...words, name: plan.name }
    return outcome === 'reservation_ended'
      ? t('dispatch.decisions.endedOfPlan', ofPlan)
      : t('dispatch.decisions.assignedByPlan', ofPlan)
  }
}

/** Why not this vehicle. */
function Answers({ decision, typed }: { decision: Decision; typed: string }) {
  const { t } = useText()
  const vehicleText = useVehicleText()
  const found = findInDecision(decision, typed)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: '4px 0 0', p: '0 0 0 16px', typography: 'body2' }}>
      {found.map((one) => (
        <li key={one.vehicleNumber}>
          <strong>{one.vehicleNumber}</strong> · {vehicleText(one)}
        </li>
      ))}
      {found.length === 0 && (
        <Box component="li" sx={{ color: token('textSoft') }}>
          {t(`dispatch.decisions.${absenceOf(decision)}`, { count: decision.others.length })}
        </Box>
      )}
    </Box>
  )
}
