import { moneyOf } from '@rumbo/contract/money'
import type { PaymentEntry } from '@rumbo/contract/payments.contract'

export interface EntryRow {
  id: string
  company_id: string
  fleet_id: string
  kind: string
  service_id: string | null
  service_number: number | null
  contact_id: string
  contact_name: string
  method: string
  amount_minor: number | string
  currency: string
  driver_id: string | null
  driver_name: string | null
  received_at: Date
  note: string | null
  voids: string | null
  recorded_at: Date
  recorded_by_name: string | null
  is_voided: boolean
  closeout_number: number | null
}

export const entryOf = (row: EntryRow): PaymentEntry => ({
  id: row.id,
  kind: row.kind as PaymentEntry['kind'],
  serviceId: row.service_id,
  serviceNumber: row.service_number,
  contactId: row.contact_id,
  contactName: row.contact_name,
  method: row.method as PaymentEntry['method'],
  amount: moneyOf(Number(row.amount_minor), row.currency),
  currency: row.currency,
  driverId: row.driver_id,
  driverName: row.driver_name,
  receivedAt: row.received_at.toISOString(),
  note: row.note,
  voids: row.voids,
  isVoided: row.is_voided,
  recordedAt: row.recorded_at.toISOString(),
  recordedBy: row.recorded_by_name,
  closeoutNumber: row.closeout_number,
})
