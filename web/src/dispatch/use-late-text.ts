import type { Prediction } from '@rumbo/contract/dispatch.lateness.contract'
import { useText } from '../ui/i18n.tsx'

/** "6 min late: still far away, traffic unknown". */
export function useLateText(): (prediction: Prediction) => string {
  const { t } = useText()
  return ({ arrivesAt, promisedAt, cause }) =>
    t('dispatch.late.text', {
      minutes: Math.max(1, Math.round((Date.parse(arrivesAt) - Date.parse(promisedAt)) / 60_000)),
      cause: t(`dispatch.late.${cause}`),
    })
}
