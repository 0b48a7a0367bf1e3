import { describe, expect, it } from 'vitest'
import { givenIdentifiers, mostRefusedShown, readIdentifiers } from './telemetry.expected.rules.ts'

const identifiersIn = (text: string) => readIdentifiers(text).identifiers.map((one) => one.text)
const faultsIn = (text: string) => readIdentifiers(text).faulty.map(({ line, fault }) => [line, fault])

describe('a text with identifiers', () => {
  it.each([
    ['lines', '866551234567890\n866551234567891\r\n866551234567892\r866551234567893', 4],
    ['commas, semicolons and tabs', '866551234567890, 866551234567891;866551234567892\t866551234567893', 4],
    ['blank lines and a byte order mark', '\uFEFF866551234567890\n\n \n866551234567891\n', 2],
    ['quotes, and the apostrophe of exports', '"866551234567890",\'866551234567891', 2],
    ['nothing', ' \n,;\t', 0],
  ])('may have %s', (_, text, count) => {
    expect(identifiersIn(text)).toHaveLength(count)
    expect(readIdentifiers(text).invalid).toBe(0)
  })

  it('has each once, where it stood first; letter case counts', () => {
    const read = readIdentifiers('abc-1\nABC-1\nabc-1, abc-1')
    expect(read.identifiers).toEqual([
      { line: 1, text: 'abc-1' },
      { line: 2, text: 'ABC-1' },
    ])
    expect(read.repeated).toBe(2)
  })

  it('is read by the column under a heading, where it has one', () => {
    const csv = 'Unidad,"Nombre, apellidos",IMEI\n104,"Ríos, Ana",866551234567890\n105,,\n106,Juan,86 12'
    expect(identifiersIn(csv)).toEqual(['866551234567890'])
    expect(faultsIn(csv)).toEqual([[4, 'characters']])
    expect(identifiersIn('\nIdentificador\n866551234567890')).toEqual(['866551234567890'])
  })

  it('is refused part by part, with the line and the reason', () => {
    expect(
      faultsIn(
        [
          '86655 1234567890',
          '8.66551E+14',
          '86655\u200b1234567890',
          '86655\u202e1234567890',
          '８６６５５１２３４５６７８９０',
          'ñandú',
          '12',
          'x'.repeat(41),
          '"866551234567890"x',
        ].join('\n'),
      ),
    ).toEqual([
      [1, 'characters'],
      [2, 'characters'],
      [3, 'hidden_characters'],
      [4, 'hidden_characters'],
      [5, 'characters'],
      [6, 'characters'],
      [7, 'too_short'],
      [8, 'too_long'],
      [9, 'characters'],
    ])
  })

  it('is not the same as identifiers: the first of those is no heading', () => {
    expect(identifiersIn('gps\nabc-1')).toEqual(['abc-1'])
    expect(givenIdentifiers(['gps', 'abc-1', 'gps', 'abc-2'])).toEqual({
      identifiers: [
        { line: 1, text: 'gps' },
        { line: 2, text: 'abc-1' },
        { line: 4, text: 'abc-2' },
      ],
      ...{ invalid: 0, faulty: [], repeated: 1 },
    })
  })

  it('names the first faults only, cut, and counts all', () => {
    const read = readIdentifiers(
      'á'
        .repeat(1_000)
        .concat('\n')
        .repeat(mostRefusedShown + 10),
    )
    expect([read.invalid, read.faulty.length, read.faulty[0]?.text.length]).toEqual([
      mostRefusedShown + 10,
      mostRefusedShown,
      60,
    ])
  })
})
