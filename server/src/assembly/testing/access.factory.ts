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
import { writePlanned } from '../../dispatch/planned/dispatch.planned.repository.ts'
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
import { buildAssignment, buildFleet, buildGuestVehicle } from '../../organisation/organisation.factory.ts'
import { buildCash } from '../../payments/payments.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { buildPublishedPlan } from '../../planning/live/planning.live.factory.ts'
import { buildPlanning } from '../../planning/planning.factory.ts'
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
import type { Place } from './access.place.ts'

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

/** Publishes a plan that gives the last stop of a service to a vehicle. @returns the vehicle's id */
async function buildRoute(
  tx: Transaction,
  given: { companyId: string; fleetId: string; id: string; lastStopId: string },
): Promise<string> {
  const { companyId, fleetId, id, lastStopId } = given
  const here = { companyId, fleetId }
  const now = tx.now.toISOString()
  const vehicle = await buildVehicle(tx, { ...here, causes: ['silent'] })
  const stops = [{ serviceId: id, stopId: lastStopId, arrivesAt: now, departsAt: now }]
  const plan = await buildPublishedPlan(tx, { ...here, vehicleId: vehicle.id, stops })
  const times = { leavesAt: now, mayLeaveAt: now, dispatchTime: now }
  const { vehicleNumber } = vehicle
  await writePlanned(tx, plan, [{ serviceId: id, vehicleId: vehicle.id, vehicleNumber, ...times }])
  return vehicle.id
}

/** @returns the place; its session and service states have to be created by calls */
export async function buildPlace(
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
    ...(await buildPlanning(tx, here)),
    routedVehicleId: await buildRoute(tx, { ...here, ...(await service()) }),
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
