import { lazy, Suspense } from 'react'
import { useApproachAlerts } from './approach-alerts.ts'

const ApproachWatcher = lazy(() =>
  import('./ApproachWatcher.tsx').then((file) => ({ default: file.ApproachWatcher })),
)

/** Watches for what this tab was asked to tell, while it was asked for anything. */
export function ApproachAlerts() {
  return useApproachAlerts().length > 0 ? (
    <Suspense>
      <ApproachWatcher />
    </Suspense>
  ) : null
}
