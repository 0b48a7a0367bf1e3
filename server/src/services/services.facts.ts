import type { Service, ServiceStatus } from '@rumbo/contract/services.contract'
import type { Fact } from '../platform/facts/fact.ts'

export type ServiceFact = Fact<
  'service.created' | 'service.changed' | 'service.moved' | 'service.deleted',
  {
    serviceId: string
    serviceNumber: number
    status: ServiceStatus
    from: ServiceStatus | null
    vehicleId: string | null
  }
>

export function serviceFact(
  kind: ServiceFact['kind'],
  service: Service,
  from: ServiceStatus | null = null,
): ServiceFact {
  return {
    kind,
    companyId: service.companyId,
    fleetId: service.fleetId,
    payload: {
      serviceId: service.id,
      serviceNumber: service.serviceNumber,
      status: service.status,
      from,
      vehicleId: service.assignedVehicleId,
    },
  }
}
