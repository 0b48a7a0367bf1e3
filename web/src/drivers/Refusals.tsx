import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { useText } from '../ui/i18n.tsx'
import type { Refusal } from './action-queue.ts'

/** Problems whose text needs no values. */
const worded = [
  'offer_not_found',
  'offer_expired',
  'offer_over',
  'suggestion_not_found',
  'action_too_old',
  'driver_off_duty',
  'proof_required',
  'pin_wrong',
  'pin_blocked',
  'service_not_found',
  'thread_not_found',
  'file_not_found',
  'payload_too_large',
] as const satisfies ProblemCode[]

/** Words for the problem of a refused action. */
export function useRefusalReason(): (problem: string) => string {
  const { t } = useText()
  return (problem) => {
    if (problem === 'service_wrong_state') return t('driver.refused.changed')
    const known = worded.find((code) => code === problem)
    return known ? t(`problems.${known}`) : t('driver.refused.other')
  }
}

/** What the server refused, until the driver has seen it. */
export function Refusals({
  refusals,
  dismiss,
}: {
  refusals: readonly Refusal[]
  dismiss: (id: string) => Promise<void>
}) {
  const { t } = useText()
  const reasonOf = useRefusalReason()
  return refusals.map(({ action, problem }) => (
    <Alert
      key={action.id}
      severity="warning"
      action={<Button onClick={() => void dismiss(action.id)}>{t('driver.refused.dismiss')}</Button>}
    >
      {t('driver.refused.text', {
        action: t(`driver.action.${action.kind}`),
        reason: reasonOf(problem),
      })}
    </Alert>
  ))
}
