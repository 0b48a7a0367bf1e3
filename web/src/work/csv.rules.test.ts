import { expect, it } from 'vitest'
import { csvText } from './csv.rules.ts'

it('quotes values where needed and neutralises formulas, but keeps numbers', () => {
  expect(
    csvText([
      ['Unidad', 'Longitud'],
      ['=1+1', '-99.13320'],
      ['a;b', '-x'],
      ['a;=1+1', 'x\n@y'],
    ]),
  ).toBe('\uFEFFUnidad,Longitud\r\n\'=1+1,-99.13320\r\n"a;b",\'-x\r\n"a;\'=1+1","x\n\'@y"\r\n')
})
