import { secondOf } from '@rumbo/planning/problem'
import { useCallback } from 'react'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import type { RouteView } from '../route-view.rules.ts'
import { type Scale, xOf } from '../timeline/timeline.rules.ts'
import { LiveOverlay } from './LiveOverlay.tsx'
import { LiveToggle } from './LiveToggle.tsx'
import { RiskPanel } from './RiskPanel.tsx'
import { useLivePlan } from './use-live-plan.ts'
import { useLiveWords } from './use-live-words.ts'

/**
 * The live day of the open plan: its switch, whose state is in the address, what is drawn over the rows of the timeline, and the
 * panel of stops at risk.
 * @param onRepair opens the settings of a run with the mode that repairs
 */
export function useLiveDay(onRepair: () => void) {
  const { plan, workspace, select, mayEdit, lockedReason } = usePlanEditor()
  const [query, change] = useAddressState()
  const isOn = oneOf(query.live) === '1'
  const isShown = isOn && plan.publishedAt !== null
  const { now, visits, byVehicle, error, refetch } = useLivePlan(plan.id, isShown)
  const words = useLiveWords(workspace.timeZone)
  const overlayOf = useCallback(
    ({ vehicleId, vehicle }: RouteView, scale: Scale) => {
      const own = byVehicle.get(vehicleId)
      if (own === undefined || now === null) return null
      return (
        <LiveOverlay
          vehicleNumber={vehicle?.vehicleNumber ?? '—'}
          visits={own}
          now={now}
          xAt={(instant) => xOf(scale, secondOf(workspace, instant))}
          words={words}
        />
      )
    },
    [byVehicle, now, workspace, words],
  )
  const vehicleNumberOf = (vehicleId: string) =>
    workspace.vehicles.find((vehicle) => vehicle.vehicleId === vehicleId)?.vehicleNumber ?? '—'
  const customerOf = (serviceId: string) =>
    workspace.orders.find((order) => order.serviceId === serviceId)?.customerName ?? ''
  return {
    toggle: (
      <LiveToggle
        status={plan.status}
        isOn={isShown}
        onChange={(next) => change({ live: next ? '1' : undefined })}
      />
    ),
    overlayOf: isShown ? overlayOf : undefined,
    panel: isShown ? (
      <RiskPanel
        visits={visits}
        now={now}
        error={error}
        onRetry={() => void refetch()}
        vehicleNumberOf={vehicleNumberOf}
        customerOf={customerOf}
        words={words}
        onShow={({ serviceId, vehicleId }) => select({ serviceIds: [serviceId], vehicleId })}
        onRepair={onRepair}
        lockedReason={mayEdit ? null : (lockedReason ?? '')}
      />
    ) : null,
  }
}
