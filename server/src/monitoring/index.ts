export { auditExportKind, exportAuditWork } from './monitoring.audit.actions.ts'
export { auditEndpoints } from './monitoring.audit.endpoints.ts'
export { monitoringEndpoints } from './monitoring.endpoints.ts'
export { createReadiness } from './monitoring.readiness.ts'
