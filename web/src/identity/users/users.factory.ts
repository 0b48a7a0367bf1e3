import type { Invitation } from '@rumbo/contract/identity.invitations.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import type { SignIn } from '@rumbo/contract/identity.users.security.contract'
import type { Assignment } from '@rumbo/contract/organisation.assignments.contract'

/** A listed user for tests. Default: Luis, who drives in fleet f1. */
export function someListedUser(some: Partial<User> = {}): User {
  return {
    id: 'u-luis',
    username: 'luis_g',
    firstName: 'Luis',
    lastName: 'García',
    displayName: 'Luis García',
    email: 'luis@example.com',
    phone: null,
    level: 'user',
    status: 'active',
    companyId: 'c1',
    companyName: 'Empresa c1',
    fleetId: 'f1',
    fleetName: 'Flotilla f1',
    fleetRole: 'primary_driver',
    isPrimaryFleet: true,
    assignmentCount: 1,
    twoFactorEnabled: false,
    emailVerified: true,
    phoneVerified: false,
    forcePasswordChange: false,
    notes: null,
    language: 'es',
    avatar: { type: 'initials', color: 'occupied' },
    contact: null,
    vehicle: null,
    lastLogin: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    mayChange: true,
    version: 3,
    ...some,
  }
}

export const someAssignment = (some: Partial<Assignment> = {}): Assignment => ({
  id: 'a1',
  companyId: 'c1',
  companyName: 'Empresa c1',
  fleetId: 'f1',
  fleetName: 'Flotilla f1',
  role: 'fleet_member',
  isPrimary: true,
  isActive: true,
  status: 'active',
  assignedAt: '2026-03-02T12:00:00.000Z',
  assignedBy: 'Marta Ruiz',
  ...some,
})

export const someSignIn = (some: Partial<SignIn> = {}): SignIn => ({
  id: 's1',
  startedAt: '2026-03-02T12:00:00.000Z',
  lastUsedAt: '2026-03-02T13:00:00.000Z',
  address: '10.0.0.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  isCurrent: false,
  ...some,
})

export const someInvitation = (some: Partial<Invitation> = {}): Invitation => ({
  id: 'i1',
  email: 'nueva@example.com',
  level: 'user',
  language: 'es',
  companyId: 'c1',
  companyName: 'Empresa c1',
  fleetId: 'f1',
  role: 'fleet_member',
  status: 'open',
  invitedBy: 'Marta Ruiz',
  createdAt: '2026-03-02T12:00:00.000Z',
  expiresAt: '2026-03-09T12:00:00.000Z',
  ...some,
})
