import type { Service } from '@rumbo/contract/services.contract'
import type { Fact } from '../platform/facts/fact.ts'

/** What a driver is to know of a service: it became theirs, changed, is cancelled, or is theirs no longer. */
export type DriverConcern = 'assigned' | 'changed' | 'cancelled' | 'taken'
export type ServiceChangedForDriver = Fact<
  'service.changed_for_driver',
  {
    serviceId: string
    serviceNumber: number
    /** Of the directory. */
    driverId: string
    vehicleId: string | null
    concern: DriverConcern
    /** The first stop that was planned. */
    address: string | null
  }
>

const isWithDriver = ({ status }: Service) => status === 'vehicle_assigned' || status === 'in_progress'
/** What a driver follows; where the driver records stops, `executedStops` change, and no plan. */
const planOf = ({ plannedStops, dispatchTime, notes, customerName, customerPhone }: Service) =>
  JSON.stringify([plannedStops, dispatchTime, notes, customerName, customerPhone])

/** What drivers are to know of a change; who did it is not looked at. */
export function concernsOf(before: Service | null, after: Service): ServiceChangedForDriver[] {
  const former = before && isWithDriver(before) ? before.assignedDriverId : null
  const present = isWithDriver(after) ? after.assignedDriverId : null
  const fact = (driverId: string, concern: DriverConcern): ServiceChangedForDriver => ({
    kind: 'service.changed_for_driver',
    companyId: after.companyId,
    fleetId: after.fleetId,
    payload: {
      serviceId: after.id,
      serviceNumber: after.serviceNumber,
      driverId,
      vehicleId: after.assignedVehicleId ?? before?.assignedVehicleId ?? null,
      concern,
      address: after.plannedStops[0]?.address ?? null,
    },
  })
  if (before && former !== null && former === present)
    return planOf(before) === planOf(after) ? [] : [fact(former, 'changed')]
  const isCancelled = after.status.startsWith('cancelled')
  const isEnded = after.status === 'completed' || after.status === 'cancelled_by_driver'
  return [
    ...(former === null || isEnded ? [] : [fact(former, isCancelled ? 'cancelled' : 'taken')]),
    ...(present === null ? [] : [fact(present, 'assigned')]),
  ]
}
