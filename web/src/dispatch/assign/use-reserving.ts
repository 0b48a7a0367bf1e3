import {
  moveReservation,
  type Reservation,
  releaseReservation,
  reserveVehicle,
  restoreReservation,
} from '@rumbo/contract/dispatch.changes.contract'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { undoKey, undoMs } from '../../ui/toasts/toast-store.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** A service with the vehicle to reserve for it. */
type ReservableService = Pick<
  Reservation,
  'serviceId' | 'serviceNumber' | 'version' | 'vehicleId' | 'vehicleNumber'
>
/** A service for which a person reserved a vehicle. */
export type ReservedService = Omit<ReservableService, 'version'> & Pick<Reservation, 'reservedAt'>

export const reservableOf = (
  { id, serviceNumber, version }: Service,
  { vehicleId, vehicleNumber }: Pick<Candidate, 'vehicleId' | 'vehicleNumber'>,
): ReservableService => ({ serviceId: id, serviceNumber, version, vehicleId, vehicleNumber })

/** The reservation by a person that a waiting service has; null without one. */
export function reservedOf(
  { id, serviceNumber }: Service,
  search: Search | undefined,
): ReservedService | null {
  const { vehicleId = null, vehicleNumber = null, reservedAt = null, reservedByName = null } = search ?? {}
  return vehicleId === null || reservedAt === null || reservedByName === null
    ? null
    : { serviceId: id, serviceNumber, vehicleId, vehicleNumber: vehicleNumber ?? '', reservedAt }
}

export interface Reserving {
  reserve: (given: ReservableService) => Promise<void>
  release: (given: ReservedService) => Promise<void>
  /** By so many places in the list of the vehicle; negative: earlier. */
  move: (given: ReservedService & Pick<Reservation, 'place'>, by: number) => Promise<void>
  isBusy: boolean
}

type Action = 'reserved' | 'released' | 'moved'

/**
 * Reserves vehicles for services, releases them and orders them; each can be undone for some seconds.
 * @param options.hasKey whether Ctrl+Z undoes it here. Default: true
 */
export function useReserving({ hasKey = true } = {}): Reserving {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const reserving = useChange(reserveVehicle)
  const releasing = useChange(releaseReservation)
  const restoring = useChange(restoreReservation)
  const moving = useChange(moveReservation)

  type Shown = Pick<ReservableService, 'serviceId' | 'serviceNumber' | 'vehicleNumber'>
  /** @returns null where it was refused, which then is shown */
  const attempt = async <Done>(
    action: Action,
    { vehicleNumber, serviceNumber }: Shown,
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
  const release = (given: ReservedService) => {
    const { serviceId, vehicleId, reservedAt } = given
    const query = { vehicleId, reservedAt }
    return attempt('released', given, releasing.mutateAsync({ params: { serviceId }, query }))
  }
  /** Gives back what was released or replaced, as it was. */
  const restore = (given: Shown, made: ReservedService | null) => {
    const { serviceId } = given
    const replaces = made && { vehicleId: made.vehicleId, reservedAt: made.reservedAt }
    return attempt('reserved', given, restoring.mutateAsync({ params: { serviceId }, body: { replaces } }))
  }
  const moveTo = (given: ReservedService, place: number) => {
    const { serviceId, vehicleId, reservedAt } = given
    const body = { vehicleId, reservedAt, place }
    return attempt('moved', given, moving.mutateAsync({ params: { serviceId }, body }))
  }
  const showDone = (
    action: Action,
    { serviceId, vehicleNumber, serviceNumber }: Shown,
    undo: () => unknown,
    more: { place?: number } = {},
  ) =>
    toasts.show({
      id: `reserved-${serviceId}`,
      type: 'success',
      message: t(`dispatch.reserve.done.${action}`, {
        vehicle: vehicleNumber,
        number: serviceNumber,
        place: more.place ?? 0,
      }),
      timeout: undoMs,
      action: {
        label: t('services.undo'),
        keyHint: hasKey ? undoKey : undefined,
        isUndo: true,
        onAction: () => void undo(),
      },
    })
  return {
    reserve: async (given) => {
      const { serviceId, vehicleId, version } = given
      const change = reserving.mutateAsync({ params: { serviceId }, body: { vehicleId, version } })
      const made = await attempt('reserved', given, change)
      if (made) showDone('reserved', given, () => (made.isReplacement ? restore(given, made) : release(made)))
    },
    release: async (given) => {
      if (await release(given)) showDone('released', given, () => restore(given, null))
    },
    move: async (given, by) => {
      const moved = await moveTo(given, given.place + by)
      if (moved) showDone('moved', given, () => moveTo(given, given.place), moved)
    },
    isBusy: [reserving, releasing, restoring, moving].some(({ isPending }) => isPending),
  }
}
