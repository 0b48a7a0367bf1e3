import type { Fact } from '../platform/facts/fact.ts'

export type CompanyFactKind = 'company.created' | 'company.changed' | 'company.archived'
export type CompanyFact = Fact<CompanyFactKind, { companyId: string }>

export const companyFact = (kind: CompanyFactKind, companyId: string): CompanyFact => ({
  kind,
  companyId,
  payload: { companyId },
})

export type FleetFactKind = 'fleet.created' | 'fleet.changed' | 'fleet.configured' | 'fleet.archived'
export type FleetFact = Fact<FleetFactKind, { fleetId: string }>

/** `fleet.configured`: the set of enabled features changed. */
export const fleetFact = (kind: FleetFactKind, companyId: string, fleetId: string): FleetFact => ({
  kind,
  companyId,
  fleetId,
  payload: { fleetId },
})
