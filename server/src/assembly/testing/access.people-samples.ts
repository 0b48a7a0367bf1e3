import type { Place } from './access.place.ts'
import { hundred, type Me, name, newPassword, ofCompany, type Sample, some } from './access.sample.ts'

const userBody = () => ({ username: `nuevo_${some()}`, ...name, email: `${some()}@example.com` })
const contactBody = { ...name, primaryPhone: '+52 55 5512 3456' }
const ofUser = ({ userId }: Place) => ({ params: { id: userId } })
const assignmentOf = ({ companyId, fleetId }: Place) => ({ companyId, fleetId, role: 'fleet_member' })
const ofFleet = ({ fleetId }: Place) => ({ params: { id: fleetId } })
const ofContact = ({ contactId }: Place) => ({ params: { id: contactId } })
const moveOf = ({ userId, fleetId, spareFleetId }: Place) => ({
  body: { kind: 'user', id: userId, fromFleetId: fleetId, toFleetId: spareFleetId },
})

/** A valid call for each endpoint about users, companies, fleets and contacts. */
export const peopleSamples: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
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
  'audit.list': ({ companyId }) => ({ query: { ...hundred, companyId }, finds: companyId }),
}
