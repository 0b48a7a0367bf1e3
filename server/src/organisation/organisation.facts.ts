import type { Fact } from '../platform/facts/fact.ts'

export type CompanyFactKind = 'company.created' | 'company.changed' | 'company.archived'
export type CompanyFact = Fact<CompanyFactKind, { companyId: string }>

export const companyFact = (kind: CompanyFactKind, companyId: string): CompanyFact => ({
  kind,
  companyId,
  payload: { companyId },
})
