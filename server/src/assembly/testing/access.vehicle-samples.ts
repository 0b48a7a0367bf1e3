import { requiredImportFields } from '@rumbo/contract/vehicles.files.contract'
import type { Place } from './access.place.ts'
import { hundred, type Me, ofVehicle, type Sample, some } from './access.sample.ts'

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
const corners = [
  [-99.15, 19.42],
  [-99.12, 19.42],
  [-99.12, 19.45],
]
const circle = { kind: 'circle', center: { latitude: 19.43, longitude: -99.13 }, radiusMetres: 250 }
const conditions = [{ reading: 'door', operator: 'is', value: true }]
const ofCommand = ({ commandId }: Place) => ({ params: { id: commandId }, body: {} })
const ofEvent = ({ eventId }: Place) => ({ params: { id: eventId }, body: {} })
const ofDay = (place: Place) => ({ ...ofVehicle(place), query: { date: '2026-03-01' } })

/** A valid call for each endpoint about vehicles, their devices, events and geofences. */
export const vehicleSamples: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
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
  'zones.list': ({ fleetId, zoneId }) => ({ query: { fleetId }, finds: zoneId }),
  'zones.create': ({ fleetId }) => ({ body: { fleetId, name: some(), corners } }),
  'zones.update': ({ zoneId }) => ({ params: { id: zoneId }, body: { name: some(), corners, version: 1 } }),
  'zones.delete': ({ zoneId }) => ({ params: { id: zoneId } }),
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
}
