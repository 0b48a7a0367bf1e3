import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@rumbo/server/platform/database/embedded'
import { provision } from '@rumbo/server/platform/database/provisioning'
import pg from 'pg'
import { rowTypes } from './rows.ts'

/** The product's schemas, one per domain, in output order. */
const schemas = [
  'platform',
  'identity',
  'organisation',
  'directory',
  'vehicles',
  'telemetry',
  'services',
  'events',
  'commands',
  'places',
  'billing',
  'payments',
  'shifts',
  'dispatch',
  'watchpoints',
  'geofences',
]

/** Migrates an empty database and returns the row types of its tables. */
async function currentRowTypes(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rumbo-rows-'))
  const postgres = await startEmbedded({ dataDir, log: () => undefined })
  try {
    await provision({ url: postgres.superuserUrl }).catch((error: Error) => {
      throw new Error(`The migrations do not run on an empty database: ${error.message}`, { cause: error })
    })
    const client = new pg.Client({ connectionString: postgres.superuserUrl })
    await client.connect()
    try {
      return await rowTypes(client, schemas)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(new URL('../../database/src/generated/rows.ts', import.meta.url), await currentRowTypes())
}
