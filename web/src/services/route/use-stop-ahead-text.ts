import type { StopAhead } from '@rumbo/contract/planning.ahead.contract'
import { useMoment } from '../../app/use-moment.ts'
import { useText } from '../../ui/i18n.tsx'
import { isStopLate } from './stop-ahead.rules.ts'

/** When the vehicle is expected at a stop and how late, in the words of the live day. */
export function useStopAheadText(): (stop: StopAhead) => string {
  const { t } = useText()
  const moment = useMoment()
  return (stop) => {
    const { arrived, predictedArrival, isEstimate, obstacle, lateSeconds } = stop
    const minutes = Math.round(lateSeconds / 60)
    const isLate = isStopLate(stop)
    const state = () => {
      if (arrived !== null) return t('planningLive.live.there', { at: moment(arrived, 'time') })
      if (predictedArrival === null)
        return isLate ? t('planningLive.live.overdue', { minutes }) : t('planningLive.live.unknown')
      const at = moment(predictedArrival, 'time')
      return isLate
        ? t('planningLive.live.expectedLate', { at, minutes })
        : t('planningLive.live.expected', { at })
    }
    return [
      state(),
      ...(isEstimate ? [t('planningLive.live.estimate')] : []),
      ...(obstacle === null ? [] : [t(`planningLive.live.obstacle.${obstacle}`)]),
    ].join(' · ')
  }
}
