import { requiredImportFields } from '@rumbo/contract/vehicles.files.contract'
import type { Place } from './access.factory.ts'
import { type Me, name, newPassword, type Sample, some } from './access.sample.ts'

const userBody = () => ({ username: `nuevo_${some()}`, ...name, email: `${some()}@example.com` })
const contactBody = { ...name, primaryPhone: '+52 55 5512 3456' }
const vehicleBody = (fleetId: string) => ({
  fleetId,
  vehicleNumber: some(),
  plateNumber: some(),
  make: 'Nissan',
  model: 'Versa',
  year: 2022,
  type: 'sedan',
  color: 'white',
  fuelType: 'gasoline',
  installationDate: '2024-01-15',
})
const serviceBody = ({ fleetId, contactId }: Place) => ({
  fleetId,
  serviceType: 'taxi',
  ...{ customerName: 'Elena Torres', customerPhone: '+52 55 5512 3456', requesterContactId: contactId },
  dispatchTime: '2026-03-02T18:00:00.000Z',
  plannedStops: (['pickup', 'drop'] as const).map((stopType) => ({
    stopType,
    address: 'Plaza de la Constitución',
    latitude: 19.4326,
    longitude: -99.1332,
  })),
})
const tariffBody = {
  name: 'Taxi',
  validFrom: '2099-03-01',
  rates: { base: '30', perKm: '9.50', perMinute: '2', waitingPerMinute: '3' },
}
const corners = [
  [-99.15, 19.42],
  [-99.12, 19.42],
  [-99.12, 19.45],
]
const circle = { kind: 'circle', center: { latitude: 19.43, longitude: -99.13 }, radiusMetres: 250 }
const conditions = [{ reading: 'door', operator: 'is', value: true }]
const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }
const shiftBody = ({ shiftDriverId, vehicleId }: Place) => ({
  driverId: shiftDriverId,
  vehicleId,
  startsAt: '2026-03-05T14:00:00.000Z',
  endsAt: '2026-03-05T22:00:00.000Z',
})
const ofUser = ({ userId }: Place) => ({ params: { id: userId } })
const assignmentOf = ({ companyId, fleetId }: Place) => ({ companyId, fleetId, role: 'fleet_member' })
const ofCompany = ({ companyId }: Place) => ({ params: { id: companyId } })
const ofFleet = ({ fleetId }: Place) => ({ params: { id: fleetId } })
const ofContact = ({ contactId }: Place) => ({ params: { id: contactId } })
const ofCommand = ({ commandId }: Place) => ({ params: { id: commandId }, body: {} })
const moveOf = ({ userId, fleetId, spareFleetId }: Place) => ({
  body: { kind: 'user', id: userId, fromFleetId: fleetId, toFleetId: spareFleetId },
})
const inState =
  (state: keyof Place['services'], more: object = {}) =>
  (place: Place) => ({
    params: { id: place.services[state].id },
    body: { version: place.services[state].version, ...more },
  })
const hundred = { size: '100' }
const ofEvent = ({ eventId }: Place) => ({ params: { id: eventId }, body: {} })
const ofVehicle = ({ vehicleId }: Place) => ({ params: { id: vehicleId } })
const ofDay = (place: Place) => ({ ...ofVehicle(place), query: { date: '2026-03-01' } })

