import { describe, expect, it } from 'vitest'
import { decide, isOwnAddress, type NavigationAnswer, type NavigationQuestion } from './navigation.rules.ts'

const nobody: NavigationQuestion = {
  path: '/map',
  fullPath: '/map',
  isKnownPath: true,
  isReady: true,
  isAuthenticated: false,
  isGuest: false,
  mustChangePassword: false,
  isExpiredDialogOpen: false,
  isLeaving: false,
  returnUrl: null,
}
const staff: NavigationQuestion = { ...nobody, isAuthenticated: true }
const guest: NavigationQuestion = { ...staff, isGuest: true }
const forced: NavigationQuestion = { ...staff, mustChangePassword: true }
const at = (who: NavigationQuestion, path: string, some: Partial<NavigationQuestion> = {}) => ({
  ...who,
  path,
  fullPath: path,
  ...some,
})
const screen: NavigationAnswer = { show: 'screen' }

const table: [string, NavigationQuestion, NavigationAnswer][] = [
  ['while the session is restored', at(nobody, '/map', { isReady: false }), { show: 'spinner' }],
  ['while companies and fleets load', at(staff, '/map', { isReady: false }), { show: 'spinner' }],
  [
    'the login page while the session is restored',
    at(nobody, '/auth/login', { isReady: false }),
    { show: 'spinner' },
  ],

  ['nobody, a screen', at(nobody, '/map'), { go: '/auth/login', remember: '/map' }],
  [
    'nobody, a screen with its query',
    at(nobody, '/map', { fullPath: '/map?vehicle=7#x' }),
    { go: '/auth/login', remember: '/map?vehicle=7#x' },
  ],
  ['nobody, the root', at(nobody, '/'), { go: '/auth/login' }],
  [
    'nobody, the session-expired dialog showing',
    at(nobody, '/map', { isExpiredDialogOpen: true }),
    { show: 'nothing' },
  ],
  ['nobody, just signed out', at(nobody, '/map', { isLeaving: true }), { go: '/auth/login' }],
  ['nobody, login', at(nobody, '/auth/login'), screen],
  ['nobody, register', at(nobody, '/auth/register'), screen],
  ['nobody, forgot password', at(nobody, '/auth/forgot-password'), screen],
  ['nobody, verify code', at(nobody, '/auth/verify-reset-code'), screen],
  ['nobody, forced change', at(nobody, '/auth/change-password'), screen],
  ['nobody, the error page', at(nobody, '/auth/404'), screen],
  ['nobody, an unmatched path', at(nobody, '/nowhere', { isKnownPath: false }), { show: 'error' }],
  ['nobody, an unmatched path below /auth', at(nobody, '/auth/x', { isKnownPath: false }), { show: 'error' }],

  ['staff, the root', at(staff, '/'), { go: '/main' }],
  ['staff, a screen', at(staff, '/dispatch'), screen],
  ['staff, a screen with a trailing slash', at(staff, '/dispatch/'), screen],
  ['staff, one vehicle', at(staff, '/vehicle-details/7'), screen],
  ['staff, an unmatched path', at(staff, '/nowhere', { isKnownPath: false }), { show: 'error' }],
  ['staff, login', at(staff, '/auth/login'), { go: '/main', forget: true }],
  [
    'staff, login with a return address',
    at(staff, '/auth/login', { returnUrl: '/map?a=1' }),
    { go: '/map?a=1', forget: true },
  ],
  [
    'staff, login with a foreign return address',
    at(staff, '/auth/login', { returnUrl: '//evil.example' }),
    { go: '/main', forget: true },
  ],
  [
    'staff, login with a return address of the login page',
    at(staff, '/auth/login', { returnUrl: '/auth/login' }),
    { go: '/main', forget: true },
  ],
  ['staff, register', at(staff, '/auth/register'), { go: '/main', forget: true }],
  ['staff, the error page', at(staff, '/auth/404'), { go: '/main', forget: true }],
  ['staff, forgot password', at(staff, '/auth/forgot-password'), screen],
  ['staff, verify code', at(staff, '/auth/verify-reset-code'), screen],
  ['staff, change password', at(staff, '/auth/change-password'), screen],

  ['guest, the root', at(guest, '/'), { go: '/vehicle-details' }],
  ['guest, vehicle details', at(guest, '/vehicle-details'), screen],
  ['guest, the vehicle', at(guest, '/vehicle-details/7'), screen],
  ['guest, profile', at(guest, '/profile'), screen],
  ['guest, notifications', at(guest, '/notification-list'), screen],
  ['guest, any other screen', at(guest, '/map'), { go: '/vehicle-details' }],
  ['guest, a look-alike path', at(guest, '/profiles', { isKnownPath: false }), { go: '/vehicle-details' }],
  ['guest, login', at(guest, '/auth/login'), { go: '/vehicle-details', forget: true }],
  [
    'guest, login with an allowed return address',
    at(guest, '/auth/login', { returnUrl: '/profile' }),
    { go: '/profile', forget: true },
  ],
  [
    'guest, login with any other return address',
    at(guest, '/auth/login', { returnUrl: '/map' }),
    { go: '/vehicle-details', forget: true },
  ],
  ['guest, forgot password', at(guest, '/auth/forgot-password'), screen],

  ['forced, a screen', at(forced, '/map'), { go: '/auth/change-password' }],
  ['forced, the root', at(forced, '/'), { go: '/auth/change-password' }],
  ['forced, login', at(forced, '/auth/login'), { go: '/auth/change-password' }],
  ['forced, forgot password', at(forced, '/auth/forgot-password'), { go: '/auth/change-password' }],
  [
    'forced, an unmatched path',
    at(forced, '/nowhere', { isKnownPath: false }),
    { go: '/auth/change-password' },
  ],
  ['forced, the change itself', at(forced, '/auth/change-password'), screen],
  ['forced guest', at({ ...guest, mustChangePassword: true }, '/profile'), { go: '/auth/change-password' }],
]

describe('navigation', () => {
  it.each(table)('%s', (_, question, expected) => {
    expect(decide(question)).toEqual(expected)
  })

  it('ends without a redirect loop', () => {
    for (const [name, question] of table) {
      let now = question
      let steps = 0
      for (let answer = decide(now); 'go' in answer; answer = decide(now)) {
        steps += 1
        expect(steps, name).toBeLessThan(5)
        now = { ...now, path: answer.go.split(/[?#]/)[0] ?? '', fullPath: answer.go, isKnownPath: true }
      }
    }
  })
})

it('recognises addresses of the application', () => {
  expect(['/map', '/', '//x', '/\\x', 'https://x', 'map', ''].map(isOwnAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
