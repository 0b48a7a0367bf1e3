import * as accounts from '@rumbo/contract/payments.accounts.contract'
import * as cash from '@rumbo/contract/payments.cash.contract'
import * as contract from '@rumbo/contract/payments.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import {
  listAccountsOf,
  readStatementOf,
  recordAccountPaymentOf,
  startStatementExport,
} from './payments.accounts.actions.ts'
import { choosePaymentMethodOf, recordPaymentOf, showPayments, voidPaymentOf } from './payments.actions.ts'
import {
  closeCashOf,
  correctCloseoutOf,
  listCloseoutsOf,
  listOpenCashOf,
  readCloseoutOf,
  readOpenCashOf,
  readOwnCashOf,
} from './payments.cash.actions.ts'

export const paymentEndpoints: Answer[] = [
  answer(contract.readServicePayments, ({ params }, { tx, actor }) => showPayments(tx, actor, params.id)),
  answer(contract.recordPayment, ({ params, body }, { tx, actor }) =>
    recordPaymentOf(tx, actor, params.id, body),
  ),
  answer(contract.voidPayment, ({ params, body }, { tx, actor }) =>
    voidPaymentOf(tx, actor, params.id, body.reason),
  ),
  answer(contract.choosePaymentMethod, ({ params, body }, { tx, actor }) =>
    choosePaymentMethodOf(tx, actor, params.id, body),
  ),
  answer(cash.listOpenCash, ({ query }, { tx }) => listOpenCashOf(tx, query)),
  answer(cash.readOpenCash, ({ params, query }, { tx }) => readOpenCashOf(tx, params.id, query.fleetId)),
  answer(cash.readOwnCash, (_input, { tx, actor }) => readOwnCashOf(tx, actor)),
  answer(cash.closeCash, ({ body }, { tx, actor }) => closeCashOf(tx, actor, body)),
  answer(cash.listCloseouts, ({ query }, { tx }) => listCloseoutsOf(tx, query)),
  answer(cash.readCloseout, ({ params }, { tx }) => readCloseoutOf(tx, params.id)),
  answer(cash.correctCloseout, ({ params, body }, { tx, actor }) =>
    correctCloseoutOf(tx, actor, params.id, body),
  ),
  answer(accounts.listAccounts, ({ query }, { tx }) => listAccountsOf(tx, query)),
  answer(accounts.readStatement, ({ params, query }, { tx }) => readStatementOf(tx, params.id, query)),
  answer(accounts.recordAccountPayment, ({ params, body }, { tx, actor }) =>
    recordAccountPaymentOf(tx, actor, params.id, body),
  ),
  answer(accounts.exportStatement, ({ params, body }, { tx, actor }) =>
    startStatementExport(tx, actor, params.id, body),
  ),
]
