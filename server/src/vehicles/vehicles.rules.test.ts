import { vehicleStatuses } from '@rumbo/contract/vehicles.contract'
import { describe, expect, it } from 'vitest'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import {
  isAssignable,
  manualCausesAfter,
  namedChanges,
  numberKey,
  plateKey,
  statusCauses,
  statusOf,
} from './vehicles.rules.ts'

describe('status from causes', () => {
  it('is active without any cause, and the most severe of several', () => {
    expect(statusOf([])).toBe('active')
    expect(statusOf(['silent'])).toBe('inactive')
    expect(statusOf(['silent', 'en_route', 'alarmed'])).toBe('alarmed')
    expect(statusOf(['occupied', 'maintenance'])).toBe('maintenance')
  })

  it('gives every cause a status of the contract', () => {
    for (const cause of statusCauses) expect(vehicleStatuses).toContain(statusOf([cause]))
  })

  it('lets only an active or inactive vehicle be assigned', () => {
    expect(isAssignable([])).toBe(true)
    expect(isAssignable(['silent', 'inactive_by_hand'])).toBe(true)
    for (const cause of statusCauses.filter((cause) => cause !== 'silent' && cause !== 'inactive_by_hand'))
      expect(isAssignable([cause])).toBe(false)
  })
})

describe('a status chosen by a person', () => {
  it('replaces the one chosen before; active clears them', () => {
    expect(manualCausesAfter('out_of_service', ['maintenance'])).toEqual(['out_of_service'])
    expect(manualCausesAfter('active', ['maintenance', 'silent'])).toEqual([])
  })

  it('that a person set already changes nothing; a silent vehicle may be inactive by hand besides', () => {
    expect(manualCausesAfter('active', ['silent'])).toEqual([])
    expect(manualCausesAfter('inactive', ['silent', 'inactive_by_hand'])).toEqual(['inactive_by_hand'])
    expect(manualCausesAfter('inactive', ['silent'])).toEqual(['inactive_by_hand'])
  })
})

describe('maintenance that a workshop set', () => {
  const ofWorkshop = { cause: 'maintenance', source_id: 'fence' } as const
  const own = { cause: 'maintenance', source_id: '' } as const
  const change = { vehicleId: 'v', cause: 'maintenance', sourceId: null }

  it('becomes the person’s own where the person names it, once, and ends where the person says so', () => {
    expect(namedChanges('v', 'maintenance', [ofWorkshop])).toEqual([{ ...change, holds: true }])
    expect(namedChanges('v', 'maintenance', [ofWorkshop, own])).toEqual([])
    expect(namedChanges('v', 'active', [ofWorkshop, own])).toEqual([{ ...change, holds: false }])
    expect(namedChanges('v', 'active', [])).toEqual([])
  })
})

describe('keys', () => {
  it('sort numbers numerically, and distinguish T-9 from T-09', () => {
    const sorted = ['T-10', 'T-9', 'T-100', 'A 2'].sort((a, b) => (numberKey(a) < numberKey(b) ? -1 : 1))
    expect(sorted).toEqual(['A 2', 'T-9', 'T-10', 'T-100'])
    expect(numberKey('T-9')).not.toBe(numberKey('T-09'))
    expect(numberKey('Móvil 1')).toBe(numberKey('movil  1'))
  })

  it('take a plate without its signs', () => {
    expect(plateKey('ABC-123-D')).toBe(plateKey('abc 123 d'))
  })

  it('make every word of a search a pattern that means itself', () => {
    expect(searchPatterns(' Tsurú  50% ')).toEqual(['%tsuru%', '%50\\%%'])
  })
})
