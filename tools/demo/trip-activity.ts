import { recordPayment } from '@rumbo/contract/payments.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { completeService, confirmPickup } from '@rumbo/contract/services.transitions.contract'
import { listVehicleContacts } from '@rumbo/contract/vehicles.contacts.contract'
import { demoNotes } from './demo-data.ts'
import type { DispatcherSession } from './dispatcher-session.ts'
import type { createDriverActivity } from './driver-activity.ts'
import type { DemoFleet } from './simulated-fleet.ts'
import type { createTrackingActivity } from './tracking-activity.ts'

/** Share of completed services that are paid in cash at once. */
const paidShare = 0.7

interface TripActivityOptions {
  session: DispatcherSession
  fleet: DemoFleet
  drivers: ReturnType<typeof createDriverActivity>
  customers: ReturnType<typeof createTrackingActivity>
  random: () => number
}

const nextStop = ({ status, plannedStops }: Service) =>
  status === 'vehicle_assigned' ? plannedStops[0] : plannedStops.at(-1)

/** Of the services of one vehicle, the one whose next stop its planned route has first. */
function nextOfEachVehicle(items: readonly Service[], sequence: ReadonlyMap<string, number>): Service[] {
  const placeOf = (service: Service) => sequence.get(nextStop(service)?.id ?? '') ?? 0
  const taken = new Set<string>()
  return items
    .filter(({ assignedVehicleId }) => assignedVehicleId !== null)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .filter(({ assignedVehicleId }) => {
      const vehicleId = assignedVehicleId ?? ''
      return taken.has(vehicleId) ? false : taken.add(vehicleId)
    })
}

/** Sends the simulated vehicles to the stops of their services, and moves services on where they arrived. */
export function createTripActivity({ session, fleet, drivers, customers, random }: TripActivityOptions) {
  const { call, devices } = session
  /** The stop each device was sent to, and the devices that are there. */
  const directed = new Map<string, string>()
  const arrived = new Set<string>()
  fleet.onArrival((arrival) => void arrived.add(arrival.deviceIdentifier))

  /** Records that the vehicle's driver was paid in cash. */
  async function pay({ id, assignedVehicleId, assignedDriverId, finalCost }: Service): Promise<void> {
    if (assignedVehicleId === null || finalCost === null) return
    const { items } = await call(listVehicleContacts, { params: { id: assignedVehicleId } })
    const driver = items.find(({ role }) => role === 'primary_driver')
    await call(recordPayment, {
      params: { id },
      body: {
        kind: 'payment',
        method: 'cash',
        amount: finalCost,
        driverId: assignedDriverId ?? driver?.contactId ?? null,
      },
    })
  }

  /** Sends the vehicle to the next stop of its service, once. */
  function drive(service: Service) {
    const device = service.assignedVehicleId ? devices.get(service.assignedVehicleId) : undefined
    const stop = nextStop(service)
    if (!device || !stop || directed.get(device) === stop.id) return
    directed.set(device, stop.id)
    arrived.delete(device)
    fleet.direct({
      deviceIdentifier: device,
      latitude: stop.latitude,
      longitude: stop.longitude,
      standSeconds: 60,
    })
  }

  /** Confirms the pickup, or completes the service. */
  async function moveOn(service: Service): Promise<void> {
    const move = service.status === 'vehicle_assigned' ? confirmPickup : completeService
    const moved = await call(move, { params: { id: service.id }, body: { version: service.version } })
    if (move === completeService && random() < paidShare) await pay(moved)
    if (move === completeService) await customers.rate(service)
  }

  return {
    /**
     * One round for all services under way.
     * @param sequence the places of stops in planned routes
     */
    async update(items: readonly Service[], sequence: ReadonlyMap<string, number>): Promise<void> {
      const leave = (device: string) => {
        directed.delete(device)
        arrived.delete(device)
      }
      for (const service of nextOfEachVehicle(items, sequence)) {
        const device = service.assignedVehicleId ? devices.get(service.assignedVehicleId) : undefined
        const isThere = device !== undefined && directed.has(device) && arrived.has(device)
        if (isThere && drivers.isDriven(service)) {
          if (await drivers.arriveFor(service)) leave(device)
        } else if (isThere && service.notes === demoNotes) {
          await moveOn(service)
          leave(device)
        } else drive(service)
      }
    },
  }
}
