import { Readable } from 'node:stream'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { moneyOf } from '@rumbo/contract/money'
import {
  exportStatement,
  type listAccounts,
  type readStatement,
  type recordAccountPayment,
  type Statement,
  type StatementLine,
  statementLineLimit,
} from '@rumbo/contract/payments.accounts.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { findContact } from '../directory/index.ts'
import { findCompany, findFleet, findFleetIds, lockCurrency, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { requireCallFeature } from '../platform/access/features.ts'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../platform/jobs/work.ts'
import { writePdfInProcess } from '../platform/pdf/pdf-process.ts'
import { problem } from '../platform/problem.ts'
import { contentTypeOf, writeTable } from '../platform/tables/export-table.ts'
import { ExportTally, endExport } from '../platform/tables/export-work.ts'
import {
  balanceBefore,
  findAccounts,
  findLines,
  type LineRow,
  periodOf,
} from './payments.accounts.repository.ts'
import { amountOf, personOf, receivedTime } from './payments.actions.ts'
import { insertEntry, lockCash } from './payments.repository.ts'
import {
  statementDocument,
  statementHeadings,
  statementRows,
  sumsOfLines,
} from './payments.statement.rules.ts'

export const statementExportKind = 'payments.statement'
const longestDays = 366

export async function listAccountsOf(tx: Transaction, query: ParsedOf<typeof listAccounts>['query']) {
  const { sort, order, page, size, search, owing } = query
  const { rows, total } = await findAccounts(tx, {
    fleetIds: await findFleetIds(tx, query),
    patterns: searchPatterns(search),
    isOwing: owing === 'true',
    sort,
    order,
    page,
    size,
  })
  const items = rows.map(({ chargedMinor, paidMinor, lastAt, ...row }) => {
    const [charged, paid] = [Number(chargedMinor), Number(paidMinor)]
    return {
      ...row,
      charged: moneyOf(charged, row.currency),
      paid: moneyOf(paid, row.currency),
      balance: moneyOf(charged - paid, row.currency),
      lastAt: lastAt.toISOString(),
    }
  })
  return { items, total, page, size }
}

type Period = ParsedOf<typeof readStatement>['query']

function requirePeriod({ from, to }: Period): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  if (days < 0 || days > longestDays) throw problem('statement_range')
}

function lineOf(row: LineRow, balanceMinor: number, currency: string): StatementLine {
  return {
    at: row.at.toISOString(),
    kind: row.kind as StatementLine['kind'],
    serviceId: row.serviceId,
    serviceNumber: row.serviceNumber,
    detail: row.detail,
    method: row.method as StatementLine['method'],
    amount: moneyOf(Number(row.amountMinor), currency),
    balance: moneyOf(balanceMinor, currency),
  }
}

/** The statement of a customer the caller may read, of the fleets the caller may read. @throws Problem `contact_not_found`, `statement_range` */
export async function readStatementOf(
  tx: Transaction,
  contactId: string,
  period: Period,
): Promise<Statement> {
  requirePeriod(period)
  const contact = await findContact(tx, contactId)
  if (!contact) throw problem('contact_not_found')
  const company = await findCompany(tx, contact.companyId)
  if (!company) throw problem('contact_not_found')
  const { timeZone, currency } = company
  const range = await periodOf(tx, { ...period, timeZone })
  const openingMinor = await balanceBefore(tx, contactId, range.from)
  const rows = await findLines(tx, contactId, range, statementLineLimit + 1)
  if (rows.length > statementLineLimit) throw problem('statement_range')
  let balanceMinor = openingMinor
  const lines = rows.map((row) => {
    balanceMinor += Number(row.amountMinor)
    return lineOf(row, balanceMinor, currency)
  })
  const { chargedMinor, paidMinor } = sumsOfLines(lines, currency)
  return {
    contactId,
    contactName: `${contact.firstName} ${contact.lastName}`.trim(),
    contactCompany: contact.companyName,
    companyId: contact.companyId,
    companyName: company.name,
    currency,
    timeZone,
    ...period,
    opening: moneyOf(openingMinor, currency),
    charged: moneyOf(chargedMinor, currency),
    paid: moneyOf(paidMinor, currency),
    closing: moneyOf(balanceMinor, currency),
    lines,
  }
}

/** @throws Problem `fleet_denied`, `forbidden`, `contact_not_found`, `validation_failed` */
export async function recordAccountPaymentOf(
  tx: Transaction,
  actor: Actor,
  contactId: string,
  body: ParsedOf<typeof recordAccountPayment>['body'],
) {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { id: fleetId, company_id: companyId } = fleet
  requireCan(actor, 'payments.record', { companyId, fleetId })
  const currency = await lockCurrency(tx, companyId)
  if (currency === null || !(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  const contact = await personOf(tx, contactId, companyId)
  const amountMinor = amountOf(body.amount, currency)
  await lockCash(tx, fleetId, contactId)
  const entryId = await insertEntry(tx, {
    companyId,
    fleetId,
    kind: 'payment',
    service: null,
    contact,
    method: body.method,
    amountMinor,
    currency,
    driver: null,
    receivedAt: receivedTime(tx, body.receivedAt),
    note: body.note,
    voids: null,
  })
  tx.stale({ domain: 'payments', fleetId, companyId })
  tx.audit({
    action: 'payment.recorded',
    entity: 'payment',
    entityId: entryId,
    entityName: contact.name,
    companyId,
    fleetId,
    changes: { amount: [null, moneyOf(amountMinor, currency)] },
  })
  return { entryId, fleetId, companyId }
}

type ExportBody = ParsedOf<typeof exportStatement>['body']
interface ExportPayload extends ExportBody {
  contactId: string
}

/** Queues the file of a statement. @throws Problem `contact_not_found`, `statement_range` */
export async function startStatementExport(
  tx: Transaction,
  actor: Actor,
  contactId: string,
  body: ExportBody,
): Promise<{ workId: string }> {
  requirePeriod(body)
  const contact = await findContact(tx, contactId)
  if (!contact) throw problem('contact_not_found')
  requireCallFeature(actor, { companyId: contact.companyId })
  const payload: ExportPayload = { contactId, ...body }
  return startWork(tx, statementExportKind, payload, contact.companyId)
}

/** The work `payments.statement`: writes a statement as PDF or CSV. */
export const exportStatementWork: WorkKind = async (payload, actor, database, io) => {
  const { contactId, ...given } = payload as ExportPayload
  const { format, language, from, to } = (exportStatement.body?.parse(given) ?? given) as ExportBody
  const statement = await database.transaction(actor, (tx) => readStatementOf(tx, contactId, { from, to }), {
    readOnly: true,
  })
  const { contactName, companyId, lines } = statement
  const file = `${translate(language, 'payments.statement.file')} ${contactName} ${from} ${to}.${format}`
  const name = file.replace(/[\\/:*?"<>|]+/g, '-')
  const id =
    format === 'pdf'
      ? await io.saveFile(
          name,
          'application/pdf',
          await writePdfInProcess(statementDocument(language, statement), io.signal),
        )
      : await io.saveFile(
          name,
          contentTypeOf('csv'),
          writeTable('csv', statementHeadings(language), Readable.from(statementRows(language, statement))),
        )
  const tally = new ExportTally()
  tally.add(companyId, lines.length)
  return endExport(
    database,
    actor,
    io,
    { id, name },
    {
      action: 'payment.exported',
      entity: 'contact',
      entityId: contactId,
      entityName: contactName,
      tally,
      asked: { from, to, format, language },
    },
  )
}
