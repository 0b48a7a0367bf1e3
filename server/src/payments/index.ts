export { exportStatementWork, statementExportKind } from './payments.accounts.actions.ts'
export { followCost } from './payments.actions.ts'
export { readOwnCashOf } from './payments.cash.actions.ts'
export { paymentEndpoints } from './payments.endpoints.ts'
