import type { Transaction } from '../../platform/database/transaction.ts'
import type { PlanPlace } from '../planning.repository.ts'

/** The vehicle that a plan gives a service, and when it is to leave for it. */
export interface PlannedReservation {
  serviceId: string
  vehicleId: string
  vehicleNumber: string
  leavesAt: string
  /** The earliest that makes sense, once the stop before is done; at most `leavesAt`. */
  mayLeaveAt: string
  /** Of the service. */
  dispatchTime: string
}

/** What publishing asks of dispatch. The services are locked. */
export interface PublishingLinks {
  /** Of these services those that a person or another plan reserved a vehicle for. */
  reservedElsewhere(
    tx: Transaction,
    planId: string,
    serviceIds: readonly string[],
  ): Promise<{ serviceId: string; vehicleNumber: string }[]>
  /** Makes these the reservations of the plan. @returns the number of services whose former reservation is gone */
  reserve(tx: Transaction, plan: PlanPlace, reservations: readonly PlannedReservation[]): Promise<number>
}
