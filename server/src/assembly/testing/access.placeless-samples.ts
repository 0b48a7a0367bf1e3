import { avatarColors, avatarTypes } from '@rumbo/contract/identity.avatars'
import { v7 as uuid } from 'uuid'
import { builtPassword } from '../../identity/identity.factory.ts'
import { type Me, name, newPassword, type Sample, some } from './access.sample.ts'

const password = { password: builtPassword }
const point = { latitude: '19.43', longitude: '-99.13' }
const spot = { latitude: 19.43, longitude: -99.13 }
const pushKeys = { endpoint: 'https://push.example/a', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
/** A valid call for each endpoint that is not about a place. */
export const placeless: Readonly<Record<string, (me: Me) => Sample>> = {
  'notifications.list': () => ({}),
  'notifications.counts': () => ({}),
  'notifications.markRead': () => ({ body: { allUntil: '2026-03-01T00:00:00.000Z' } }),
  'notifications.acknowledge': () => ({ params: { id: uuid() }, business: ['not_found'] }),
  'notifications.reach': () => ({ params: { id: uuid() }, business: ['not_found'] }),
  'notifications.methods': () => ({}),
  'notificationPreferences.read': () => ({}),
  'notificationPreferences.change': () => ({ body: { topics: [], quietWindows: null } }),
  'push.key': () => ({}),
  'push.list': () => ({}),
  'push.subscribe': () => ({
    body: { ...pushKeys, endpoint: `https://push.example/${some()}`, label: 'Chrome', language: 'es' },
  }),
  'push.unsubscribe': () => ({ params: { id: uuid() } }),
  'push.test': () => ({}),
  'push.renew': () => ({ body: { former: pushKeys, ...pushKeys }, business: ['push_action_over'] }),
  'push.act': () => ({
    body: { token: 'none.none', action: 'acknowledge' },
    business: ['push_action_over'],
  }),
  'approach.list': () => ({}),
  'approach.remove': () => ({ params: { id: uuid() } }),
  'identity.changePassword': () => ({
    body: { current_password: builtPassword, new_password: newPassword },
  }),
  'identity.confirmReset': () => ({
    body: { email: 'none@example.com', token: '123456', new_password: newPassword },
    business: ['reset_code_invalid'],
  }),
  'identity.forcedPasswordChange': ({ username }) => ({
    body: { username_or_email: username, current_password: builtPassword, new_password: newPassword },
    business: ['password_change_not_pending'],
  }),
  'identity.initiateReset': ({ email }) => ({ body: { email } }),
  'identity.login': ({ username }) => ({ body: { username_or_email: username, ...password } }),
  'identity.logout': () => ({ body: {} }),
  'identity.refresh': () => ({ body: {}, business: ['refresh_invalid'] }),
  'identity.register': () => ({
    body: {
      username: `nuevo_${some()}`,
      first_name: 'Elena',
      last_name: 'Torres',
      email: `${some()}@example.com`,
      password: newPassword,
    },
  }),
  'organisation.profileCompanies': () => ({}),
  'account.acceptInvitation': () => ({
    params: { token: 'x'.repeat(43) },
    body: { username: `nuevo_${some()}`, first_name: 'Elena', last_name: 'Torres', password: newPassword },
    business: ['invitation_invalid'],
  }),
  'account.readInvitation': () => ({
    params: { token: 'x'.repeat(43) },
    business: ['invitation_invalid'],
  }),
  'account.beginTwoFactor': () => ({ body: password }),
  'account.changeEmail': () => ({ body: { email: `${some()}@example.com`, ...password } }),
  'account.confirmVerification': () => ({
    body: { channel: 'email', code: '123456' },
    business: ['verification_invalid'],
  }),
  'account.disableTwoFactor': () => ({ body: password, business: ['two_factor_off'] }),
  'account.enableTwoFactor': () => ({ body: { code: '123456' }, business: ['two_factor_not_begun'] }),
  'account.endOtherSessions': () => ({}),
  'account.endSession': ({ sessionId }) => ({ params: { id: sessionId } }),
  'account.listSessions': () => ({}),
  'account.read': () => ({}),
  'account.renewRecoveryCodes': () => ({ body: password, business: ['two_factor_off'] }),
  'account.sendVerification': () => ({ body: { channel: 'email' } }),
  'account.update': () => ({
    body: {
      ...name,
      phone: null,
      language: 'es',
      avatar: { type: avatarTypes[0], color: avatarColors[0] },
      notificationEmail: null,
      notificationPhone: null,
      version: 1,
    },
  }),
  'users.stats': () => ({}),
  'organisation.createCompany': () => ({ body: { name: some() } }),
  'directory.export': () => ({ body: { format: 'csv' } }),
  'directory.inspectImport': ({ fileId }) => ({ body: { fileId } }),
  'services.inspectImport': ({ fileId }) => ({ body: { fileId } }),
  'events.export': () => ({ body: { format: 'csv' } }),
  'services.export': () => ({ body: { format: 'csv' } }),
  'vehicles.export': () => ({ body: { format: 'csv' } }),
  'vehicles.inspectImport': ({ fileId }) => ({ body: { fileId } }),
  'vehicles.skills': () => ({}),
  'places.basemap': () => ({}),
  'places.reverse': () => ({ query: point }),
  'places.reverseAll': () => ({ body: { points: [spot] } }),
  'places.search': () => ({ query: { q: 'Reforma' } }),
  'places.route': () => ({ body: { points: [spot, spot] } }),
  'places.table': () => ({ body: { sources: [spot], targets: [spot] } }),
  'places.isochrone': () => ({ query: { ...point, minutes: '5' } }),
  'places.arrivals': () => ({ body: { target: spot, sources: [{ id: 'a', ...spot }] } }),
  'places.roadsStatus': () => ({}),
  'regions.list': () => ({}),
  'regions.beginUpload': () => ({ body: { name: 'porto.osm.pbf', bytes: 1_000 } }),
  'regions.removeUpload': () => ({ params: { id: uuid() } }),
  'regions.add': () => ({
    body: { fileId: uuid(), name: 'porto', title: 'Porto' },
    business: ['file_not_found'],
  }),
  'regions.remove': () => ({ params: { name: 'porto' }, business: ['not_found'] }),
  'cash.own': () => ({}),
  'shifts.own': () => ({}),
  'communication.counts': () => ({}),
  'communication.ownThreads': () => ({}),
  'driverThreads.read': () => ({}),
  'driverThreads.act': () => ({
    body: {
      sentAt: '2026-03-01T12:00:00Z',
      actions: [{ id: uuid(), at: '2026-03-01T12:00:00Z', kind: 'send', threadId: null, text: 'Hola' }],
    },
  }),
  'drivers.state': () => ({}),
  'drivers.positions': () => ({
    body: {
      sentAt: '2026-03-01T12:00:00Z',
      fixes: [
        {
          at: '2026-03-01T12:00:00Z',
          latitude: 19.4,
          longitude: -99.1,
          speedKmh: null,
          heading: null,
          accuracyMetres: null,
        },
      ],
    },
    business: ['driver_off_duty'],
  }),
  'drivers.createPhoneKey': () => ({}),
  'drivers.sendProof': () => ({
    body: { id: uuid(), serviceId: uuid(), content: 'AAAA' },
    business: ['service_not_found'],
  }),
  'drivers.act': () => ({
    body: {
      sentAt: '2026-03-01T12:00:00Z',
      actions: [
        {
          id: '0195f000-0000-7000-8000-000000000001',
          at: '2026-03-01T12:00:00Z',
          kind: 'reject',
          offerId: '0195f000-0000-7000-8000-000000000002',
        },
      ],
    },
  }),
  'tracking.follow': () => ({ params: { token: 'x'.repeat(24) }, business: ['not_found'] }),
  'tracking.basemap': () => ({ params: { token: 'x'.repeat(24) }, business: ['not_found'] }),
  'tracking.rate': () => ({
    params: { token: 'x'.repeat(24) },
    body: { stars: 5 },
    business: ['not_found'],
  }),
  'telemetry.models': () => ({}),
  'devices.attach': () => ({
    body: { identifier: '868000000000000', vehicleId: uuid() },
    business: ['device_not_found'],
  }),
  'devices.forget': () => ({ body: { identifier: '868000000000000' }, business: ['device_not_found'] }),
  'devices.gateway': () => ({}),
  'devices.listRejected': () => ({}),
  'devices.listUnknown': () => ({}),
  'audit.kinds': () => ({}),
  'audit.export': () => ({ body: { format: 'csv' } }),
  'deliveries.list': () => ({}),
  'deliveries.read': ({ deliveryId }) => ({ params: { id: deliveryId } }),
  'deliveries.retry': ({ deliveryId }) => ({ params: { id: deliveryId } }),
  'deliveries.test': () => ({
    body: { channel: 'email', recipient: 'elena@example.com', language: 'es' },
    business: ['channel_not_configured'],
  }),
  'work.cancel': ({ workId }) => ({ params: { id: workId } }),
  'work.read': ({ workId }) => ({ params: { id: workId } }),
  'telemetry.readingCatalogue': () => ({}),
  'monitoring.health': () => ({}),
  'monitoring.publicSettings': () => ({}),
  'monitoring.certificate': () => ({}),
  'monitoring.ready': () => ({}),
  'monitoring.status': () => ({}),
}
