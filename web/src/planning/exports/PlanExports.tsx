import { usePlanEditor } from '../editor/plan-editor.ts'
import { useRouteViews } from '../use-route-views.ts'
import { PlanExportButton } from './PlanExportButton.tsx'

/** Prints the open plan, or saves it as a table or calendar, as it is edited. */
export function PlanExports() {
  const { plan, document, workspace, content, timed, isEstimate } = usePlanEditor()
  const views = useRouteViews({ workspace, content, timed })
  const { origin, timeZone } = workspace
  return (
    <PlanExportButton
      plan={{ ...plan, name: document.name, origin, timeZone, routes: [...views.values()] }}
      status={plan.status}
      isEstimate={isEstimate}
    />
  )
}
