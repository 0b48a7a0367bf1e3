export { exportStatementWork, statementExportKind } from './payments.accounts.actions.ts'
export { followCost } from './payments.actions.ts'
export { paymentEndpoints } from './payments.endpoints.ts'
