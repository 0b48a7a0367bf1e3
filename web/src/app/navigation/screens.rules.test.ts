import { describe, expect, it } from 'vitest'
import { someUser } from '../session/session.factory.ts'
import { isPartMissing, mayOpenScreen } from './screens.rules.ts'

const read = [{ scope: 'c1,f1,*', type: 'read' as const }]

describe('who may open a screen', () => {
  const driver = someUser({ level: 'user', access_scopes: read, driven_fleets: ['f1'] })
  it('is decided by level', () => {
    expect(mayOpenScreen(someUser({ level: 'user' }), 'users.read')).toBe(false)
    expect(mayOpenScreen(someUser({ level: 'manager' }), 'users.read')).toBe(true)
    expect(mayOpenScreen(null, 'vehicles.read')).toBe(false)
    expect(mayOpenScreen(null, undefined)).toBe(true)
  })
  it('refuses screens about the whole fleet to users who only drive', () => {
    for (const capability of ['directory.read', 'dispatch.read', 'watchpoints.read'] as const) {
      expect(mayOpenScreen(driver, capability)).toBe(false)
      expect(mayOpenScreen({ ...driver, driven_fleets: [] }, capability)).toBe(true)
      const alsoDispatches = [...read, { scope: 'c1,f2,*', type: 'manage' as const }]
      expect(mayOpenScreen({ ...driver, access_scopes: alsoDispatches }, capability)).toBe(true)
    }
    expect(mayOpenScreen(driver, 'services.read')).toBe(true)
    expect(mayOpenScreen(driver, 'vehicles.read')).toBe(true)
  })
})

it('recognises a missing chunk by the messages of browsers and the bundler', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: https://rumbo.example/assets/Screen.js',
    'error loading dynamically imported module: https://rumbo.example/assets/Screen.js',
    'Importing a module script failed.',
  ])
    expect(isPartMissing(new TypeError(words))).toBe(true)
  expect(isPartMissing(new Error('Unable to preload CSS for /assets/HistoryView.css'))).toBe(true)
  expect(isPartMissing(new TypeError('Cannot read properties of undefined'))).toBe(false)
  expect(isPartMissing(null)).toBe(false)
})
