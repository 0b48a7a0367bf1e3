import { releaseReservation, reserveVehicle } from '@rumbo/contract/dispatch.changes.contract'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { undoMs } from '../../ui/toasts/toast-store.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** A service for which a vehicle is, or is to be, reserved. */
export interface ReservedService {
  serviceId: string
  serviceNumber: number
  version: number
  vehicleId: string
  vehicleNumber: string
  /** Among the reservations of the vehicle by people. Default: behind the others. */
  place?: number
}

/** A service with the vehicle to reserve for it. */
export const reservedOf = (
  { id, serviceNumber, version }: Service,
  { vehicleId, vehicleNumber }: Pick<Candidate, 'vehicleId' | 'vehicleNumber'>,
): ReservedService => ({ serviceId: id, serviceNumber, version, vehicleId, vehicleNumber })

export interface Reserving {
  reserve: (given: ReservedService) => Promise<void>
  release: (given: ReservedService) => Promise<void>
  isBusy: boolean
}

/** Reserves vehicles for services and releases them; each can be undone for some seconds. */
export function useReserving(): Reserving {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const reserving = useChange(reserveVehicle)
  const releasing = useChange(releaseReservation)

  const change = async (
    action: 'reserved' | 'released',
    { serviceId, serviceNumber, vehicleId, vehicleNumber, version, place }: ReservedService,
  ): Promise<boolean> => {
    const words = { vehicle: vehicleNumber, number: serviceNumber }
    try {
      if (action === 'reserved')
        await reserving.mutateAsync({ params: { serviceId }, body: { vehicleId, version, place } })
      else await releasing.mutateAsync({ params: { serviceId } })
      return true
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t(`dispatch.reserve.failed.${action}`, words)) })
      return false
    }
  }
  const run = async (action: 'reserved' | 'released', given: ReservedService) => {
    if (!(await change(action, given))) return
    toasts.show({
      id: `reserved-${given.serviceId}`,
      type: 'success',
      message: t(`dispatch.reserve.done.${action}`, {
        vehicle: given.vehicleNumber,
        number: given.serviceNumber,
      }),
      timeout: undoMs,
      action: {
        label: t('services.undo'),
        isUndo: true,
        onAction: () => void change(action === 'reserved' ? 'released' : 'reserved', given),
      },
    })
  }
  return {
    reserve: (given) => run('reserved', given),
    release: (given) => run('released', given),
    isBusy: reserving.isPending || releasing.isPending,
  }
}
