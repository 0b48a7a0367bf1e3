import type { Place } from './access.place.ts'
import { hundred, type Me, march, ofVehicle, type Sample, some } from './access.sample.ts'

const shiftBody = ({ shiftDriverId, vehicleId }: Place) => ({
  driverId: shiftDriverId,
  vehicleId,
  startsAt: '2026-03-05T14:00:00.000Z',
  endsAt: '2026-03-05T22:00:00.000Z',
})

/** A valid call for each endpoint about dispatch, shifts and the radar. */
export const dispatchSamples: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
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
}
