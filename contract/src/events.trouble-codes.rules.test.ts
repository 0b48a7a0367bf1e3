import { describe, expect, it } from 'vitest'
import {
  isGenericCode,
  meaningOf,
  severityOfCode,
  systemOf,
  troubleCodesIn,
} from './events.trouble-codes.rules.ts'
import { codeTable, readCodeRuns } from './events.trouble-codes.table.ts'

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
    expect(codeTable.size).toBe(2453)
  })

  it.each([
    ['P0001', 'volumeRegulator', [], 'open'],
    ['P0008', 'enginePosition', ['1'], 'range'],
    ['P0246', 'wastegate', ['A'], 'high'],
    ['P02C9', 'injector', ['12'], 'leaking'],
    ['P0316', 'misfireStart', [], null],
    ['P0671', 'glowPlug', ['1'], 'circuit'],
    ['P0682', 'glowPlug', ['12'], 'circuit'],
    ['P0690', 'powerRelaySense', [], 'high'],
    ['P0776', 'pressureSolenoid', ['B'], 'stuckOff'],
    ['P0841', 'fluidPressure', ['A'], 'range'],
    ['P0845', 'fluidPressure', ['B'], 'circuit'],
    ['P0868', 'fluidLine', [], 'tooLow'],
    ['P0900', 'clutchActuator', [], 'open'],
    ['P0973', 'shiftSolenoid', ['A'], 'low'],
    ['P0129', 'barometricPressure', [], 'tooLow'],
    ['P0612', 'injectorModuleRelay', [], 'circuit'],
    ['P0943', 'hydraulicCycle', [], 'tooShort'],
    ['P0944', 'hydraulicUnit', [], 'pressureLost'],
    ['P0A7D', 'packCharge', [], 'tooLow'],
    ['P0A80', 'pack', [], 'replace'],
    ['P2106', 'throttleControl', [], 'forcedLimit'],
    ['P2110', 'throttleControl', [], 'forcedSpeed'],
    ['P2BA7', 'noxExceeded', [], 'emptyTank'],
    ['P2BA8', 'noxExceeded', [], 'dosingStopped'],
    ['P2BA9', 'noxExceeded', [], 'poorQuality'],
    ['P2BAA', 'noxExceeded', [], 'lowUse'],
    ['P2BAB', 'noxExceeded', [], 'egrFlow'],
    ['P2BAC', 'noxExceeded', [], 'egrOff'],
    ['P2BAD', 'noxExceeded', [], 'unknownCause'],
    ['P2BAE', 'noxExceeded', [], 'monitoring'],
    ['P2015', 'runnerSensor', ['1'], 'range'],
    ['P2177', 'offIdleMixture', ['1'], 'lean'],
    ['P226C', 'boostControl', ['A'], 'slow'],
    ['P2335', 'coilSecondary', ['L'], 'circuit'],
    ['P2413', 'egr', [], 'range'],
    ['P242F', 'filterAsh', [], null],
    ['P244A', 'filterDrop', ['1'], 'tooLow'],
    ['P24AE', 'particleSensor', [], 'circuit'],
    ['P2509', 'modulePower', [], 'intermittent'],
    ['P2827', 'pressureSolenoid', ['J'], 'high'],
    ['P3400', 'cylinderOff', ['1'], 'failed'],
    ['P3496', 'cylinderExhaust', ['12'], 'high'],
    ['U3003', 'batteryVoltage', [], 'failed'],
  ])('%s is about %s', (code, part, numbers, fault) => {
    expect(meaningOf(code)).toEqual({ part, numbers, fault })
  })

  it('are listed once: a second entry of a code is refused, as are unknown words', () => {
    expect([...readCodeRuns('P0130 oxygen:1:1 circuit low; P0132 oxygen:1:1 high').keys()]).toEqual([
      'P0130',
      'P0131',
      'P0132',
    ])
    expect(() => readCodeRuns('P0130 oxygen:1:1 circuit low; P0131 oxygen:1:1 high')).toThrow('P0131')
    expect(() => readCodeRuns('P0130 oxigen:1:1 circuit')).toThrow('Unknown part')
    expect(() => readCodeRuns('P0130 oxygen:1:1 broken')).toThrow('Unknown fault')
  })
})
