import { matchedField } from '@rumbo/contract/fold-text'
import { describe, expect, it } from 'vitest'
import { grouped, matching, vehiclesNamed } from './command.rules.ts'

const vehicles = ['104', '1041', '204', 'R-21'].map((vehicleNumber, at) => ({
  vehicleNumber,
  plateNumber: `ABC-12-${at}`,
}))
const numbers = (typed: string, most = 4) =>
  vehiclesNamed(vehicles, typed, most).map(({ vehicleNumber }) => vehicleNumber)

describe('vehicles matching the typed text', () => {
  it('matches the beginning of a number or plate, exact matches first', () => {
    expect(numbers('104')).toEqual(['104', '1041'])
    expect(numbers('abc121')).toEqual(['1041'])
  })
  it('finds the vehicle among other words, with or without its hyphen', () => {
    expect(numbers('historial r21')).toEqual(['R-21'])
    expect(numbers('R-21 radar')).toEqual(['R-21'])
  })
  it('returns none for an empty text, and no more than the limit', () => {
    expect(numbers(' ')).toEqual([])
    expect(numbers('abc', 2)).toHaveLength(2)
  })
})

it('finds entries by all words, ignoring accents, the best match first', () => {
  const entries = [
    { label: 'Historial de planeación', group: '' },
    { label: 'Planeación', group: 'Despacho' },
  ]
  expect(matching(entries, 'planeacion').map(({ label }) => label)).toEqual([
    'Planeación',
    'Historial de planeación',
  ])
  expect(matching(entries, 'planeacion despacho')).toHaveLength(1)
})

it('also finds a screen by the title of its page', () => {
  const entries = [{ label: 'Dashboard', group: 'Screens', alias: 'Control Panel' }]
  expect(matching(entries, 'control')).toHaveLength(1)
})

describe('the field by which a record was found', () => {
  const fields = [
    { name: 'phone', value: '+52 (55) 1234-5678' },
    { name: 'email', value: null },
    { name: 'company', value: 'Núñez Hermanos' },
  ]
  const found = (typed: string) => matchedField(typed, '20013 · Ana Ruiz', fields)?.name

  it('is the one with a word that is not shown, ignoring accents and the format of numbers', () => {
    expect(found('5512345678')).toBe('phone')
    expect(found('1234-5678')).toBe('phone')
    expect(found('ana nunez')).toBe('company')
  })
  it('is none when everything typed is shown, or when no field matches', () => {
    expect(found('ana 20013')).toBeUndefined()
    expect(found('taller')).toBeUndefined()
    expect(found(' ')).toBeUndefined()
  })
})

it('keeps groups in the order of their first entries', () => {
  const entries = ['b', 'a', 'b'].map((group) => ({ group }))
  expect(grouped(entries).map(({ group, entries: each }) => [group, each.length])).toEqual([
    ['b', 2],
    ['a', 1],
  ])
})
