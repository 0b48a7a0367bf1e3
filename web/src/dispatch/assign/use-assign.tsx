import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useRef, useState } from 'react'
import { isCutOff } from '../../live/live.store.ts'
import { useLiveStatus } from '../../live/use-live.ts'
import type { ServiceActions } from '../../services/use-service-actions.tsx'
import { undoToastOf } from '../../services/use-service-moves.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { InactiveDialog } from './InactiveDialog.tsx'

/** What is needed of the vehicle that is assigned. */
export type AssignedVehicle = Pick<Candidate, 'vehicleId' | 'vehicleNumber' | 'status'>

type Loser = { serviceId: string; version: number }

export interface Assigning {
  /**
   * Assigns, or asks first where the vehicle is inactive; only says why where nothing can be assigned now.
   * @param from the service that loses the vehicle
   */
  assign: (service: Service | null, vehicle: AssignedVehicle | undefined, from?: Loser) => void
  /** Undoes the last assignment, reservation or release made here, while its toast offers that. */
  undo: () => void
  /** Why nothing can be assigned now, in words. */
  lockedReason: string | null
  isBusy: boolean
  dialog: ReactNode
}

/** The one way in which the monitor assigns vehicles: by key, by click and by drag. */
export function useAssign({ moves, mayDispatch }: ServiceActions): Assigning {
  const { t } = useText()
  const toasts = useToasts()
  const { state: live } = useLiveStatus()
  const [toConfirm, setToConfirm] = useState<{ service: Service; vehicle: AssignedVehicle } | null>(null)
  const lastAssigned = useRef<Service | null>(null)
  const lockedReason = !mayDispatch
    ? t('problems.forbidden')
    : isCutOff(live)
      ? t('dispatch.offline.disabled')
      : null

  const assignNow = async (service: Service, vehicleId: string, from?: Loser) => {
    const assigned =
      from || service.assignedVehicleId !== null
        ? await moves.reassign(service, vehicleId, from ?? null)
        : await moves.assign(service, vehicleId)
    if (assigned !== null) lastAssigned.current = assigned
  }
  return {
    lockedReason,
    isBusy: moves.isBusy,
    assign: (service, vehicle, from) => {
      if (service === null || vehicle === undefined || moves.isBusy) return
      if (lockedReason !== null) {
        toasts.show({ type: 'warning', message: lockedReason })
        return
      }
      if (vehicle.status === 'inactive') setToConfirm({ service, vehicle })
      else void assignNow(service, vehicle.vehicleId, from)
    },
    undo: () => {
      const last = toasts.undoLast()
      if (last === null || last.isUndone) return
      const service = lastAssigned.current
      const isAssignment = service !== null && last.id === undoToastOf(service)
      toasts.show({
        type: 'info',
        message: isAssignment
          ? t('dispatch.undo.over', { number: service.serviceNumber })
          : t('dispatch.undo.otherOver'),
        detail: isAssignment ? t('dispatch.undo.overHint') : undefined,
      })
    },
    dialog: toConfirm !== null && (
      <InactiveDialog
        vehicle={toConfirm.vehicle.vehicleNumber}
        onConfirm={async () => {
          await assignNow(toConfirm.service, toConfirm.vehicle.vehicleId)
          setToConfirm(null)
        }}
        onClose={() => setToConfirm(null)}
      />
    ),
  }
}
