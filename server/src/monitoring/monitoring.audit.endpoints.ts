import { auditKinds, exportAudit, listAudit } from '@rumbo/contract/monitoring.audit.contract'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answer, answerAlone } from '../platform/http/endpoints.ts'
import {
  type AuditCompanies,
  listAuditKinds,
  listAuditOf,
  startAuditExport,
} from './monitoring.audit.actions.ts'

/** Endpoints of the audit. @param companies reads names and time zones of companies */
export const auditEndpoints = (options: { database: Database; companies: AuditCompanies }): Answer[] => [
  answer(listAudit, ({ query }, { tx, actor }) => listAuditOf(tx, actor, options.companies, query)),
  answerAlone(auditKinds, () => listAuditKinds(options.database)),
  answer(exportAudit, ({ body }, { tx }) => startAuditExport(tx, body)),
]
