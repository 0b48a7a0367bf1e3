import { allEndpoints } from '@rumbo/contract/index'
import { expect, it } from 'vitest'
import { testPasswordCost } from '../identity/identity.factory.ts'
import { createPasswords } from '../identity/index.ts'
import {
  createPlaces,
  createRegionStore,
  createRegionUploads,
  createRoads,
  createTileSets,
} from '../places/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createDatabase } from '../platform/database/database.ts'
import { createFileStore } from '../platform/files/files.ts'
import { allAnswers } from './answers.ts'

it('implements every endpoint of the contract once, and no others', async () => {
  const database = createDatabase({ url: 'postgres://nobody@127.0.0.1/never', clock: systemClock })
  const regions = createRegionStore({ directory: '/nowhere', pollIntervalMs: 0 })
  const answers = allAnswers({
    tiles: createTileSets({ worldFile: '/nowhere', regions, onFailure: () => undefined }),
    tilesUrl: null,
    roads: createRoads({ clock: systemClock, routingUrl: null, regions }),
    regions: {
      directory: '/nowhere',
      store: regions,
      uploads: createRegionUploads({ directory: '/nowhere', limitBytes: 1 }),
    },
    database,
    files: createFileStore({ database, clock: systemClock, directory: '/nowhere', storeIn: 'database' }),
    clock: systemClock,
    secret: 'a secret of at least thirty-two characters',
    dataDir: '/nowhere',
    passwords: createPasswords(testPasswordCost),
    hasSecureCookies: false,
    publicUrl: () => 'http://localhost',
    linkAddress: null,
    channels: { email: false, sms: false, push: false, webhook: true },
    guarded: { check: async () => undefined },
    pushKeys: null,
    certificate: async () => ({ source: 'none', subject: null, issuer: null, validTo: null, error: null }),
    trackerHost: '127.0.0.1',
    registration: true,
    loginNotice: null,
    mapsUrlTemplate: '{latitude},{longitude}',
    isServing: () => true,
    machine: { state: () => null },
    geocoding: createPlaces({
      regions,
      gazetteerFile: '/nowhere',
      geocoderUrl: null,
      clock: systemClock,
      onFailure: () => undefined,
    }),
  })
  expect(answers.map(({ endpoint }) => endpoint.name).sort()).toEqual(
    allEndpoints.map(({ name }) => name).sort(),
  )
  await database.close()
})
