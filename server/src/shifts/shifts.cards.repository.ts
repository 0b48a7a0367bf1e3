import { type DriverCard, mostUnknownCards, type UnknownCard } from '@rumbo/contract/shifts.cards.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'

interface CardRow {
  id: string
  companyId: string
  driverId: string
  card: string
  refusedAt: Date | null
  refusedReason: NonNullable<DriverCard['refused']>['reason'] | null
  refusedVehicleNumber: string | null
  createdAt: Date
}
const columns = `id, company_id as "companyId", contact_id as "driverId", card, refused_at as "refusedAt",
  refused_reason as "refusedReason", refused_vehicle_number as "refusedVehicleNumber", created_at as "createdAt"`
const cardOf = (row: CardRow): DriverCard => ({
  id: row.id,
  companyId: row.companyId,
  driverId: row.driverId,
  card: row.card,
  refused:
    row.refusedAt && row.refusedReason
      ? {
          at: row.refusedAt.toISOString(),
          reason: row.refusedReason,
          vehicleNumber: row.refusedVehicleNumber,
        }
      : null,
  createdAt: row.createdAt.toISOString(),
})

export const findCards = async (tx: Transaction, driverId: string): Promise<DriverCard[]> =>
  (
    await tx.sql<CardRow>(
      `select ${columns} from shifts.cards where contact_id = $1 order by created_at, id`,
      [driverId],
    )
  ).map(cardOf)

export async function findCardById(tx: Transaction, id: string): Promise<DriverCard | null> {
  const [row] = await tx.sql<CardRow>(`select ${columns} from shifts.cards where id = $1`, [id])
  return row ? cardOf(row) : null
}

/** Whose card it is in a company, unless that contact is archived. */
export async function findHolder(
  tx: Transaction,
  companyId: string,
  card: string,
): Promise<{ cardId: string; driverId: string; name: string; hasUser: boolean } | null> {
  const [row] = await tx.sql<{ cardId: string; driverId: string; name: string; hasUser: boolean }>(
    `select k.id as "cardId", c.id as "driverId", concat_ws(' ', c.first_name, c.last_name) as name,
       c.user_id is not null as "hasUser"
     from shifts.cards k join directory.contacts c on c.id = k.contact_id and c.archived_at is null
     where k.company_id = $1 and k.card = $2`,
    [companyId, card],
  )
  return row ?? null
}

/** Assigns a card; one of an archived contact is taken over. @throws Problem `card_taken` */
export async function insertCard(
  tx: Transaction,
  { companyId, driverId, card }: { companyId: string; driverId: string; card: string },
): Promise<DriverCard> {
  const [row] = await tx.sql<CardRow>(
    `insert into shifts.cards (id, company_id, contact_id, card, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, card) do update set contact_id = excluded.contact_id, created_at = excluded.created_at,
       created_by = excluded.created_by, refused_at = null, refused_reason = null, refused_vehicle_number = null
     where exists (select from directory.contacts c where c.id = cards.contact_id and c.archived_at is not null)
     returning ${columns}`,
    [uuid(), companyId, driverId, card, tx.now, tx.actor?.userId ?? null],
  )
  if (!row) throw problem('card_taken')
  return cardOf(row)
}

/** @returns the number of deleted rows */
export const deleteCard = async (tx: Transaction, id: string): Promise<number> =>
  (await tx.sql('delete from shifts.cards where id = $1 returning id', [id])).length

export const writeRefusal = (
  tx: Transaction,
  cardId: string,
  reason: string,
  vehicleNumber: string,
): Promise<unknown> =>
  tx.sql(
    `update shifts.cards set refused_at = $2, refused_reason = $3, refused_vehicle_number = $4 where id = $1`,
    [cardId, tx.now, reason, vehicleNumber],
  )

interface UnknownRow extends Omit<UnknownCard, 'firstSeenAt' | 'lastSeenAt'> {
  firstSeenAt: Date
  lastSeenAt: Date
}
const unknownOf = ({ firstSeenAt, lastSeenAt, ...row }: UnknownRow): UnknownCard => ({
  ...row,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})
const unknownColumns = `u.card, u.vehicle_id as "vehicleId", coalesce(v.vehicle_number, '') as "vehicleNumber",
  u.first_seen_at as "firstSeenAt", u.last_seen_at as "lastSeenAt", u.times, u.is_ignored as "isIgnored"`

/** The latest first; vehicles that the caller may not read have no number. */
export const findUnknown = async (tx: Transaction, companyId: string): Promise<UnknownCard[]> =>
  (
    await tx.sql<UnknownRow>(
      `select ${unknownColumns} from shifts.unknown_cards u left join vehicles.vehicles v on v.id = u.vehicle_id
       where u.company_id = $1 order by u.last_seen_at desc, u.card limit ${mostUnknownCards}`,
      [companyId],
    )
  ).map(unknownOf)

/** Counts a card that belongs to nobody; those seen longest ago are forgotten where there are too many. */
export async function noteUnknown(
  tx: Transaction,
  { companyId, vehicleId, card, at }: { companyId: string; vehicleId: string; card: string; at: Date },
): Promise<void> {
  const [row] = await tx.sql<{ times: number }>(
    `insert into shifts.unknown_cards as u (company_id, card, vehicle_id, first_seen_at, last_seen_at)
     values ($1, $2, $3, $4, $4)
     on conflict (company_id, card) do update set times = u.times + 1,
       vehicle_id = case when excluded.last_seen_at >= u.last_seen_at then excluded.vehicle_id else u.vehicle_id end,
       first_seen_at = least(u.first_seen_at, excluded.first_seen_at),
       last_seen_at = greatest(u.last_seen_at, excluded.last_seen_at)
     returning times`,
    [companyId, card, vehicleId, at],
  )
  if (row?.times !== 1) return
  await tx.sql(
    `delete from shifts.unknown_cards where company_id = $1 and card in (
       select card from shifts.unknown_cards where company_id = $1
       order by last_seen_at desc, card offset ${mostUnknownCards})`,
    [companyId],
  )
}

export const forgetUnknown = (tx: Transaction, companyId: string, card: string): Promise<unknown> =>
  tx.sql('delete from shifts.unknown_cards where company_id = $1 and card = $2', [companyId, card])

export async function writeIgnored(
  tx: Transaction,
  { companyId, card, isIgnored }: { companyId: string; card: string; isIgnored: boolean },
): Promise<UnknownCard | null> {
  const [row] = await tx.sql<UnknownRow>(
    `with changed as (update shifts.unknown_cards set is_ignored = $3 where company_id = $1 and card = $2 returning *)
     select ${unknownColumns} from changed u left join vehicles.vehicles v on v.id = u.vehicle_id`,
    [companyId, card, isIgnored],
  )
  return row ? unknownOf(row) : null
}
