import { lazy, Suspense } from 'react'
import { useApproachAlerts } from './use-approach-alerts.ts'

const ApproachNotices = lazy(() =>
  import('./ApproachNotices.tsx').then((file) => ({ default: file.ApproachNotices })),
)

/** Shows approach alerts that have ended. */
export function ApproachAlerts() {
  const ended = useApproachAlerts().filter(({ outcome }) => outcome !== null)
  return ended.length > 0 ? (
    <Suspense>
      <ApproachNotices ended={ended} />
    </Suspense>
  ) : null
}
