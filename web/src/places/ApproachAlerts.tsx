import { lazy, Suspense } from 'react'
import { useApproachAlerts } from './approach-alerts.ts'

const ApproachWatcher = lazy(() =>
  import('./ApproachWatcher.tsx').then((file) => ({ default: file.ApproachWatcher })),
)

/** Mounts the watcher while this tab has approach alerts. */
export function ApproachAlerts() {
  return useApproachAlerts().length > 0 ? (
    <Suspense>
      <ApproachWatcher />
    </Suspense>
  ) : null
}
