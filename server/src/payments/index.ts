export { exportStatementWork, statementExportKind } from './payments.accounts.actions.ts'
export { paymentEndpoints } from './payments.endpoints.ts'
