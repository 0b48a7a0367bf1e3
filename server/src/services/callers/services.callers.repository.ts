import type { KnownPlace, PastService } from '@rumbo/contract/services.callers.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The latest services a contact ordered, among those the caller may read. */
export async function findPastServices(
  tx: Transaction,
  contactId: string,
  count: number,
): Promise<PastService[]> {
  const rows = await tx.sql<Omit<PastService, 'dispatchTime'> & { dispatchTime: Date }>(
    `select s.id, s.service_number as "serviceNumber", s.service_type as "serviceType", s.status,
       s.dispatch_time as "dispatchTime",
       (select json_agg(json_build_object('stopType', stop.stop_type, 'address', stop.address,
          'latitude', stop.latitude, 'longitude', stop.longitude, 'reference', stop.reference,
          'contactName', stop.contact_name, 'contactPhone', stop.contact_phone) order by stop.sequence)
        from services.planned_stops stop where stop.service_id = s.id) as stops
     from services.services s
     where s.requester_contact_id = $1 and s.archived_at is null
     order by s.dispatch_time desc, s.id desc limit $2`,
    [contactId, count],
  )
  return rows.map((row) => ({ ...row, dispatchTime: row.dispatchTime.toISOString(), stops: row.stops ?? [] }))
}

/**
 * The addresses of a contact's latest services, those used most and last first. Stops within about ten metres of each
 * other with the same address count as one.
 */
export async function findPastPlaces(
  tx: Transaction,
  contactId: string,
  { services, places }: { services: number; places: number },
): Promise<KnownPlace[]> {
  return tx.sql<KnownPlace>(
    `with latest as materialized (
       select s.id, s.dispatch_time from services.services s
       where s.requester_contact_id = $1 and s.archived_at is null
       order by s.dispatch_time desc, s.id desc limit $2
     )
     select (array_agg(stop.address order by latest.dispatch_time desc))[1] as address,
       (array_agg(stop.latitude order by latest.dispatch_time desc))[1] as latitude,
       (array_agg(stop.longitude order by latest.dispatch_time desc))[1] as longitude,
       false as "isOwn", count(distinct latest.id)::integer as uses
     from latest join services.planned_stops stop on stop.service_id = latest.id
     group by lower(stop.address), round(stop.latitude::numeric, 4), round(stop.longitude::numeric, 4)
     order by uses desc, max(latest.dispatch_time) desc limit $3`,
    [contactId, services, places],
  )
}
