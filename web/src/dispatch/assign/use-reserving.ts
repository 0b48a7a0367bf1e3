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

  /** @returns null where it was refused, which then is shown */
  const attempt = async <Done>(
    action: 'reserved' | 'released',
    { vehicleNumber, serviceNumber }: ReservedService,
    change: Promise<Done>,
  ): Promise<Done | null> => {
    try {
      return await change
    } catch (error) {
      const words = { vehicle: vehicleNumber, number: serviceNumber }
      toasts.show({ type: 'error', message: message(error, t(`dispatch.reserve.failed.${action}`, words)) })
      return null
    }
  }
  const reserve = (
    given: ReservedService,
    /** To undo: at its former place, and only instead of what is undone. */
    former?: { place: number; replaces: string | null },
  ) => {
    const { serviceId, vehicleId, version } = given
    const body = { vehicleId, version, ...former }
    return attempt('reserved', given, reserving.mutateAsync({ params: { serviceId }, body }))
  }
  const release = (given: ReservedService) => {
    const { serviceId, vehicleId } = given
    return attempt('released', given, releasing.mutateAsync({ params: { serviceId }, query: { vehicleId } }))
  }
  const showDone = (
    action: 'reserved' | 'released',
    { serviceId, vehicleNumber, serviceNumber }: ReservedService,
    undo: () => unknown,
  ) =>
    toasts.show({
      id: `reserved-${serviceId}`,
      type: 'success',
      message: t(`dispatch.reserve.done.${action}`, { vehicle: vehicleNumber, number: serviceNumber }),
      timeout: undoMs,
      action: { label: t('services.undo'), isUndo: true, onAction: () => void undo() },
    })
  return {
    reserve: async (given) => {
      const made = await reserve(given)
      if (!made) return
      const { replaced } = made
      showDone('reserved', given, () => {
        if (!replaced) return release(given)
        const { place, ...vehicle } = replaced
        return reserve({ ...given, ...vehicle }, { place, replaces: given.vehicleId })
      })
    },
    release: async (given) => {
      const released = await release(given)
      if (released) showDone('released', given, () => reserve(given, { ...released, replaces: null }))
    },
    isBusy: reserving.isPending || releasing.isPending,
  }
}
