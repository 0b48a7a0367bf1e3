import type { Transaction } from '../platform/database/transaction.ts'

/** The vehicle fields shown in the tree. */
export interface PlacedVehicle {
  id: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  plateNumber: string
  status: string
}

/** A vehicle with the searched fields that the tree does not show; VIN and IMEI as far as the actor may see them. */
export interface FoundVehicle extends PlacedVehicle {
  model: string
  vin: string | null
  imei: string | null
}

/** What other domains contribute to companies and fleets; implemented in assembly. Limited to what the transaction sees. */
export interface CompanyWork {
  /** Number of live vehicles by company or by fleet; without entries of zero. */
  countVehicles(
    tx: Transaction,
    by: 'company' | 'fleet',
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
  countContacts(tx: Transaction, companyId: string): Promise<number>
  /** Number of services that have not ended. */
  countOpenServices(
    tx: Transaction,
    of: { companyId: string; fleetId?: string; vehicleId?: string },
  ): Promise<number>
  /** Whether any service of the company has a cost. */
  hasCosts(tx: Transaction, companyId: string): Promise<boolean>
  /** @throws Problem `vehicle_at_work` */
  archiveVehicles(tx: Transaction, companyId: string): Promise<void>
  archiveContacts(tx: Transaction, companyId: string): Promise<void>
  /** Live vehicles of a fleet, ordered by number. */
  listVehicles(
    tx: Transaction,
    fleetId: string,
    page: { offset: number; size: number },
  ): Promise<PlacedVehicle[]>
  searchVehicles(tx: Transaction, search: string, limit: number): Promise<FoundVehicle[]>
  findVehicle(tx: Transaction, id: string): Promise<PlacedVehicle | null>
  isVehicleAtWork(tx: Transaction, id: string): Promise<boolean>
  /**
   * Locks the vehicle and moves it to another fleet of its company; the actor must manage both fleets.
   * @throws Problem `vehicle_not_found`, `moved_meanwhile`, `vehicle_at_work`, `forbidden`, `fleet_denied`
   */
  moveVehicle(tx: Transaction, id: string, move: { fromFleetId: string; toFleetId: string }): Promise<void>
}
