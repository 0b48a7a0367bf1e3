import type { Service } from '@rumbo/contract/services.contract'

export type Stage = 'toPickup' | 'onBoard' | 'underWay'
const carriesPeople = new Set<Service['serviceType']>(['taxi', 'shuttle'])

/** What the vehicle of a started service is doing. */
export const stageOf = ({ status, serviceType }: Pick<Service, 'status' | 'serviceType'>): Stage =>
  status === 'vehicle_assigned' ? 'toPickup' : carriesPeople.has(serviceType) ? 'onBoard' : 'underWay'