/** A valid call for each endpoint about a place or its records. */
export const placed: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
  'identity.changeUserPassword': (place) => ({ ...ofUser(place), body: { new_password: newPassword } }),
  'users.activate': ofUser,
  'users.assign': (place) => ({
    ...ofUser(place),
    body: { ...assignmentOf(place), fleetId: place.spareFleetId },
  }),
  'users.assignVehicle': ({ guestId, vehicleId }) => ({ params: { id: guestId }, body: { vehicleId } }),
  'users.changeAssignment': ({ userId, assignmentId }) => ({
    params: { id: userId, assignmentId },
    body: { role: 'fleet_viewer', isPrimary: true, isActive: true },
  }),
  'users.changeLevel': (place) => ({ ...ofUser(place), body: { level: 'manager' } }),
  'users.create': (place) => ({
    body: { ...userBody(), password: newPassword, level: 'user', assignment: assignmentOf(place) },
  }),
  'users.deactivate': ofUser,
  'users.remove': ofUser,
  'users.endSession': ({ userId, sessionId }) => ({ params: { id: userId, sessionId } }),
  'users.endSessions': ofUser,
  'users.forcePasswordChange': (place) => ({ ...ofUser(place), body: {} }),
  'users.invite': (place) => ({
    body: { email: `${some()}@example.com`, level: 'user', ...assignmentOf(place) },
  }),
  'users.linkContact': ({ userId, contactId }) => ({ params: { id: userId }, body: { contactId } }),
  'users.listAssignments': ofUser,
  'users.listInvitations': ({ invitationId }) => ({ query: hundred, finds: invitationId }),
  'users.listSessions': ofUser,
  'users.list': ({ userId }) => ({ query: hundred, finds: userId }),
  'users.read': ofUser,
  'users.resendInvitation': ({ invitationId }) => ({ params: { id: invitationId } }),
  'users.resetTwoFactor': ofUser,
  'users.revokeInvitation': ({ invitationId }) => ({ params: { id: invitationId } }),
  'users.sendReset': ofUser,
  'users.unassign': ({ userId, assignmentId }) => ({ params: { id: userId, assignmentId } }),
  'users.unassignVehicle': ({ guestId }) => ({ params: { id: guestId } }),
  'users.unlinkContact': ({ linkedUserId }) => ({ params: { id: linkedUserId } }),
  'users.update': (place) => ({ ...ofUser(place), body: { ...userBody(), language: 'es', version: 1 } }),
  'organisation.companyDeletion': ofCompany,
  'organisation.deleteCompany': (place) => ({ ...ofCompany(place), business: ['company_not_empty'] }),
  'organisation.listCompanies': ({ companyId }) => ({ query: hundred, finds: companyId }),
  'organisation.readCompany': ofCompany,
  'organisation.listAdministrators': ofCompany,
  'panel.read': ofCompany,
  'panel.arrange': (place) => ({ ...ofCompany(place), body: { order: ['needs'], hidden: ['queue'] } }),
  'services.saveTemplate': ({ contactId }) => ({
    params: { id: contactId, templateId: '01890a5d-ac96-774b-bcce-b302099a8057' },
    body: {
      name: some(),
      serviceType: 'taxi',
      stops: [{ stopType: 'pickup', address: 'Durango 12', latitude: 19.4, longitude: -99.1 }],
    },
  }),
  'services.deleteTemplate': ({ contactId }) => ({
    params: { id: contactId, templateId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  }),
  'services.views': (place) => ({ ...ofCompany(place), query: {} }),
  'services.saveView': ({ companyId }) => ({
    params: { id: companyId, viewId: '01890a5d-ac96-774b-bcce-b302099a8057' },
    body: { screen: 'services', name: some(), address: { sort: 'status' }, columns: null, isDefault: false },
  }),
  'services.deleteView': ({ companyId }) => ({
    params: { id: companyId, viewId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  }),
  'organisation.updateCompany': (place) => ({ ...ofCompany(place), body: { name: some(), version: 1 } }),
  'organisation.createFleet': ({ companyId }) => ({ body: { company_id: companyId, name: some() } }),
  'organisation.deleteFleet': ({ spareFleetId }) => ({ params: { id: spareFleetId } }),
  'organisation.fleetDeletion': ofFleet,
  'organisation.listFleetUsers': ofFleet,
  'organisation.listFleets': ({ fleetId }) => ({ finds: fleetId }),
  'organisation.readFleet': ofFleet,
  'organisation.readConfiguration': ofFleet,
  'organisation.saveConfiguration': (place) => ({
    ...ofFleet(place),
    body: { enabled: ['directory', 'services', 'dispatch', 'companies', 'company_tree'], version: 1 },
  }),
  'organisation.setFleetUsers': (place) => ({
    ...ofFleet(place),
    body: { items: [{ userId: place.userId, role: 'viewer' }] },
  }),
  'organisation.updateFleet': (place) => ({ ...ofFleet(place), body: { name: some(), version: 1 } }),
  'tree.move': moveOf,
  'tree.previewMove': moveOf,
  'tree.search': ({ fleetName, fleetId }) => ({ query: { search: fleetName }, finds: `fleet:${fleetId}` }),
  'tree.children': ({ fleetId }) => ({ query: { parent: `fleet:${fleetId}` }, finds: fleetId }),
  'tree.whoMayReach': ({ companyId, fleetId }) => ({ query: { companyId, fleetId } }),
  'directory.create': ({ companyId }) => ({ body: { companyId, ...contactBody } }),
  'directory.createSystemUser': (place) => ({
    ...ofContact(place),
    body: {
      username: `nuevo_${some()}`,
      password: newPassword,
      level: 'user',
      fleetId: place.fleetId,
      role: 'fleet_member',
    },
  }),
  'directory.remove': ofContact,
  'directory.import': ({ companyId }, { fileId }) => ({
    body: { companyId, fileId, mapping: ['firstName', 'lastName', 'primaryPhone'], isDryRun: true },
  }),
  'directory.list': ({ contactId, companyId }) => ({ query: { ...hundred, companyId }, finds: contactId }),
  'directory.read': ofContact,
  'directory.update': (place) => ({ ...ofContact(place), body: { ...contactBody, version: 1 } }),
  'vehicles.create': ({ fleetId }) => ({ body: vehicleBody(fleetId) }),
  'vehicles.delete': ({ vehicleId }) => ({ params: { id: vehicleId } }),
  'vehicles.dismissAlarm': ({ alarmedVehicleId }) => ({ params: { id: alarmedVehicleId }, body: {} }),
  'vehicles.list': ({ vehicleId }) => ({ query: hundred, finds: vehicleId }),
  'vehicles.read': ({ vehicleId }) => ({ params: { id: vehicleId } }),
  'vehicles.update': ({ vehicleId, fleetId }) => ({
    params: { id: vehicleId },
    body: { ...vehicleBody(fleetId), version: 1 },
  }),
  'statusHistory.read': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /\[[^\]]*\d/.test(JSON.stringify(body)),
  }),
  'events.acknowledge': ofEvent,
  'events.addComment': ({ eventId }) => ({ params: { id: eventId }, body: { text: some() } }),
  'events.assign': ({ eventId }) => ({
    params: { id: eventId },
    body: { assigneeId: null, formerId: null },
  }),
  'events.changeComment': ({ eventId }) => ({
    params: { id: eventId, commentId: '01890a5d-ac96-774b-bcce-b302099a8057' },
    body: { text: some() },
    business: ['comment_not_found'],
  }),
  'events.comments': ({ eventId }) => ({ params: { id: eventId } }),
  'events.deleteComment': ({ eventId }) => ({
    params: { id: eventId, commentId: '01890a5d-ac96-774b-bcce-b302099a8057' },
    business: ['comment_not_found'],
  }),
  'events.people': ({ eventId }) => ({ params: { id: eventId }, query: {} }),
  'events.bulk': ({ eventId }) => ({
    body: { ids: [eventId], action: 'acknowledge' },
    finds: (body) => JSON.stringify(body).includes('"problem":null'),
  }),
  'events.counts': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /[1-9]/.test(JSON.stringify(body)),
  }),
  'events.declareEmergency': ({ vehicleId }) => ({ params: { id: vehicleId }, body: {} }),
  'events.dismiss': ofEvent,
  'events.list': ({ eventId }) => ({ query: hundred, finds: eventId }),
  'events.read': ({ eventId }) => ({ params: { id: eventId } }),
  'events.resolve': ofEvent,
  'vehicles.updateNotes': (place) => ({ ...ofVehicle(place), body: { notesGeneral: some(), version: 1 } }),
  'vehicles.bulkStatus': ({ activeVehicleIds }) => ({
    body: { ids: activeVehicleIds.slice(0, 1), status: 'maintenance' },
    finds: (body) => JSON.stringify(body).includes('"changed"'),
  }),
  'vehicles.contacts': ofVehicle,
  'vehicles.addContact': (place) => ({
    ...ofVehicle(place),
    body: { contactId: place.contactId, role: 'emergency_contact' },
  }),
  'vehicles.changeContact': ({ vehicleId, contactId }) => ({
    params: { id: vehicleId, contactId, role: 'vehicle_owner' },
    body: { role: 'vehicle_owner', isPrimary: false },
  }),
  'vehicles.removeContact': ({ vehicleId, contactId }) => ({
    params: { id: vehicleId, contactId, role: 'vehicle_owner' },
  }),
  'vehicles.import': ({ companyId, fleetId }, { fileId }) => ({
    body: { companyId, fleetId, fileId, mapping: requiredImportFields, isDryRun: true },
  }),
  'services.assign': (place) => inState('onDispatch', { vehicleId: place.activeVehicleIds[0] })(place),
  'services.reassign': (place) => inState('onDispatch', { vehicleId: place.activeVehicleIds[0] })(place),
  'services.bulk': ({ services: { created } }) => ({
    body: { services: [{ id: created.id, version: created.version }], change: { action: 'dispatch' } },
    finds: (body) => JSON.stringify(body).includes('"problem":null'),
  }),
  'services.caller': ({ contactId }) => ({ params: { id: contactId } }),
  'services.cancel': inState('created'),
  'services.complete': inState('started'),
  'services.confirmPickup': inState('assigned'),
  'services.groups': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => JSON.stringify(body).includes('"count":'),
  }),
  'services.counts': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /[1-9]/.test(JSON.stringify(body)),
  }),
  'services.create': (place) => ({ body: serviceBody(place) }),
  'services.current': ({ fleetId, services }) => ({ query: { fleetId }, finds: services.assigned.id }),
  'services.delete': ({ services }) => ({ params: { id: services.created.id } }),
  'services.dispatch': inState('created'),
  'services.list': ({ services }) => ({ query: hundred, finds: services.created.id }),
  'services.changes': ({ services }) => ({ params: { id: services.created.id } }),
  'services.cancelStop': ({ services: { created } }) => ({
    params: { id: created.id, stopId: created.lastStopId },
    body: { version: created.version },
  }),
  'services.correctStop': ({ services: { started } }) => ({
    params: { id: started.id, stopId: started.lastStopId },
    body: { version: started.version, arrived: '2026-03-01T00:00:00.000Z', reason: 'GPS' },
    business: ['validation_failed'],
  }),
  'services.read': ({ services }) => ({ params: { id: services.created.id } }),
  'services.unassign': inState('assigned'),
  'services.update': (place) => ({
    params: { id: place.services.created.id },
    body: { ...serviceBody(place), version: place.services.created.version },
  }),
  'services.import': ({ companyId, fleetId }, { fileId }) => ({
    body: {
      companyId,
      fleetId,
      fileId,
      mapping: ['serviceType', 'dispatchTime', 'pickupAddress', 'requesterPhone'],
      isDryRun: true,
    },
  }),
  'services.listReviews': ({ reviewId }) => ({ query: {}, finds: reviewId }),
  'services.resolveReview': ({ reviewId }) => ({
    params: { id: reviewId },
    body: { stops: [{ address: 'Zócalo', latitude: 19.43, longitude: -99.13 }] },
  }),
  'services.discardReview': ({ reviewId }) => ({ params: { id: reviewId } }),
  'services.listSeries': ({ seriesId }) => ({ query: {}, finds: seriesId }),
  'services.readSeries': ({ seriesId }) => ({ params: { id: seriesId } }),
  'services.createSeries': (place) => ({ body: { ...serviceBody(place), repeat: { weekdays: [1] } } }),
  'services.changeSeries': (place) => ({
    params: { id: place.seriesId },
    body: { ...serviceBody(place), repeat: { weekdays: [2] }, from: '2026-03-02', version: 1 },
  }),
  'services.endSeries': ({ seriesId }) => ({
    params: { id: seriesId },
    body: { from: '2026-03-03', version: 1 },
  }),
  'services.pauseSeries': ({ seriesId }) => ({ params: { id: seriesId }, body: { version: 1 } }),
  'services.resumeSeries': ({ seriesId }) => ({ params: { id: seriesId }, body: { version: 1 } }),
  'services.charges': ({ services }) => ({ params: { id: services.created.id } }),
  'services.proofs': ({ services }) => ({ params: { id: services.created.id } }),
  'services.readProof': ({ services }) => ({
    params: { id: services.created.id, proofId: '0195f000-0000-7000-8000-000000000003' },
    business: ['file_not_found'],
  }),
  'tracking.read': ({ services }) => ({ params: { id: services.created.id } }),
  'tracking.createLink': ({ services }) => ({
    params: { id: services.created.id },
    body: { language: 'es' },
  }),
  'tracking.revokeLink': ({ services, linkId }) => ({ params: { id: services.created.id, linkId } }),
  'dispatch.assignmentCost': ({ services, activeVehicleIds }) => ({
    params: { serviceId: services.onDispatch.id, vehicleId: activeVehicleIds[0] ?? '' },
  }),
  'dispatch.reservations': ({ fleetId, services }) => ({
    query: { fleetId },
    finds: services.onDispatch.id,
  }),
  'dispatch.reserve': ({ services: { onDispatch }, activeVehicleIds }) => ({
    params: { serviceId: onDispatch.id },
    body: { vehicleId: activeVehicleIds[0] ?? '', version: onDispatch.version },
    // The service is due, and the vehicle free.
    business: ['vehicle_not_busy'],
  }),
  'dispatch.releaseReservation': ({ services: { onDispatch }, activeVehicleIds }) => ({
    params: { serviceId: onDispatch.id },
    query: { vehicleId: activeVehicleIds[0] ?? '', reservedAt: '2026-03-02T18:00:00.000Z' },
    // The engine made it.
    business: ['reservation_not_found'],
  }),
  'dispatch.restoreReservation': ({ services: { onDispatch } }) => ({
    params: { serviceId: onDispatch.id },
    body: { replaces: null },
    business: ['reservation_not_found'],
  }),
  'dispatch.moveReservation': ({ services: { onDispatch }, activeVehicleIds }) => ({
    params: { serviceId: onDispatch.id },
    body: { vehicleId: activeVehicleIds[0] ?? '', reservedAt: '2026-03-02T18:00:00.000Z', place: 1 },
    business: ['reservation_not_found'],
  }),
  'dispatch.bulk': ({ services: { onDispatch } }) => ({
    body: { services: [{ id: onDispatch.id, version: onDispatch.version }], action: 'hold' },
    finds: (body) => JSON.stringify(body).includes('"problem":null'),
  }),
  'dispatch.outlook': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /(services|overdue)":[1-9]/.test(JSON.stringify(body)),
  }),
  'dispatch.best': ({ services }) => ({
    query: { serviceId: services.onDispatch.id },
    finds: services.onDispatch.id,
  }),
  'dispatch.needs': ({ fleetId }) => ({
    query: { fleetId },
    // Nothing is late here, but `changesAt` is set only if the person may read the services.
    finds: (body) => /"changesAt":"/.test(JSON.stringify(body)),
  }),
  'dispatch.queue': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /"waiting":[1-9]/.test(JSON.stringify(body)),
  }),
  'dispatch.settings': ({ fleetId }) => ({ params: { fleetId } }),
  'dispatch.saveSettings': ({ fleetId }) => ({
    params: { fleetId },
    body: {
      mode: 'suggest',
      preset: 'fair_queue',
      longestArrivalMinutes: 20,
      requiresShift: true,
      offersToDrivers: false,
      repositions: true,
      mostMoving: 3,
      longestMoveMinutes: 10,
      hourlyMoveMinutes: 20,
      version: 1,
    },
  }),
  'dispatch.figures': ({ fleetId }) => ({
    query: { fleetId },
    // Nothing was dispatched here, but only who may read the fleet's vehicles gets a share of their time.
    finds: (body) => /"utilisation":[0-9]/.test(JSON.stringify(body)),
  }),
  'dispatch.predictions': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /"serviceId"/.test(JSON.stringify(body)),
  }),
  'dispatch.searches': ({ fleetId }) => ({
    query: { fleetId },
    finds: (body) => /serviceId/.test(JSON.stringify(body)),
  }),
  'dispatch.suggestions': ({ fleetId, suggestionId }) => ({ query: { fleetId }, finds: suggestionId }),
  'dispatch.dismissSuggestion': ({ suggestionId }) => ({ params: { id: suggestionId } }),
  'dispatch.decisions': ({ services }) => ({ params: { serviceId: services.onDispatch.id } }),
  'dispatch.candidates': ({ services }) => ({ params: { serviceId: services.onDispatch.id } }),
  'telemetry.dates': ofVehicle,
  'telemetry.export': (place) => ({ ...ofVehicle(place), body: { date: '2026-03-01', format: 'csv' } }),
  'telemetry.onboarding': ofVehicle,
  'telemetry.positions': ofDay,
  'telemetry.readings': ofVehicle,
  'telemetry.readingHistory': (place) => ({
    ...ofVehicle(place),
    query: { date: '2026-03-01', names: 'ignition' },
  }),
  'telemetry.renewSecret': ({ commandedVehicleId }) => ({ params: { id: commandedVehicleId }, body: {} }),
  'vehicles.saveDevicePassword': ({ commandedVehicleId }) => ({
    params: { id: commandedVehicleId },
    body: { password: 'Clave2026' },
  }),
  'telemetry.inspect': ({ commandedVehicleId }) => ({ params: { id: commandedVehicleId }, body: {} }),
  'telemetry.deviceMessages': ({ commandedVehicleId }) => ({ params: { id: commandedVehicleId } }),
  'telemetry.unreadBytes': ({ commandedVehicleId, deviceMessage }) => ({
    params: { id: commandedVehicleId, number: String(deviceMessage) },
  }),
  'devices.listExpected': ({ companyId }) => ({ query: { companyId } }),
  'devices.addExpected': ({ companyId }) => ({ body: { companyId, identifiers: some() } }),
  'devices.removeExpected': ({ companyId }) => ({ body: { companyId, identifiers: null } }),
  'telemetry.route': ofDay,
  'telemetry.statistics': ({ vehicleId }) => ({ query: { vehicleId } }),
  'commands.cancel': ofCommand,
  'commands.list': ({ commandId }) => ({ query: hundred, finds: commandId }),
  'commands.options': ({ commandedVehicleId }) => ({ params: { id: commandedVehicleId } }),
  'commands.read': ({ commandId }) => ({ params: { id: commandId } }),
  'commands.send': ({ commandedVehicleId }) => ({
    body: { vehicleId: commandedVehicleId, type: 'request_location' },
  }),
  'payments.ofService': ({ services }) => ({ params: { id: services.started.id } }),
  'payments.record': ({ services }) => ({
    params: { id: services.started.id },
    body: { kind: 'payment', method: 'cash', amount: '10' },
  }),
  'payments.void': ({ paymentId }) => ({ params: { id: paymentId }, body: { reason: 'wrong amount' } }),
  'payments.chooseMethod': ({ services }) => ({
    params: { id: services.started.id },
    body: { paymentMethod: 'card' },
  }),
  'accounts.list': ({ fleetId, cashClientId }) => ({ query: { ...hundred, fleetId }, finds: cashClientId }),
  'accounts.statement': ({ cashClientId }) => ({
    params: { id: cashClientId },
    query: { from: '2026-01-01', to: '2026-01-31' },
  }),
  'accounts.pay': ({ fleetId, cashClientId }) => ({
    params: { id: cashClientId },
    body: { fleetId, method: 'transfer', amount: '10' },
  }),
  'accounts.export': ({ cashClientId }) => ({
    params: { id: cashClientId },
    body: { from: '2026-01-01', to: '2026-01-31', format: 'csv' },
  }),
  'cash.open': ({ fleetId, cashDriverId }) => ({ query: { fleetId }, finds: cashDriverId }),
  'cash.ofDriver': ({ fleetId, cashDriverId }) => ({ params: { id: cashDriverId }, query: { fleetId } }),
  'cash.close': ({ fleetId, cashDriverId }) => ({
    body: { fleetId, driverId: cashDriverId, expected: '50', counted: '50' },
  }),
  'cash.closeouts': ({ closeoutId, fleetId }) => ({ query: { ...hundred, fleetId }, finds: closeoutId }),
  'cash.read': ({ closeoutId }) => ({ params: { id: closeoutId } }),
  'cash.correct': ({ closeoutId }) => ({
    params: { id: closeoutId },
    body: { amount: '-5', reason: 'counted twice' },
  }),
  'tariffs.list': ({ fleetId, tariffId }) => ({ query: { fleetId }, finds: tariffId }),
  'tariffs.create': ({ fleetId }) => ({
    body: { fleetId, serviceType: 'custom', ...tariffBody, validUntil: tariffBody.validFrom },
    business: ['tariff_overlap'],
  }),
  'tariffs.update': ({ tariffId }) => ({ params: { id: tariffId }, body: { ...tariffBody, version: 1 } }),
  'tariffs.delete': ({ tariffId }) => ({ params: { id: tariffId } }),
  'tariffs.quote': ({ fleetId }) => ({
    body: {
      fleetId,
      serviceType: 'taxi',
      startsAt: march.from,
      stops: [{ latitude: 19.4326, longitude: -99.1332 }],
    },
  }),
  'zones.list': ({ fleetId, zoneId }) => ({ query: { fleetId }, finds: zoneId }),
  'zones.create': ({ fleetId }) => ({ body: { fleetId, name: some(), corners } }),
  'zones.update': ({ zoneId }) => ({ params: { id: zoneId }, body: { name: some(), corners, version: 1 } }),
  'zones.delete': ({ zoneId }) => ({ params: { id: zoneId } }),
  'shifts.list': ({ fleetId, shiftId }) => ({ query: { fleetId, ...march }, finds: shiftId }),
  'shifts.read': ({ shiftId }) => ({ params: { id: shiftId } }),
  'shifts.create': (place) => ({ body: { fleetId: place.fleetId, ...shiftBody(place) } }),
  'shifts.update': (place) => ({
    params: { id: place.shiftId },
    body: { ...shiftBody(place), version: 1 },
  }),
  'shifts.cancel': ({ shiftId }) => ({ params: { id: shiftId }, body: { version: 1 } }),
  'shifts.start': ({ shiftId }) => ({ params: { id: shiftId }, body: { version: 1 } }),
  'shifts.end': ({ runningShiftId }) => ({ params: { id: runningShiftId }, body: { version: 1 } }),
  'shifts.startUnplanned': ({ vehicleId }) => ({
    body: { vehicleId },
    business: ['shift_overlap', 'shift_still_running'],
  }),
  'shifts.startOwn': ({ ownShiftId }) => ({
    params: { id: ownShiftId },
    body: { version: 1 },
    business: ['shift_still_running'],
  }),
  'shifts.endOwn': ({ ownRunningShiftId }) => ({ params: { id: ownRunningShiftId }, body: { version: 1 } }),
  'shifts.drivers': ({ companyId, shiftDriverId }) => ({ query: { companyId }, finds: shiftDriverId }),
  'shifts.limits': ({ fleetId }) => ({ query: { fleetId } }),
  'shifts.saveLimits': ({ fleetId }) => ({
    body: { fleetId, dayHours: 12, weekHours: null, needsLicence: true, version: 0 },
  }),
  'shifts.documents': ({ shiftDriverId }) => ({ params: { id: shiftDriverId } }),
  'shifts.addDocument': ({ shiftDriverId }) => ({
    params: { id: shiftDriverId },
    body: { kind: 'medical_certificate' },
  }),
  'shifts.updateDocument': ({ documentId }) => ({
    params: { id: documentId },
    body: { kind: 'driving_licence', number: 'B-7', version: 1 },
  }),
  'shifts.removeDocument': ({ documentId }) => ({ params: { id: documentId } }),
  'shifts.cards': ({ shiftDriverId }) => ({ params: { id: shiftDriverId } }),
  'shifts.addCard': ({ shiftDriverId }) => ({ params: { id: shiftDriverId }, body: { card: '77' } }),
  'shifts.removeCard': ({ cardId }) => ({ params: { id: cardId } }),
  'shifts.unknownCards': ({ companyId }) => ({ query: { companyId } }),
  'shifts.ignoreUnknownCard': ({ companyId }) => ({ body: { companyId, card: 'AB12', isIgnored: true } }),
  'shifts.vehicleCard': ofVehicle,
  'customRules.list': ({ fleetId, ruleId }) => ({ query: { fleetId }, finds: ruleId }),
  'customRules.read': ({ ruleId }) => ({ params: { id: ruleId } }),
  'customRules.create': ({ fleetId }) => ({ body: { fleetId, name: some(), conditions } }),
  'customRules.replace': ({ ruleId }) => ({
    params: { id: ruleId },
    body: { name: some(), conditions, version: 1 },
  }),
  'customRules.delete': ({ ruleId }) => ({ params: { id: ruleId } }),
  'customRules.test': ({ fleetId, vehicleId }) => ({
    body: {
      fleetId,
      conditions,
      vehicleIds: [vehicleId],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
    },
  }),
  'geofences.list': ({ fleetId, fenceId }) => ({ query: { fleetId }, finds: fenceId }),
  'geofences.map': ({ fleetId, fenceId }) => ({ query: { fleetId }, finds: fenceId }),
  'crossings.inside': ({ fleetId }) => ({ query: { fleetId } }),
  'crossings.today': ({ fleetId }) => ({ query: { fleetId } }),
  'geofences.read': ({ fenceId }) => ({ params: { id: fenceId } }),
  'geofences.usedBy': ({ fenceId }) => ({ params: { id: fenceId } }),
  'geofences.shapes': ({ fenceId }) => ({ params: { id: fenceId } }),
  'geofences.shape': ({ fenceId }) => ({ params: { id: fenceId, shapeVersion: '1' } }),
  'geofences.create': ({ fleetId }) => ({ body: { fleetId, name: some(), shape: circle } }),
  'geofences.replace': ({ fenceId }) => ({
    params: { id: fenceId },
    body: { name: some(), shape: circle, version: 1 },
  }),
  'geofences.delete': ({ fenceId }) => ({ params: { id: fenceId } }),
  'geofences.inspectImport': ({ fleetId }, { fileId }) => ({ body: { fleetId, fileId } }),
  'geofences.import': ({ fleetId }, { fileId }) => ({ body: { fleetId, fileId } }),
  'geofences.export': ({ fleetId }) => ({ body: { fleetId, format: 'kml' } }),
  'geofences.bulk': ({ fenceId }) => ({
    body: { fences: [{ id: fenceId, version: 1 }], change: { action: 'deactivate' } },
    finds: (body) => JSON.stringify(body).includes('"problem":null'),
  }),
  'geofences.test': ({ fleetId, vehicleId }) => ({
    body: {
      fleetId,
      shape: circle,
      triggers: [],
      sensitivity: 'medium',
      vehicleIds: [vehicleId],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
    },
  }),
  'approach.create': ({ fleetId }) => ({
    body: { fleetId, label: some(), latitude: 19.43, longitude: -99.13, minutes: 5 },
  }),
  'watchpoints.list': ({ watchpointId }) => ({ query: hundred, finds: watchpointId }),
  'watchpoints.create': ({ fleetId }) => ({
    body: { fleetId, name: some(), latitude: 19.43, longitude: -99.13 },
  }),
  'watchpoints.rename': ({ watchpointId }) => ({
    params: { id: watchpointId },
    body: { name: some(), version: 1 },
  }),
  'watchpoints.delete': ({ watchpointId }) => ({ params: { id: watchpointId } }),
  'audit.list': ({ companyId }) => ({ query: { ...hundred, companyId }, finds: companyId }),
}
