import { silentReleaseSeconds } from '@rumbo/contract/dispatch.engine.contract'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { findOpenServices, lockService, unassignVehicle } from '../../services/index.ts'
import { insertDecision } from './dispatch.decisions.repository.ts'
import { engineIdentity } from './dispatch.engine-identity.ts'
import { noExplanation } from './dispatch.explanation.rules.ts'
import type { FleetState } from './dispatch.fleet-state.actions.ts'
import { holdLease, type Lease } from './dispatch.leases.repository.ts'

/**
 * Takes services back from vehicles that went silent on their way to the pickup: the customer would wait for nobody.
 * A vehicle that never reported, or that is at the pickup, keeps its service.
 * @returns the services that wait again
 */
export async function releaseSilent(
  database: Database,
  { companyId, lease }: { companyId: string; lease: Lease },
  { vehicles, settings, now }: Pick<FleetState, 'vehicles' | 'settings' | 'now'>,
): Promise<string[]> {
  const { fleetId } = lease
  const silent = new Map(
    vehicles
      .filter(({ fixAgeMs }) => fixAgeMs !== null && fixAgeMs > silentReleaseSeconds * 1000)
      .map((vehicle) => [vehicle.vehicleId, vehicle]),
  )
  if (silent.size === 0) return []
  const open = await database.transaction(engineIdentity, (tx) => findOpenServices(tx, [fleetId]), {
    readOnly: true,
  })
  const released: string[] = []
  for (const { id, status, vehicleId, statusSince } of open) {
    const vehicle = silent.get(vehicleId ?? '')
    const isLong = now.getTime() - statusSince.getTime() > silentReleaseSeconds * 1000
    if (status !== 'vehicle_assigned' || !vehicle || !isLong) continue
    try {
      await database.transaction(engineIdentity, async (tx) => {
        if (!(await holdLease(tx, lease))) return
        const service = await lockService(tx, null, id, 'services.dispatch')
        const hasArrived = service.executedStops.some(({ arrived }) => arrived !== null)
        if (service.assignedVehicleId !== vehicleId || hasArrived) return
        await unassignVehicle(tx, null, id, service.version)
        await insertDecision(
          tx,
          { companyId, fleetId },
          {
            serviceId: id,
            mode: settings.mode,
            preset: settings.preset,
            outcome: 'released',
            vehicleId: vehicle.vehicleId,
            vehicleNumber: vehicle.vehicleNumber,
            ...noExplanation,
          },
        )
        released.push(id)
      })
    } catch (error) {
      // Somebody changed it meanwhile.
      if (!(error instanceof Problem)) throw error
    }
  }
  return released
}
