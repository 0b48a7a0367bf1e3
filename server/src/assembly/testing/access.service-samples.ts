import type { Place } from './access.place.ts'
import { hundred, type Me, march, ofCompany, type Sample, some } from './access.sample.ts'

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
const inState =
  (state: keyof Place['services'], more: object = {}) =>
  (place: Place) => ({
    params: { id: place.services[state].id },
    body: { version: place.services[state].version, ...more },
  })

/** A valid call for each endpoint about services and their money. */
export const serviceSamples: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
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
}
