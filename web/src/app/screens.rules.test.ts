import { describe, expect, it } from 'vitest'
import { isPartMissing, mayOpenScreen } from './screens.rules.ts'
import { someUser } from './session.factory.ts'

const read = [{ scope: 'c1,f1,*', type: 'read' as const }]
const manage = [{ scope: 'c1,f1,*', type: 'manage' as const }]

describe('who may open a screen', () => {
  const driver = someUser({ level: 'user', functional_role: 'primary_driver', access_scopes: read })
  it('is decided by level', () => {
    expect(mayOpenScreen(someUser({ level: 'user' }), 'users.read')).toBe(false)
    expect(mayOpenScreen(someUser({ level: 'manager' }), 'users.read')).toBe(true)
    expect(mayOpenScreen(null, 'vehicles.read')).toBe(false)
    expect(mayOpenScreen(null, undefined)).toBe(true)
  })
  it('keeps every customer from those who only drive', () => {
    expect(mayOpenScreen(driver, 'directory.read')).toBe(false)
    expect(mayOpenScreen(driver, 'services.read')).toBe(false)
    expect(mayOpenScreen(driver, 'vehicles.read')).toBe(true)
    expect(mayOpenScreen({ ...driver, access_scopes: manage }, 'services.read')).toBe(true)
    expect(mayOpenScreen({ ...driver, functional_role: 'fleet_viewer' }, 'services.read')).toBe(true)
  })
})

it('knows a part of the page that could not be fetched, as browsers and the bundler word it', () => {
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
