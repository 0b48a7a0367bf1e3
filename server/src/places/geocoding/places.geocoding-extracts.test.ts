import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../platform/process/project-root.ts'
import { buildPackFiles } from '../regions/places.pack.ts'
import { addRegion } from '../regions/places.pack-install.ts'
import { packParts } from '../regions/places.pack-parts.ts'
import { createRegionStore } from '../regions/places.regions.ts'
import { buildGazetteer } from './places.gazetteer.build.ts'
import { createBuiltInGeocoding } from './places.geocoding.local.ts'

const data = join(process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data'), 'osm')
const hasData = existsSync(data) || Boolean(process.env.CI)

describe.runIf(hasData)(
  'streets of real extracts',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'rumbo-geocoding-'))
    const gazetteerFile = join(directory, 'gazetteer.bin')
    const town = { otherNames: [], population: 200_000, state: '' }
    let find: (text: string) => Promise<string[]>

    beforeAll(async () => {
      writeFileSync(
        gazetteerFile,
        buildGazetteer([
          {
            ...town,
            name: 'Porto',
            spanishName: 'Oporto',
            country: 'PT',
            state: 'Porto',
            latitude: 41.14961,
            longitude: -8.61099,
          },
          { ...town, name: 'Lyon', spanishName: null, country: 'FR', latitude: 45.74846, longitude: 4.84671 },
        ]),
      )
      for (const [name, title] of [
        ['porto', 'Oporto'],
        ['liechtenstein', 'Principado'],
      ] as const)
        await addRegion({
          directory: join(directory, 'regions'),
          file: join(data, `${name}.osm.pbf`),
          name,
          title,
          build: (options) =>
            buildPackFiles({ ...options, parts: packParts.filter((part) => part.name === 'places') }),
        })
      const store = createRegionStore({ directory: join(directory, 'regions'), pollIntervalMs: 0 })
      store.refresh()
      const geocoding = createBuiltInGeocoding({
        regions: () => store.list(),
        gazetteerFile,
        onFailure: (file, error) => {
          throw new Error(file, { cause: error })
        },
      })
      find = async (text) =>
        (await geocoding.search({ text, limit: 5, language: 'es', near: null })).map(({ name }) => name)
    }, 120_000)
    afterAll(() => rmSync(directory, { recursive: true, force: true }))

    it.each([
      'Rua de Santa Catarina Porto',
      'Rua de Santa Catarina, Porto',
      'Rua de Santa Catarina Oporto',
      'Oporto Rua de Santa Catarina',
      'Porto, Rua de Santa Catarina',
      'porto santa catarina',
      'santa catarina porto portugal',
      'Rua de Santa Catarina, 4000-442 Porto',
      'Rua Santa Catarina Vila Nova de Gaia',
    ])('%s', async (text) => {
      expect((await find(text))[0]).toMatch(/^Rua (?:de )?Santa Catarina$/)
    })

    it.each([
      'Vaduz Städtle',
      'Städtle Vaduz',
      'Vaduz, Städtle',
      'Städtle, Vaduz',
      'vaduz stadtle 5',
      'Städtle 5 Vaduz',
    ])('%s', async (text) => {
      expect((await find(text))[0]).toMatch(/^Städtle/)
    })

    it('with a house number after the town', async () => {
      expect((await find('Schaan Landstrasse 10'))[0]).toBe('Landstrasse 10')
      expect((await find('Landstrasse 10 Schaan'))[0]).toBe('Landstrasse 10')
    })

    it('with a crossing followed by the town', async () => {
      expect((await find('Rua de Santa Catarina e Rua Formosa Porto'))[0]).toMatch(/Catarina.*Formosa/)
    })

    it.each([
      'Rua de Santa Catarina Lyon',
      'Lyon Rua de Santa Catarina',
      'Städtle Porto',
      'Porto Vaduz zzzz',
      ' , ,',
    ])('%j names no street here', async (text) => {
      expect((await find(text)).filter((name) => /Catarina|Städtle/.test(name))).toEqual([])
    })
  },
)
