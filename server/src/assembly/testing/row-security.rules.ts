import {
  type Everything,
  isOwnOfDriver,
  isPlacedFor,
  type Reach,
  type Row,
  type Rule,
} from './row-security.reach.ts'

const hidden = (why: string): Rule => ({ why, hidden: true, reads: () => false, writes: () => false })
const never = () => false
const ofService: Rule = {
  why: 'drivers may not read every customer of the fleet',
  reads: (row, reach) => reach.services.includes(row.fleet_id),
}
const ofDispatch: Rule = { ...ofService, writes: never }
const ofPlanReaders: Rule = {
  why: 'all who read a plan may be in it and have its travel times computed',
  reads: (row, reach) => reach.services.includes(row.fleet_id),
  writes: (row, reach) => reach.services.includes(row.fleet_id),
}
const ofCommands: Rule = {
  why: 'readable by fleet staff; written by the system only, which checks level and type',
  reads: (row, reach) => !reach.isGuest && reach.fleets.includes(row.fleet_id),
  writes: never,
}
const ofEvents: Rule = {
  why: 'readable by fleet staff, handled by fleet managers, created by the system',
  reads: (row, reach) => !reach.isGuest && reach.fleets.includes(row.fleet_id),
}
const ofCounts: Rule = {
  why: 'written by the system; guests may read one vehicle, not its fleet',
  reads: (row, reach) => !reach.isGuest && reach.fleets.includes(row.fleet_id),
  writes: never,
}
const ofDirectory: Rule = {
  why: 'contacts belong to the company; not readable for drivers and guests',
  reads: (row, reach) => reach.directories.includes(row.company_id),
}
const ofPeople: Rule = {
  why: 'users are visible through their assignments',
  reads: (row, reach, all) =>
    reach.isGuest
      ? row.id === reach.userId
      : ['organisation.assignments', 'organisation.guest_vehicles'].some((table) =>
          all(table).some((each) => each.user_id === row.id && mayRead(table, each, reach, all)),
        ),
  writes: never,
}
const ofOwner: Rule = {
  why: 'guests may read their own; written by the system only',
  reads: (row, reach) => (reach.isGuest ? row.user_id === reach.userId : isPlacedFor(row, reach)),
  writes: never,
}
const ofGuests: Rule = {
  why: 'guests without a fleet are visible to company managers; written by the system only',
  reads: (row, reach) => {
    if (reach.isGuest) return row.user_id === reach.userId
    return row.fleet_id === null
      ? reach.manages.includes(row.company_id)
      : reach.fleets.includes(row.fleet_id)
  },
  writes: never,
}
const forSuper = (why: string): Rule => ({ why, reads: never, writes: never })

