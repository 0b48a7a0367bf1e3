import { exportContactsWork, importContactsWork } from '../directory/index.ts'
import { exportEventsWork, ruleTestKind, testRuleWork } from '../events/index.ts'
import { exportFencesWork, fenceTestKind, importFencesWork, testFenceWork } from '../geofences/index.ts'
import { auditExportKind, exportAuditWork } from '../monitoring/index.ts'
import { findCompanyNames } from '../organisation/index.ts'
import { exportStatementWork, statementExportKind } from '../payments/index.ts'
import type { WorkKind } from '../platform/jobs/work.ts'
import { exportServicesWork } from '../services/index.ts'
import { exportHistoryWork, historyExportKind } from '../telemetry/index.ts'
import { exportVehiclesWork, importVehiclesWork } from '../vehicles/index.ts'

/** All kinds of long work, by name. */
export const workKinds: Readonly<Record<string, WorkKind>> = {
  'directory.import': importContactsWork,
  'directory.export': exportContactsWork,
  'geofences.import': importFencesWork,
  'geofences.export': exportFencesWork,
  'events.export': exportEventsWork,
  'services.export': exportServicesWork,
  'vehicles.import': importVehiclesWork,
  'vehicles.export': exportVehiclesWork,
  [statementExportKind]: exportStatementWork,
  [historyExportKind]: exportHistoryWork,
  [fenceTestKind]: testFenceWork,
  [ruleTestKind]: testRuleWork,
  [auditExportKind]: exportAuditWork(findCompanyNames),
}
