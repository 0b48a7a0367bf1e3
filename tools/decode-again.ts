import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decodeKeptFrames } from '@rumbo/server/assembly/decode-again'
import { readConfiguration } from '@rumbo/server/platform/configuration'
import { applicationPassword, installationSecret } from '@rumbo/server/platform/data-dir'
import { applicationRole, asRole } from '@rumbo/server/platform/database/roles'
import { inSentences, withDatabase } from './keep.ts'

/** `npm run decode-again`. Works beside a running Rumbo, and on one that is stopped; may be repeated. */
export async function decodeAgainCommand(): Promise<void> {
  await inSentences(async () => {
    const configuration = readConfiguration(process.env)
    const { dataDir } = configuration
    if (
      !configuration.databaseUrl &&
      !existsSync(join(dataDir, 'database')) &&
      !existsSync(join(dataDir, 'database.location'))
    )
      throw new Error(`There is no Rumbo in ${dataDir}: set RUMBO_DATA_DIR to its data folder.`)
    const secret = configuration.secret ?? installationSecret(dataDir)
    await withDatabase(configuration, 'running or stopped', async (url) => {
      const address = new URL(asRole(url, applicationRole))
      address.password = applicationPassword(secret)
      const { frames, read, reports } = await decodeKeptFrames(address.href)
      console.log(`  Read ${read} of ${frames} kept messages: ${reports} reports were stored.`)
      if (read < frames) console.log(`  ${frames - read} still cannot be read and stay for up to 30 days.`)
    })
  })
}