/** Tables and views with rules other than, or narrower than, `company_id` and `fleet_id`. */
export const rules: Readonly<Record<string, Rule>> = {
  'platform.outbox': { ...hidden('facts between domains'), isInsertable: true },
  'platform.fact_listeners': hidden('delivery of facts'),
  'platform.fact_deliveries': hidden('delivery of facts'),
  'platform.fact_failures': hidden('delivery of facts'),
  'platform.secrets': hidden('fingerprints of the installation’s secret'),
  'platform.job_workers': hidden('workers of jobs'),
  'platform.processes': hidden('the state of the server processes'),
  'platform.process_samples': hidden('the state of the server processes'),
  'platform.backups': hidden('backups the server has made'),
  'platform.migrations': {
    ...hidden('made before the first migration; not accessible to user roles'),
    bare: true,
  },
  'platform.deliveries': { ...forSuper('only a super admin reads deliveries'), isInsertable: true },
  'platform.delivery_attempts': forSuper('attempts of deliveries'),
  'platform.delivery_receivers': forSuper('servers that deliveries are sent to'),
  'platform.mails': { ...forSuper('deliveries, as the version before names them'), isInsertable: true },
  'platform.installation_keys': hidden('secrets'),
  'platform.opt_outs': hidden('read by the system before it sends'),
  'platform.inbound': hidden('handled by the system'),
  'notifications.rules': hidden('read and written by the system for staff of their fleets'),
  'notifications.notifications': hidden('read by the system for their recipient'),
  'notifications.reach': hidden('read by the system for the recipient, and with the rule'),
  'notifications.preferences': hidden('read by the system for their owner'),
  'notifications.quiet_hours': hidden('read by the system for their owner'),
  'notifications.company_settings': hidden('read by the system for staff of the company'),
  'notifications.escalations': hidden('work of the system'),
  'notifications.waiting': hidden('work of the system'),
  'notifications.unanswered': hidden('work of the system'),
  'notifications.digest_opt_outs': hidden('work of the system'),
  'notifications.duty': hidden('read by the system for staff of the fleet'),
  'notifications.push_subscriptions': hidden('keys of browsers, read by the system for their owner'),
  'notifications.push_actions': hidden('makes buttons work once'),
  'notifications.webhooks': hidden('secrets; the rest is read by the system for administrators'),
  'communication.threads': hidden('read and written by the system for those who may read the conversation'),
  'communication.members': hidden('read and written by the system for those who may read the conversation'),
  'communication.templates': hidden('read and written by the system for those who may read the conversation'),
  'communication.broadcasts': hidden(
    'read and written by the system for those who may read the conversation',
  ),
  'communication.messages': hidden('read and written by the system for those who may read the conversation'),
  'communication.recipients': hidden(
    'read and written by the system for those who may read the conversation',
  ),
  'communication.attachments': hidden(
    'read and written by the system for those who may read the conversation',
  ),
  'communication.incident_entries': hidden(
    'read and written by the system for those who may read the conversation',
  ),
  'communication.driver_actions': hidden(
    'read and written by the system for those who may read the conversation',
  ),
  'platform.mailbox_states': hidden('work of the system'),
  'communication.reply_routes': hidden('tokens of replies'),
  'communication.aside': hidden('read and written by the system for staff of the company'),
  'communication.aside_floods': hidden('read and written by the system for staff of the company'),
  'communication.file_links': hidden('tokens of links, read by the system'),
  'platform.audit_entries': {
    why: 'readable by company managers; written by every user who makes a change',
    isInsertable: true,
    reads: (row, reach) => reach.manages.includes(row.company_id),
    writes: never,
  },
  'platform.idempotency_keys': { why: 'belongs to the caller', person: 'actor_id' },
  'platform.works': { why: 'belongs to the user who requested it', person: 'created_by' },
  'platform.files': { why: 'belongs to the user who uploaded it', person: 'owner_id' },
  'platform.file_chunks': { why: 'belongs to the user who uploaded the file', person: 'owner_id' },
  'identity.users': ofPeople,
  'identity.people': ofPeople,
  'identity.sessions': hidden('read by the system for authorised users'),
  'identity.refresh_tokens': hidden('secrets'),
  'identity.login_attempts': hidden('protects sign-in'),
  'identity.known_devices': hidden('protects sign-in'),
  'identity.reset_codes': hidden('secrets'),
  'identity.recovery_codes': hidden('secrets'),
  'identity.verification_codes': hidden('secrets'),
  'identity.invitations': {
    why: 'readable by users who may invite there; written by the system only',
    reads: (row, reach) =>
      row.fleet_id === null
        ? reach.manages.includes(row.company_id)
        : reach.managedFleets.includes(row.fleet_id),
    writes: never,
  },
  'organisation.companies': {
    why: 'the company itself',
    reads: (row, reach) => reach.companies.includes(row.id),
    writes: (row, reach) => reach.manages.includes(row.id),
  },
  'organisation.fleets': {
    why: 'the fleet itself; changed by company managers',
    reads: (row, reach) => reach.fleets.includes(row.id) || reach.manages.includes(row.company_id),
    writes: (row, reach) => reach.manages.includes(row.company_id),
  },
  'organisation.assignments': ofOwner,
  'organisation.guest_vehicles': ofGuests,
  'watchpoints.approach_alerts': { why: 'belongs to the user who asked for it', person: 'user_id' },
  'services.views': { why: 'belongs to the user who saved it', person: 'user_id' },
  'organisation.panels': { why: 'belongs to the user who arranged it', person: 'user_id' },
  'directory.contacts': ofDirectory,
  'directory.addresses': ofDirectory,
  'directory.linked_users': {
    why: 'the account linked to a readable contact',
    reads: (row, reach, all) =>
      all('directory.contacts').some(
        ({ id, company_id }) => id === row.contact_id && reach.directories.includes(company_id),
      ),
  },
  'vehicles.vehicles': {
    why: 'guests may read one vehicle, not its fleet',
    reads: (row, reach) =>
      reach.fleets.includes(row.fleet_id) && (!reach.isGuest || reach.vehicles.includes(row.id)),
  },
  'vehicles.contacts': {
    why: 'belongs to vehicles of the fleet; readable by users who may read the company’s contacts',
    reads: (row, reach) => reach.fleets.includes(row.fleet_id) && reach.directories.includes(row.company_id),
  },
  'vehicles.status_counts': ofCounts,
  'services.numbers': {
    why: 'updated by users who may write in the company',
    reads: (row, reach) => reach.writes.includes(row.company_id),
  },
  'payments.numbers': {
    why: 'updated by users who may write in the company',
    reads: (row, reach) => reach.writes.includes(row.company_id),
  },
  'services.templates': ofDirectory,
  'services.services': ofService,
  'services.planned_stops': ofService,
  'services.executed_stops': ofService,
  'services.status_history': ofService,
  'services.charges': ofService,
  'services.imported_rows': ofService,
  'services.series': ofService,
  'services.series_days': ofService,
  'services.tracking_links': ofService,
  'services.pins': {
    why: 'what a customer says to the driver: only for users who may dispatch',
    reads: (row, reach) => reach.managedFleets.includes(row.fleet_id),
  },
  'services.proofs': { ...ofService, writes: never },
  'services.ratings': { ...ofService, writes: never },
  'events.events': ofEvents,
  'events.custom_rules': ofService,
  'events.comments': {
    ...ofEvents,
    why: 'said about an event of the fleet; written by the system',
    writes: never,
  },
  'commands.commands': ofCommands,
  'commands.totals': ofCommands,
  'commands.serials': hidden('counted by gateways'),
  'telemetry.positions': hidden('read through the vehicle by the system'),
  'telemetry.readings': hidden('read through the vehicle by the system'),
  'telemetry.latest_readings': hidden('read through the vehicle by the system'),
  'telemetry.fence_states': hidden('read through the fleet by the system'),
  'telemetry.positions_late': hidden('read through the vehicle by the system'),
  'telemetry.position_hours': hidden('read through the vehicle by the system'),
  'telemetry.dirty_days': hidden('days a job has to recompute'),
  'telemetry.history_boundary': hidden('start of the open days'),
  'telemetry.unknown_devices': forSuper('not assigned to a company yet; read by the system for admins'),
  'telemetry.expected_devices': hidden('read and written by the system for admins of the company'),
  'telemetry.rejected_reports': forSuper('not assigned to a company yet; read by the system for admins'),
  'telemetry.gateways': forSuper('state of the server'),
  'telemetry.device_connections': forSuper('not assigned to a company yet'),
  'telemetry.inspections': hidden('read by gateways, and by the system after the vehicle'),
  'telemetry.inspected_messages': hidden('read by the system after the vehicle'),
  'vehicles.device_passwords': hidden('used by gateways, returned to nobody'),
  'telemetry.device_claims': hidden('written by gateways, read by the system; users see the event'),
  'dispatch.fleet_settings': ofService,
  'dispatch.leases': hidden('which process decides for a fleet'),
  'dispatch.decisions': ofService,
  'dispatch.offers': ofDispatch,
  'dispatch.reservations': ofDispatch,
  'dispatch.released_reservations': hidden('read by the system after the service, to restore it'),
  'dispatch.predictions': ofDispatch,
  'dispatch.suggestions': ofService,
  'dispatch.hours': ofDispatch,
  'planning.plans': ofService,
  'planning.schedules': ofService,
  'planning.versions': ofService,
  'planning.runs': ofService,
  'planning.travel': { ...ofService, writes: never },
  'planning.published_stops': { ...ofService, writes: never },
  'planning.travel_requests': ofPlanReaders,
  'planning.presence': ofPlanReaders,
  'shifts.cards': ofDirectory,
  'shifts.unknown_cards': ofDirectory,
  'geofences.fences': ofService,
  'geofences.shapes': ofService,
  'geofences.crossings': { ...ofService, writes: never },
  'geofences.raised': hidden('cool-downs of triggers, kept by gateways'),
  'drivers.actions': ofDispatch,
  'drivers.phones': hidden('secrets of tracker apps on phones'),
  'telemetry.phone_fixes': hidden('taken in by gateways'),
  'telemetry.phones': hidden('when phones last changed a state'),
}

export function mayRead(table: string, row: Row, reach: Reach, all: Everything): boolean {
  const rule = rules[table]
  if (rule?.person) return row[rule.person] === reach.userId
  if (reach.isSuper || isOwnOfDriver(table, row, reach)) return true
  return rule?.reads ? rule.reads(row, reach, all) : isPlacedFor(row, reach)
}

export function mayWrite(table: string, row: Row, reach: Reach): boolean {
  const rule = rules[table]
  if (rule?.person) return row[rule.person] === reach.userId
  if (rule?.writes) return rule.writes(row, reach)
  return row.fleet_id ? reach.managedFleets.includes(row.fleet_id) : reach.writes.includes(row.company_id)
}
