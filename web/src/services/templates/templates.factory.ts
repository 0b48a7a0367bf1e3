import type { ServiceTemplate } from '@rumbo/contract/services.templates.contract'

/** A template for tests: a school run of the contact `k1`. */
export function someTemplate(some: Partial<ServiceTemplate> = {}): ServiceTemplate {
  return {
    id: 'p1',
    companyId: 'c1',
    contactId: 'k1',
    name: 'Escuela',
    serviceType: 'shuttle',
    priorityLevel: 'high',
    notes: 'Dos niños',
    requiredVehicleType: null,
    requiredSeats: null,
    requiredLoadKg: null,
    requiredLoadM3: null,
    requiredSkills: [],
    requiredProofs: [],
    stops: [
      {
        stopType: 'pickup',
        address: 'Durango 12',
        latitude: 19.42,
        longitude: -99.16,
        reference: 'Portón verde',
        contactName: null,
        contactPhone: null,
        serviceMinutes: null,
      },
      {
        stopType: 'drop',
        address: 'Colegio Alameda',
        latitude: 19.43,
        longitude: -99.15,
        reference: null,
        contactName: null,
        contactPhone: null,
        serviceMinutes: null,
      },
    ],
    updatedAt: '2026-03-02T15:00:00.000Z',
    updatedBy: 'Ana Ruiz',
    ...some,
  }
}
