import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { arrivalText } from '../dispatch.rules.ts'
import type { VehicleInDecision } from './decision.rules.ts'

type Other = Decision['others'][number]

/** What a vehicle lacked, in words: "Occupied · Too few seats". */
export function useReasonsText(): (other: Pick<Other, 'reasons' | 'status'>) => string {
  const { t } = useText()
  return ({ reasons, status }) =>
    reasons
      .map((reason) =>
        reason === 'status' && status !== null ? t(`vehicles.status.${status}`) : t(`dispatch.why.${reason}`),
      )
      .join(' · ')
}

/** How far away a vehicle was, in words; nothing without a position. */
export function useDistanceText(): (metres: number | null) => string {
  const { language } = useText()
  return (metres) => (metres === null ? '' : `${formatNumber(language, metres / 1000, 1)} km`)
}

/** What a decision says about a vehicle, without its number. */
export function useVehicleText(): (vehicle: VehicleInDecision) => string {
  const { t } = useText()
  const reasonsText = useReasonsText()
  const distanceText = useDistanceText()
  return (vehicle) =>
    ('reasons' in vehicle
      ? [distanceText(vehicle.metres), reasonsText(vehicle)]
      : [
          arrivalText(vehicle.arrivalSeconds, vehicle.isEstimate),
          t('dispatch.decisions.cost', { seconds: vehicle.cost }),
          vehicle.isChosen ? t('dispatch.decisions.chosen') : '',
        ]
    )
      .filter(Boolean)
      .join(' · ')
}
