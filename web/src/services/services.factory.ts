import type { StopAhead } from '@rumbo/contract/planning.ahead.contract'
import type { ExecutedStop, PlannedStop, Service } from '@rumbo/contract/services.contract'
import type { CurrentService } from '@rumbo/contract/services.current.contract'

/** A planned stop for tests: the pickup on Reforma. */
export function somePlannedStop(some: Partial<PlannedStop> = {}): PlannedStop {
  return {
    id: 'stop-1',
    sequence: 1,
    stopType: 'pickup',
    address: 'Paseo de la Reforma 222',
    latitude: 19.4284,
    longitude: -99.1627,
    timeWindowStart: null,
    timeWindowEnd: null,
    reference: null,
    contactName: null,
    contactPhone: null,
    extraCost: null,
    serviceMinutes: null,
    ...some,
  }
}

/** An executed stop for tests: the pickup, recorded from positions, with the vehicle still there. */
export function someExecutedStop(some: Partial<ExecutedStop> = {}): ExecutedStop {
  return {
    ...somePlannedStop(),
    arrived: '2026-03-02T15:04:00.000Z',
    departed: null,
    costAtStop: null,
    distanceAtStop: 1_240,
    notes: null,
    status: 'executed',
    operator: 'system',
    correctedBy: null,
    correctionReason: null,
    ...some,
  }
}

/** A service for tests: a taxi, created just now. */
export function someService(some: Partial<Service> = {}): Service {
  const now = new Date().toISOString()
  return {
    id: 's1',
    companyId: 'c1',
    fleetId: 'f1',
    serviceNumber: 20431,
    serviceType: 'taxi',
    priorityLevel: 'medium',
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    customerEmail: null,
    requesterContactId: 'k1',
    dispatchTime: now,
    status: 'created',
    createdAt: now,
    startedAt: null,
    endedAt: null,
    duration: null,
    notes: null,
    estimatedCost: null,
    isPriceAgreed: false,
    currentCost: null,
    finalCost: null,
    currency: 'MXN',
    paymentMethod: 'cash',
    paymentStatus: 'pending',
    paidAmount: '0.00',
    assignedVehicleId: null,
    assignedVehicleNumber: null,
    assignedDriverId: null,
    driverName: null,
    driverPhone: null,
    extras: [],
    requiredVehicleType: null,
    requiredSeats: null,
    requiredLoadKg: null,
    requiredLoadM3: null,
    requiredSkills: [],
    requiredProofs: [],
    plannedDistance: 3_400,
    plannedDuration: 780,
    isRouteEstimated: false,
    plannedStops: [somePlannedStop()],
    executedStops: [],
    statusHistory: [{ status: 'created', at: now, by: 'Marta Ruiz', note: null }],
    statusSince: now,
    waitingSince: [some.statusSince ?? now, some.dispatchTime ?? now].sort().at(-1) ?? now,
    seriesId: null,
    updatedAt: now,
    version: 1,
    ...some,
  }
}

/** The current service of a vehicle for tests: a taxi on its way to the pickup. */
export function someCurrentService(some: Partial<CurrentService> = {}): CurrentService {
  return {
    vehicleId: 'v1',
    serviceId: 's1',
    serviceNumber: 20431,
    customerName: 'Elena Torres',
    serviceType: 'taxi',
    status: 'vehicle_assigned',
    statusSince: new Date().toISOString(),
    driverName: 'Rosa Ibarra',
    nextStop: {
      number: 1,
      count: 2,
      stopType: 'pickup',
      address: 'Paseo de la Reforma 222',
      latitude: 19.4284,
      longitude: -99.1627,
    },
    ...some,
  }
}

/** A stop to come of a published route, for tests. */
export function someStopAhead(some: Partial<StopAhead> = {}): StopAhead {
  return {
    planId: 'p1',
    serviceId: 's1',
    stopId: 'stop1',
    sequence: 1,
    plannedArrival: '2026-11-25T14:00:00.000Z',
    plannedBegin: '2026-11-25T14:00:00.000Z',
    plannedDeparture: '2026-11-25T14:05:00.000Z',
    windowEnd: null,
    arrived: null,
    predictedArrival: '2026-11-25T14:00:00.000Z',
    isEstimate: false,
    obstacle: null,
    lateSeconds: 0,
    serviceNumber: 20431,
    serviceStatus: 'vehicle_assigned',
    customerName: 'Elena Torres',
    stopType: 'pickup',
    address: 'Paseo de la Reforma 222',
    ...some,
  }
}
