import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { DeviceProtocol } from './telemetry.device-report.contract.ts'
import { leftOutName, readingCatalogue } from './telemetry.readings.catalogue.ts'

const letters: Readonly<Record<DeviceProtocol, string>> = {
  gt06: 'G',
  jt808: 'J',
  teltonika: 'T',
  queclink: 'Q',
  suntech: 'S',
  h02: 'H',
  gps103: 'P',
  tk103: 'K',
  osmand: 'O',
  meitrack: 'M',
}
const all = Object.values(letters).sort().join('')
const kindOfWords: Readonly<Record<string, string>> = { 'yes or no': 'boolean', number: 'number' }

/** Rows `| names | unit | kind | letters; note |` of the document, a name each; `1..8` of a name is its `#`. */
const rows = readFileSync(new URL('../../docs/protocols/readings.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, names = '', unit = '', kind = '', by = '']) => {
    const [sender = ''] = by.split(';')
    return names.split(', ').map((name) => ({
      name: name.replace(/\d\.\.(?:\d|n)/, '#'),
      unit: unit === '' ? null : unit,
      kind: kindOfWords[kind] ?? 'text',
      by: sender === 'all' ? all : sender.split(' ').sort().join(''),
    }))
  })

const entries = readingCatalogue
  // Of Rumbo, and two families whose names carry no meaning.
  .filter(({ pattern }) => ![leftOutName, 'io#', 'assigned#'].includes(pattern))
  .map(({ pattern, unit, kind, protocols }) => ({
    name: pattern,
    unit,
    kind: kind as string,
    by: protocols
      .map((protocol) => letters[protocol])
      .sort()
      .join(''),
  }))

it.each(entries)('docs/protocols/readings.md describes $name as the catalogue does', (entry) => {
  expect(rows.filter(({ name }) => name === entry.name)).toEqual([entry])
})
