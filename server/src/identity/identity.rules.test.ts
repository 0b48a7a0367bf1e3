import { describe, expect, it } from 'vitest'
import {
  decideRefresh,
  displayNameOf,
  isAbove,
  lockedUntil,
  refusalOf,
  resetWindow,
} from './identity.rules.ts'

const minute = (count: number) => new Date(Date.UTC(2026, 2, 2, 15, count))

describe('display name', () => {
  it.each([
    [{ display_name: 'Nena', first_name: 'Elena', last_name: 'Torres' }, 'Nena'],
    [{ display_name: ' ', first_name: 'Elena', last_name: 'Torres' }, 'Elena Torres'],
    [{ first_name: '', last_name: '', username: 'elena' }, 'elena'],
    [{ username: '', email: 'elena@example.com' }, 'elena@example.com'],
    [{}, 'Unknown User'],
  ])('%o is shown as %s', (person, shown) => expect(displayNameOf(person)).toBe(shown))
})

it('is one line, whatever name is registered', () =>
  expect(displayNameOf({ first_name: 'Ana\n\nhttps://trap.example', last_name: 'Ríos' })).toBe(
    'Ana https://trap.example Ríos',
  ))

describe('lockout', () => {
  const failures = (...minutes: number[]) => minutes.map(minute)
  it('needs five failures', () => {
    expect(lockedUntil(failures(0, 1, 2, 3), minute(3))).toBeNull()
    expect(lockedUntil(failures(0, 1, 2, 3, 4), minute(4))).toEqual(minute(19))
  })
  it('counts failures in any window of fifteen minutes', () => {
    expect(lockedUntil(failures(0, 14, 15, 16, 17), minute(17))).toBeNull()
    expect(lockedUntil(failures(2, 14, 15, 16, 17), minute(17))).toEqual(minute(32))
  })
  it('ends after fifteen minutes, and the next failure does not renew it', () => {
    expect(lockedUntil(failures(0, 1, 2, 3, 4), minute(19))).toBeNull()
    expect(lockedUntil(failures(1, 2, 3, 4, 20), minute(20))).toBeNull()
  })
})

describe('refresh tokens', () => {
  const session = { generation: 3, rotatedAt: minute(0) }
  const at = (seconds: number) => new Date(minute(0).getTime() + seconds * 1000)
  it('rotates the current one on each use', () =>
    expect(decideRefresh({ generation: 3 }, session, at(86_400))).toBe('rotate'))
  it('accepts the predecessor for sixty seconds', () => {
    expect(decideRefresh({ generation: 2 }, session, at(60))).toBe('again')
    expect(decideRefresh({ generation: 2 }, session, at(61))).toBe('reused')
  })
  it('never accepts an older one', () =>
    expect(decideRefresh({ generation: 1 }, session, at(1))).toBe('reused'))
})

it('counts reset tries for an hour', () => {
  const row = { tries: 5, sendings: 2, windowStartedAt: minute(0) }
  expect(resetWindow(row, minute(59))).toEqual(row)
  expect(resetWindow(row, minute(60))).toEqual({ tries: 0, sendings: 0, windowStartedAt: minute(60) })
})

it('allows levels below the own only', () => {
  expect(isAbove('admin', 'manager')).toBe(true)
  expect(isAbove('admin', 'admin')).toBe(false)
  expect(isAbove('user', 'super_admin')).toBe(false)
})

it('lets only active accounts sign in', () => {
  expect(refusalOf('active')).toBeNull()
  expect(refusalOf('inactive')).toBe('account_deactivated')
  expect(refusalOf('locked')).toBe('account_locked')
  expect(refusalOf('pending')).toBe('account_pending')
})
