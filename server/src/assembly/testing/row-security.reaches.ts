import type { Place } from './access.place.ts'
import type { Spot } from './access.table.ts'
import type { Reach } from './row-security.reach.ts'

/** By person of the access harness; all belong to the first company. */
export function reachesOf(
  { own, otherFleet }: Readonly<Record<Spot, Place>>,
  people: Readonly<Record<string, { id: string }>>,
): Readonly<Record<string, Reach>> {
  const company = [own.companyId]
  const managersFleets = [own.fleetId, own.spareFleetId]
  const companyFleets = [...managersFleets, otherFleet.fleetId, otherFleet.spareFleetId]
  const none: Omit<Reach, 'userId'> = {
    isSuper: false,
    isGuest: false,
    companies: [],
    writes: [],
    manages: [],
    fleets: [],
    managedFleets: [],
    directories: [],
    services: [],
    vehicles: [],
    driven: { companies: [], fleets: [], vehicles: [], services: [] },
  }
  const drives = { fleets: [own.fleetId], vehicles: [own.vehicleId], services: [] }
  const reader = (fleets: string[]) => ({
    ...none,
    companies: company,
    fleets,
    directories: company,
    services: fleets,
  })
  const keeper = (fleets: string[]) => ({ ...reader(fleets), writes: company, managedFleets: fleets })
  const reaches: Record<string, Omit<Reach, 'userId'>> = {
    superAdmin: { ...none, isSuper: true },
    admin: { ...keeper(companyFleets), manages: company },
    manager: keeper(managersFleets),
    dispatcher: keeper([own.fleetId]),
    viewer: reader([own.fleetId]),
    driver: {
      ...none,
      driven: {
        ...drives,
        companies: company,
        // The assigned service also gives the driver its vehicle.
        vehicles: [own.vehicleId, own.activeVehicleIds[1]],
        services: [own.services.assigned.id],
      },
    },
    mixed: { ...keeper([own.spareFleetId]), driven: { ...drives, companies: [] } },
    guest: {
      ...none,
      isGuest: true,
      companies: company,
      fleets: [own.fleetId],
      vehicles: [own.vehicleId],
    },
    scopeless: none,
  }
  return Object.fromEntries(
    Object.entries(people).flatMap(([name, { id }]) => {
      const reach = reaches[name]
      return reach ? [[name, { ...reach, userId: id }]] : []
    }),
  )
}
