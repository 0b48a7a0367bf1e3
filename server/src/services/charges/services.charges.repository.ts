import type { Charge, ChargeLine } from '@rumbo/contract/billing.contract'
import { minorOf, moneyOf } from '@rumbo/contract/money'
import type { ChargePhase, ServiceCharge, UsageSource } from '@rumbo/contract/services.charges.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** A charge to write, with where its usage comes from. */
export type NewCharge = Charge & {
  distanceSource: UsageSource
  timeSource: UsageSource
  isSet: boolean
}

/** Replaces the charge of a phase. */
export async function writeCharge(
  tx: Transaction,
  service: Pick<Service, 'id' | 'companyId' | 'fleetId'>,
  phase: ChargePhase,
  charge: NewCharge,
): Promise<void> {
  const values = {
    company_id: service.companyId,
    fleet_id: service.fleetId,
    tariff_id: charge.tariffId,
    tariff_name: charge.tariffName,
    lines: JSON.stringify(charge.lines),
    total_minor: minorOf(charge.total, charge.currency),
    currency: charge.currency,
    distance_metres: charge.usage.distanceMetres,
    driving_seconds: charge.usage.drivingSeconds,
    waiting_seconds: charge.usage.waitingSeconds,
    distance_source: charge.distanceSource,
    time_source: charge.timeSource,
    is_set: charge.isSet,
    computed_at: tx.now,
  }
  await tx.run(
    query
      .insertInto('services.charges')
      .values({ service_id: service.id, phase, ...values })
      .onConflict((conflict) => conflict.columns(['service_id', 'phase']).doUpdateSet(values)),
  )
}

export async function removeCharge(tx: Transaction, serviceId: string, phase: ChargePhase): Promise<void> {
  await tx.run(
    query.deleteFrom('services.charges').where('service_id', '=', serviceId).where('phase', '=', phase),
  )
}

/** The stored charges of a service by phase, as far as the actor may read them. */
export async function findCharges(
  tx: Transaction,
  serviceId: string,
): Promise<ReadonlyMap<ChargePhase, ServiceCharge>> {
  const rows = await tx.rows(
    query.selectFrom('services.charges').selectAll().where('service_id', '=', serviceId),
  )
  return new Map(
    rows.map((row) => [
      row.phase as ChargePhase,
      {
        phase: row.phase as ChargePhase,
        tariffId: row.tariff_id,
        tariffName: row.tariff_name,
        currency: row.currency,
        total: moneyOf(Number(row.total_minor), row.currency),
        lines: row.lines as ChargeLine[],
        usage: {
          distanceMetres: row.distance_metres,
          drivingSeconds: row.driving_seconds,
          waitingSeconds: row.waiting_seconds,
        },
        distanceSource: row.distance_source as UsageSource,
        timeSource: row.time_source as UsageSource,
        isSet: row.is_set,
        computedAt: row.computed_at.toISOString(),
      },
    ]),
  )
}

/** Writes the current cost of a running service, unless it is the one stored. @returns whether it changed */
export async function writeCurrentCost(tx: Transaction, id: string, totalMinor: number): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable('services.services')
      .set({ current_cost_minor: totalMinor })
      .where('id', '=', id)
      .where('status', '=', 'in_progress')
      .where('archived_at', 'is', null)
      .where(sql<boolean>`current_cost_minor is distinct from ${totalMinor}`),
  )
  return changed > 0
}

export async function writeFinalCost(tx: Transaction, id: string, totalMinor: number): Promise<void> {
  await tx.run(
    query.updateTable('services.services').set({ final_cost_minor: totalMinor }).where('id', '=', id),
  )
}

/** The odometer of the vehicle when a service started, by service. */
export async function findStartOdometers(
  tx: Transaction,
  serviceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.sql<{ id: string; metres: number }>(
    `select id, start_odometer_metres as metres from services.services
     where id = any($1::uuid[]) and start_odometer_metres is not null`,
    [serviceIds],
  )
  return new Map(rows.map(({ id, metres }) => [id, metres]))
}

/** Ids of all running services. */
export async function findRunning(tx: Transaction): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select id from services.services where status = 'in_progress' and archived_at is null order by fleet_id, id`,
  )
  return rows.map(({ id }) => id)
}
