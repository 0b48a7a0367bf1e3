import type { Service } from '@rumbo/contract/services.contract'

export type Phase = 'toPickup' | 'onBoard' | 'underWay'
const carriesPeople = new Set<Service['serviceType']>(['taxi', 'shuttle'])

/** What the vehicle of a started service is doing. */
export const phaseOf = ({ status, serviceType }: Pick<Service, 'status' | 'serviceType'>): Phase =>
  status === 'vehicle_assigned' ? 'toPickup' : carriesPeople.has(serviceType) ? 'onBoard' : 'underWay'
