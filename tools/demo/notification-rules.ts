import { buildNotificationRule } from '@rumbo/server/notifications/rules/notifications.rules.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'

/** A rule of the shuttle fleet that is limited to its zone of the airport; the default rules come with the first event. */
export async function fillNotificationRules(tx: Transaction, companyId: string): Promise<void> {
  const [zone] = await tx.sql<{ id: string; fleetId: string }>(
    `select zone.id, zone.fleet_id as "fleetId" from places.zones zone
     join organisation.fleets fleet on fleet.id = zone.fleet_id
     where zone.company_id = $1 and zone.name = 'Aeropuerto' and fleet.name = 'Lanzadera Aeropuerto'`,
    [companyId],
  )
  if (!zone) throw new Error('The demo has no zone of the airport.')
  await buildNotificationRule(tx, {
    companyId,
    fleetId: zone.fleetId,
    name: 'Incidentes en el aeropuerto',
    conditions: {
      ...{ types: [], categories: [], kinds: [], vehicleIds: [], fenceIds: [], isAlarm: false },
      severities: ['warning', 'critical'],
      zoneIds: [zone.id],
    },
    audience: [{ kind: 'onDuty' }, { kind: 'roles', roles: ['fleet_manager'] }],
    methods: ['in_app', 'push'],
    priority: 'high',
    templates: {
      es: { title: '{evento} en el aeropuerto · {unidad}', message: '' },
      en: { title: '{event} at the airport · {vehicle}', message: '' },
    },
  })
}
