import { randomBytes } from 'node:crypto'
import { testSecret } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { buildTariff } from '../../billing/billing.factory.ts'
import { buildCommand } from '../../commands/commands.factory.ts'
import { buildCommunication } from '../../communication/communication.factory.ts'
import { buildContact } from '../../directory/directory.factory.ts'
import {
  buildDispatchSettings,
  buildPrediction,
  buildReservation,
  buildSuggestion,
} from '../../dispatch/dispatch.factory.ts'
import { buildCustomRule } from '../../events/custom/events.custom.factory.ts'
import { buildEvent } from '../../events/events.factory.ts'
import { buildFence } from '../../geofences/geofences.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import type { UserRow } from '../../identity/identity.repository.ts'
import { insertInvitation } from '../../identity/invitations/identity.invitations.repository.ts'
import { buildNotificationRule } from '../../notifications/rules/notifications.rules.factory.ts'
import {
  buildWebhook,
  buildWebhookCall,
} from '../../notifications/webhooks/notifications.webhooks.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../../organisation/organisation.factory.ts'
import { buildCash } from '../../payments/payments.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { buildReview } from '../../services/import/services.import.factory.ts'
import { buildSeries } from '../../services/series/services.series.factory.ts'
import { buildService } from '../../services/services.factory.ts'
import { buildLink } from '../../services/tracking/services.tracking.factory.ts'
import { buildCards, buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { saveVehicleContact } from '../../vehicles/contacts/vehicles.contacts.repository.ts'
import { countFleets } from '../../vehicles/status/vehicles.counts.repository.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildWatchpoint } from '../../watchpoints/watchpoints.factory.ts'

/** One fleet with a record of every kind in it; `services` all wait to be sent to dispatch. */
export interface Place {
  companyId: string
  fleetId: string
  fleetName: string
  /** A second fleet of the same company, with the same managers. */
  spareFleetId: string
  /** A silent vehicle, watched by the guest. */
  vehicleId: string
  activeVehicleIds: string[]
  alarmedVehicleId: string
  /** An active event, of another vehicle. */
  eventId: string
  /** A client with an e-mail address but no user, who owns the vehicle. */
  contactId: string
  /** A vehicle with a device and a queued status query. */
  commandedVehicleId: string
  commandId: string
  /** Number of a message of the commanded vehicle's device. */
  deviceMessage: number
  userId: string
  assignmentId: string
  /** VIN, IMEI, SIM, serial and policy number of every vehicle; the texts of one command contain the IMEI. */
  identifiers: string[]
  /** A session of the user. */
  sessionId: string
  linkedUserId: string
  guestId: string
  invitationId: string
  watchpointId: string
  /** Of the place's fleet alone. */
  notificationRuleId: string
  webhookId: string
  /** A call of it. */
  webhookDeliveryId: string
  paymentId: string
  cashDriverId: string
  cashClientId: string
  closeoutId: string
  /** A tariff that has not begun, and a zone that no tariff uses. */
  tariffId: string
  zoneId: string
  fenceId: string
  ruleId: string
  /** A planned shift of a driver with a licence, and a running one of another. */
  shiftId: string
  shiftDriverId: string
  documentId: string
  /** A card of the driver of `shiftId`. The company also has the unknown card AB12. */
  cardId: string
  runningShiftId: string
  /** The same of the signed-in driver; in other places of somebody else. */
  ownShiftId: string
  ownRunningShiftId: string
  /** Ids and versions of services, by their status. */
  services: Record<
    'created' | 'onDispatch' | 'assigned' | 'started',
    { id: string; version: number; lastStopId: string }
  >
  seriesId: string
  /** An imported row that waits for a decision. */
  reviewId: string
  suggestionId: string
  /** A link to the created service. */
  linkId: string
  /** The conversation with the contact of `contactId`, and a message in it. */
  threadId: string
  messageId: string
  /** That with the driver of `shiftDriverId`, and the break the driver asks for. */
  driverThreadId: string
  requestId: string
  emergencyThreadId: string
  /** A reply that is kept aside. */
  asideId: string
  messageTemplateId: string
  /** Scheduled. */
  broadcastId: string
}

let built = 0
let planted = 0

/** Identifiers that are unique in the database. */
function plantIdentifiers() {
  planted += 1
  const mark = `PLANTED${String(planted).padStart(7, '0')}`
  return {
    vin: `VIN${mark}`,
    imei: `IMEI-${mark}`,
    simNumber: `+52 1999 888 ${String(planted).padStart(7, '0')}`,
    gpsSerialNumber: `SERIAL-${mark}`,
    insurancePolicy: `POLICY-${mark}`,
  }
}

async function buildInvitation(tx: Transaction, by: UserRow, companyId: string, fleetId: string) {
  const id = uuid()
  await insertInvitation(tx, {
    id,
    email: `${id}@example.com`,
    level: 'user',
    language: 'es',
    company_id: companyId,
    fleet_id: fleetId,
    role: 'fleet_member',
    invited_by: by.id,
    invited_by_name: by.username,
    created_at: tx.now,
    expires_at: new Date(tx.now.getTime() + 3_600_000),
    token_hash: randomBytes(32).toString('hex'),
  })
  return id
}

/** @returns the place; its session and service states have to be created by calls */
async function buildPlace(
  tx: Transaction,
  companyId: string,
  inviter: UserRow,
): Promise<Omit<Place, 'sessionId'>> {
  built += 1
  const fleetName = `Norte-${built}-${uuid().slice(-6)}`
  const { id: fleetId } = await buildFleet(tx, { companyId, name: fleetName })
  const { id: spareFleetId } = await buildFleet(tx, { companyId })
  const here = { companyId, fleetId }
  await buildDispatchSettings(tx, here)
  const identifiers: string[] = []
  const plant = () => {
    const fields = plantIdentifiers()
    identifiers.push(...Object.values(fields))
    return fields
  }
  const vehicle = async (cause: 'silent' | 'alarmed' | null) =>
    (await buildVehicle(tx, { ...here, ...plant(), causes: cause ? [cause] : [] })).id
  const command = async (of: string, deviceIdentifier: string) => {
    const { id } = await buildCommand(tx, { ...here, vehicleId: of, deviceIdentifier })
    const texts = [`SET,${deviceIdentifier}#`, `IMEI:${deviceIdentifier};OK`]
    await tx.sql('update commands.commands set payload = $2, response_payload = $3 where id = $1', [
      id,
      ...texts,
    ])
    return id
  }
  const user = await buildUser(tx)
  const { id: assignmentId } = await buildAssignment(tx, { userId: user.id, ...here, role: 'fleet_member' })
  await tx.sql(
    `insert into notifications.duty (user_id, company_id, fleet_id, since, until) values ($1, $2, $3, $4, $4::timestamptz + interval '14 hours')`,
    [user.id, companyId, fleetId, tx.now],
  )
  const linked = await buildUser(tx)
  await buildAssignment(tx, { userId: linked.id, ...here, role: 'fleet_member' })
  await buildContact(tx, { companyId, userId: linked.id })
  const guest = await buildUser(tx, { level: 'guest' })
  await buildContact(tx, { companyId, userId: guest.id })
  const watched = await buildVehicle(tx, { ...here, ...plant(), causes: ['silent'] })
  const vehicleId = watched.id
  await command(vehicleId, watched.imei ?? '')
  await buildEvent(tx, { ...here, vehicleId, kind: 'power_restored' })
  await buildGuestVehicle(tx, { userId: guest.id, ...here, vehicleId })
  const contact = await buildContact(tx, { companyId, email: `client-${built}-${uuid()}@example.com` })
  const owner = { contactId: contact.id, role: 'vehicle_owner', isPrimary: true }
  await saveVehicleContact(tx, { id: vehicleId, ...here }, owner)
  const commanded = await buildVehicle(tx, { ...here, ...plant(), causes: [] })
  const commandId = await command(commanded.id, commanded.imei ?? '')
  const [message] = await tx.sql<{ number: string }>(
    `insert into telemetry.inspected_messages
       (vehicle_id, company_id, identifier, at, direction, kind, protocol, transport, connection, address, bytes,
        length, content)
     values ($1, $2, $3, $4, 'in', 'refused', 'gt06', 'tcp', 'tcp 1', '203.0.113.7', '\\x7878', 2,
       '{"checksumHolds": false, "text": null, "reports": []}') returning number`,
    [commanded.id, companyId, commanded.imei, tx.now],
  )
  const service = async () => {
    const { id, version, plannedStops } = await buildService(tx, { ...here, requesterContactId: contact.id })
    return { id, version, lastStopId: plannedStops.at(-1)?.id ?? '' }
  }
  const created = await service()
  const onDispatch = await service()
  await buildReservation(tx, { ...here, serviceId: onDispatch.id, vehicleId: uuid() })
  await buildPrediction(tx, { ...here, serviceId: onDispatch.id, stopId: onDispatch.lastStopId })
  const planned = await buildDriver(tx, { companyId, userId: (await buildUser(tx)).id })
  const running = await buildDriver(tx, { companyId, userId: (await buildUser(tx)).id })
  const alarmedVehicleId = await vehicle('alarmed')
  const parked = { id: alarmedVehicleId, vehicleNumber: '7' }
  const shiftId = await buildShift(tx, { ...here, driver: planned, vehicle: parked })
  const runningShiftId = await buildShift(tx, {
    ...here,
    driver: running,
    vehicle: commanded,
    isRunning: true,
  })
  const webhook = await buildWebhook(tx, { companyId }, testSecret)
  const place = {
    ...here,
    fleetName,
    spareFleetId,
    vehicleId,
    activeVehicleIds: [await vehicle(null), await vehicle(null), await vehicle(null)],
    alarmedVehicleId,
    eventId: (await buildEvent(tx, { ...here, vehicleId: await vehicle(null) })).id,
    contactId: contact.id,
    commandedVehicleId: commanded.id,
    commandId,
    deviceMessage: Number(message?.number),
    identifiers,
    userId: user.id,
    assignmentId,
    linkedUserId: linked.id,
    guestId: guest.id,
    invitationId: await buildInvitation(tx, inviter, companyId, fleetId),
    watchpointId: (await buildWatchpoint(tx, here)).id,
    notificationRuleId: (await buildNotificationRule(tx, here)).id,
    webhookId: webhook.id,
    webhookDeliveryId: await buildWebhookCall(tx, webhook),
    ...(await buildCash(tx, here)),
    tariffId: await buildTariff(tx, { ...here, validFrom: '2099-01-01' }),
    zoneId: (await buildZone(tx, here)).id,
    fenceId: (await buildFence(tx, here)).id,
    ruleId: (await buildCustomRule(tx, here)).id,
    shiftId,
    shiftDriverId: planned.id,
    documentId: planned.documentId,
    cardId: await buildCards(tx, { companyId, driverId: planned.id, vehicleId: commanded.id }),
    runningShiftId,
    ownShiftId: shiftId,
    ownRunningShiftId: runningShiftId,
    services: {
      created,
      onDispatch,
      assigned: await service(),
      started: await service(),
    },
    seriesId: await buildSeries(tx, { ...here, requesterContactId: contact.id }),
    reviewId: await buildReview(tx, here),
    suggestionId: await buildSuggestion(tx, { ...here, vehicleId: alarmedVehicleId, vehicleNumber: '7' }),
    linkId: await buildLink(tx, { ...here, serviceId: created.id, contactId: contact.id }),
    ...(await buildCommunication(tx, {
      ...here,
      driverId: planned.id,
      contactId: contact.id,
      eventId: uuid(),
      authorId: user.id,
    })),
  }
  await countFleets(tx)
  return place
}

/** Unknown ids, and a user who belongs to no company. */
export function nowhere(loose: { userId: string; sessionId: string }): Place {
  const unknown = () => ({ id: uuid(), version: 1, lastStopId: uuid() })
  return {
    companyId: uuid(),
    fleetId: uuid(),
    fleetName: 'no fleet is called so',
    spareFleetId: uuid(),
    vehicleId: uuid(),
    activeVehicleIds: [uuid(), uuid(), uuid()],
    alarmedVehicleId: uuid(),
    eventId: uuid(),
    contactId: uuid(),
    commandedVehicleId: uuid(),
    commandId: uuid(),
    deviceMessage: 1,
    identifiers: [],
    assignmentId: uuid(),
    linkedUserId: uuid(),
    guestId: uuid(),
    invitationId: uuid(),
    watchpointId: uuid(),
    notificationRuleId: uuid(),
    webhookId: uuid(),
    webhookDeliveryId: uuid(),
    paymentId: uuid(),
    cashDriverId: uuid(),
    cashClientId: uuid(),
    closeoutId: uuid(),
    tariffId: uuid(),
    zoneId: uuid(),
    fenceId: uuid(),
    ruleId: uuid(),
    shiftId: uuid(),
    shiftDriverId: uuid(),
    documentId: uuid(),
    cardId: uuid(),
    runningShiftId: uuid(),
    ownShiftId: uuid(),
    ownRunningShiftId: uuid(),
    services: { created: unknown(), onDispatch: unknown(), assigned: unknown(), started: unknown() },
    seriesId: uuid(),
    reviewId: uuid(),
    suggestionId: uuid(),
    linkId: uuid(),
    threadId: uuid(),
    messageId: uuid(),
    driverThreadId: uuid(),
    requestId: uuid(),
    emergencyThreadId: uuid(),
    asideId: uuid(),
    messageTemplateId: uuid(),
    broadcastId: uuid(),
    ...loose,
  }
}

/** Creates an enterprise company with two places, another company with one, and users of the first. */
export async function buildMap(tx: Transaction) {
  const root = await buildUser(tx, { level: 'super_admin' })
  const company = async () => (await buildCompany(tx, { tier: 'enterprise' })).id
  const companyId = await company()
  const own = await buildPlace(tx, companyId, root)
  const otherFleet = await buildPlace(tx, companyId, root)
  const otherCompany = await buildPlace(tx, await company(), root)
  const person = async (
    level: UserRow['level'],
    ...roles: {
      role:
        | 'company_manager'
        | 'fleet_manager'
        | 'dispatcher'
        | 'fleet_viewer'
        | 'primary_driver'
        | 'secondary_driver'
      fleetId?: string
    }[]
  ) => {
    const user = await buildUser(tx, { level })
    for (const [index, role] of roles.entries())
      await buildAssignment(tx, { userId: user.id, companyId, isPrimary: index === 0, ...role })
    return user
  }
  const { fleetId, spareFleetId, vehicleId } = own
  const guest = await person('guest')
  await buildGuestVehicle(tx, { userId: guest.id, companyId, fleetId, vehicleId })
  const driver = await person('user', { role: 'primary_driver', fleetId })
  const mixed = await person(
    'user',
    { role: 'secondary_driver', fleetId },
    { role: 'dispatcher', fleetId: spareFleetId },
  )
  /** The driver has one vehicle by contact role, and another by an assigned service. */
  const drives = async (userId: string, role: string) => {
    const contact = await buildContact(tx, { companyId, userId })
    const given = { contactId: contact.id, role, isPrimary: false }
    await saveVehicleContact(tx, { id: vehicleId, companyId, fleetId }, given)
    return contact.id
  }
  const driverContactId = await drives(driver.id, 'primary_driver')
  await tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [
    own.services.assigned.id,
    driverContactId,
  ])
  const wheel = { id: driverContactId, name: 'Elena Torres' }
  const ownShift = (id: string, isRunning: boolean) =>
    buildShift(tx, {
      companyId,
      fleetId,
      driver: wheel,
      vehicle: { id, vehicleNumber: '7' },
      fromHours: isRunning ? -8 : 0,
      isRunning,
    })
  Object.assign(own, {
    ownShiftId: await ownShift(own.alarmedVehicleId, false),
    ownRunningShiftId: await ownShift(vehicleId, true),
  })
  return {
    drivers: { driver: driverContactId, mixed: await drives(mixed.id, 'backup_driver') },
    places: { own, otherFleet, otherCompany },
    loose: await buildUser(tx),
    people: {
      superAdmin: root,
      admin: await person('admin', { role: 'company_manager' }),
      manager: await person(
        'manager',
        { role: 'fleet_manager', fleetId },
        { role: 'fleet_manager', fleetId: spareFleetId },
      ),
      dispatcher: await person('user', { role: 'dispatcher', fleetId }),
      viewer: await person('user', { role: 'fleet_viewer', fleetId }),
      driver,
      mixed,
      guest,
      scopeless: await person('user'),
    },
  }
}
