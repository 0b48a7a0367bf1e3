import type { AuthAnswer, SessionUser } from '@rumbo/contract/identity.contract'

/** A signed-in user for tests. Default: a manager of one fleet. */
export function someUser(some: Partial<SessionUser> = {}): SessionUser {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    name: 'Marta',
    lastname: 'Ruiz',
    username: 'marta',
    email: 'marta@example.com',
    display_name: null,
    can_login: true,
    is_active: true,
    force_password_change: false,
    functional_role: 'fleet_manager',
    access_scopes: [{ scope: 'c1,f1,*', type: 'manage' }],
    driven_fleets: [],
    level: 'manager',
    language: 'es',
    avatar: { type: 'initials', color: 'primary' },
    ...some,
  }
}

/** The answer of login and refresh, for tests. */
export function someAnswer(some: Partial<AuthAnswer> = {}): AuthAnswer {
  return { user: someUser(), access_token: 'token-1', expires_in: 3600, ...some }
}
