import type { InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { deleteService, type Service } from '@rumbo/contract/services.contract'
import {
  assignService,
  cancelService,
  completeService,
  confirmPickup,
  dispatchService,
  reassignService,
  unassignService,
} from '@rumbo/contract/services.transitions.contract'
import { formatAge } from '@rumbo/i18n/formats'
import type { TextKey } from '@rumbo/i18n/keys'
import { useCallback } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { undoKey, undoMs } from '../ui/toasts/toast-store.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

export type CancelBy = NonNullable<InputOf<typeof cancelService>['body']['by']>
/** Id of the toast that offers to undo the assignment of a service. */
export const undoToastOf = ({ id }: Pick<Service, 'id'>): string => `assigned-${id}`

/** The current record, if a refusal contains it. */
function currentOf(error: unknown): Service | null {
  const current = error instanceof ProblemError ? error.problem?.current : undefined
  return typeof current === 'object' && current !== null && 'serviceNumber' in current
    ? (current as Service)
    : null
}

/**
 * The state transitions of a service; each reports the outcome in a toast and resolves to the updated service, or to
 * null after a refusal. Vehicles and dispatch lists are read again in both cases.
 */
export function useServiceMoves() {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const touches = { evicts: ['vehicles', 'dispatch'] }
  const dispatching = useChange(dispatchService, touches)
  const assigning = useChange(assignService, touches)
  const reassigning = useChange(reassignService, touches)
  const unassigning = useChange(unassignService, touches)
  const pickingUp = useChange(confirmPickup, touches)
  const completing = useChange(completeService, touches)
  const cancelling = useChange(cancelService, touches)
  const deleting = useChange(deleteService, touches)

  const refuse = useCallback(
    (
      error: unknown,
      service: Service,
      failed: Exclude<
        Extract<TextKey, `services.error.${string}` | 'vehicles.error.assign'>,
        'services.error.undo'
      >,
      headline?: string,
    ) => {
      const current = currentOf(error)
      const problem = error instanceof ProblemError ? error.problem : undefined
      const words = { number: service.serviceNumber }
      const isAssignedElsewhere = current?.assignedVehicleNumber && current.version !== service.version
      toasts.show({
        type: 'error',
        message:
          current !== null && headline !== undefined
            ? headline
            : isAssignedElsewhere
              ? t('services.conflict.assigned', { ...words, vehicle: current.assignedVehicleNumber ?? '' })
              : message(error, t(failed)),
        detail:
          current === null
            ? undefined
            : isAssignedElsewhere && failed === 'vehicles.error.assign'
              ? t('services.conflict.assignedBy', {
                  person: problem?.changedBy ?? t('services.conflict.engine'),
                  age: formatAge(language, (nowMs() - Date.parse(problem?.changedAt ?? '')) / 1000 || 0),
                })
              : t('services.conflict.now', {
                  ...words,
                  status: t(`services.status.${current.status}`),
                  person: problem?.changedBy ?? t('ui.conflict.someone'),
                }),
      })
      return null
    },
    [t, language, toasts, message],
  )
  const done =
    (
      key:
        | 'sentToDispatch'
        | 'pickupConfirmed'
        | 'completed'
        | 'cancelled'
        | 'deleted'
        | 'unassigned'
        | 'restored',
    ) =>
    (service: Service) => {
      toasts.show({ type: 'success', message: t(`services.done.${key}`, { number: service.serviceNumber }) })
      return service
    }
  const of = ({ id, version }: Service) => ({ params: { id }, body: { version } })

  const unassign = (service: Service) =>
    unassigning
      .mutateAsync(of(service))
      .then(done('unassigned'), (error) => refuse(error, service, 'services.error.unassign'))

  const undo = (service: Service) =>
    unassigning
      .mutateAsync(of(service))
      .then(done('unassigned'), (error) =>
        refuse(
          error,
          service,
          'services.error.unassign',
          t('services.error.undo', { number: service.serviceNumber }),
        ),
      )

  const offerUndo = (assigned: Service, onUndo: () => Promise<unknown>) =>
    toasts.show({
      id: undoToastOf(assigned),
      type: 'success',
      message: t('services.done.assigned', { number: assigned.serviceNumber }),
      detail: t('services.done.assignedTo', { vehicle: assigned.assignedVehicleNumber ?? '' }),
      timeout: undoMs,
      action: {
        label: t('services.undo'),
        keyHint: undoKey,
        isUndo: true,
        onAction: () => void onUndo(),
      },
    })

  return {
    isBusy: [
      dispatching,
      assigning,
      reassigning,
      unassigning,
      pickingUp,
      completing,
      cancelling,
      deleting,
    ].some(({ isPending }) => isPending),
    sendToDispatch: (service: Service) =>
      dispatching
        .mutateAsync(of(service))
        .then(done('sentToDispatch'), (error) => refuse(error, service, 'services.error.dispatch')),
    /** Offers to undo while its toast is shown; a service that changed since then keeps its vehicle. */
    assign: (service: Service, vehicleId: string) =>
      assigning
        .mutateAsync({ params: { id: service.id }, body: { vehicleId, version: service.version } })
        .then(
          (assigned: OutputOf<typeof assignService>) => {
            offerUndo(assigned, () => undo(assigned))
            return assigned
          },
          (error) => refuse(error, service, 'vehicles.error.assign'),
        ),
    /**
     * Gives a service another vehicle, also one on its way to another service. To undo it gives each its vehicle back.
     * @param from the service that loses the vehicle
     */
    reassign: (service: Service, vehicleId: string, from: { serviceId: string; version: number } | null) =>
      reassigning
        .mutateAsync({ params: { id: service.id }, body: { vehicleId, version: service.version, from } })
        .then(
          (assigned) => {
            offerUndo(assigned, async () => {
              const formerId = service.assignedVehicleId
              const restored =
                formerId === null
                  ? await undo(assigned)
                  : await reassigning
                      .mutateAsync({
                        params: { id: service.id },
                        body: { vehicleId: formerId, version: assigned.version },
                      })
                      .then(done('restored'), (error) =>
                        refuse(
                          error,
                          service,
                          'vehicles.error.assign',
                          t('services.error.undo', { number: service.serviceNumber }),
                        ),
                      )
              // The vehicle was taken from the other service by the one change that followed its version.
              if (restored !== null && from !== null)
                await assigning
                  .mutateAsync({
                    params: { id: from.serviceId },
                    body: { vehicleId, version: from.version + 1 },
                  })
                  .catch((error: unknown) => refuse(error, service, 'vehicles.error.assign'))
            })
            return assigned
          },
          (error) => refuse(error, service, 'vehicles.error.assign'),
        ),
    unassign,
    confirmPickup: (service: Service) =>
      pickingUp
        .mutateAsync(of(service))
        .then(done('pickupConfirmed'), (error) => refuse(error, service, 'services.error.confirmPickup')),
    complete: (service: Service, finalCost: string | null, reason: string | null) =>
      completing
        .mutateAsync({ params: { id: service.id }, body: { version: service.version, finalCost, reason } })
        .then(done('completed'), (error) => refuse(error, service, 'services.error.complete')),
    cancel: (service: Service, by: CancelBy, note: string | null) =>
      cancelling
        .mutateAsync({ params: { id: service.id }, body: { version: service.version, by, note } })
        .then(done('cancelled'), (error) => refuse(error, service, 'services.error.cancel')),
    remove: (service: Service) =>
      deleting.mutateAsync({ params: { id: service.id } }).then(
        () => done('deleted')(service),
        (error) => refuse(error, service, 'services.error.delete'),
      ),
  }
}
export type ServiceMoves = ReturnType<typeof useServiceMoves>
