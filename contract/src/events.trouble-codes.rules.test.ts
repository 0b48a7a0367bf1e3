import { describe, expect, it } from 'vitest'
import {
  isGenericCode,
  meaningOf,
  severityOfCode,
  systemOf,
  troubleCodesIn,
} from './events.trouble-codes.rules.ts'
import { codeTable } from './events.trouble-codes.table.ts'

describe('trouble codes', () => {
  it('are read from texts with any separators, each once, without failure types', () => {
    expect(troubleCodesIn('p0301, P0420;U0121-1C P0301 B1234')).toEqual(['P0301', 'P0420', 'U0121', 'B1234'])
    expect(troubleCodesIn('P03012C')).toEqual(['P0301'])
    expect(troubleCodesIn('')).toEqual([])
  })

  it.each(['SPN 1569 FMI 31', 'XP0301', 'P4301', 'P030', 'P03010', 'P0301 2'.slice(1)])(
    'are not in %s',
    (text) => {
      expect(troubleCodesIn(text)).toEqual([])
    },
  )

  it('of one report are at most 64', () => {
    const text = Array.from({ length: 100 }, (_, index) => `P${1000 + index}`).join(' ')
    expect(troubleCodesIn(text)).toHaveLength(64)
  })

  it('have a system and an owner by their first characters, and a severity by their system', () => {
    expect(['P0301', 'C0035', 'B0001', 'U0100'].map(systemOf)).toEqual([
      'powertrain',
      'chassis',
      'body',
      'network',
    ])
    expect(['P0301', 'P2002', 'P3400', 'U3000'].every(isGenericCode)).toBe(true)
    expect(['P1301', 'P3000', 'C1234', 'B2001', 'U1000'].some(isGenericCode)).toBe(false)
    expect(['P0301', 'B0001'].map(severityOfCode)).toEqual(['warning', 'info'])
  })

  it('have the meaning of the standard where it is known', () => {
    expect(meaningOf('P0301')).toEqual({ part: 'misfire', numbers: ['1'], fault: null })
    expect(meaningOf('P0171')).toMatchObject({ part: 'fuelTrim', numbers: ['1'], fault: 'lean' })
    expect(meaningOf('P0141')).toMatchObject({ part: 'oxygenHeater', numbers: ['1', '2'] })
    expect(meaningOf('P0755')).toMatchObject({ part: 'shiftSolenoid', numbers: ['B'], fault: 'failed' })
    expect(meaningOf('P0296')).toMatchObject({ part: 'injector', numbers: ['12'], fault: 'contribution' })
    expect(meaningOf('U0121')).toMatchObject({ part: 'abs', fault: 'lost' })
    expect(meaningOf('P1301')).toBeNull()
    expect(
      [...codeTable.keys()].filter((code) => troubleCodesIn(code)[0] !== code || !isGenericCode(code)),
    ).toEqual([])
    expect(codeTable.size).toBe(574)
  })
})
