import { decodeKeptFrames } from '@rumbo/server/assembly/decode-again'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { asApplication } from '@rumbo/server/platform/database/roles'
import { applicationPassword, installationSecret } from '@rumbo/server/platform/process/data-dir'
import { reportFailure, requireInstallation, withDatabase } from './backup.ts'

/** `npm run decode-again`. Rumbo may run or be stopped; the command may be repeated. */
export async function decodeAgainCommand(): Promise<void> {
  await reportFailure(async () => {
    const configuration = readConfiguration(process.env)
    const { dataDir } = configuration
    requireInstallation(configuration)
    const secret = configuration.secret ?? installationSecret(dataDir)
    await withDatabase(configuration, 'running or stopped', async (url) => {
      const address = asApplication(url, applicationPassword(secret))
      const { frames, read, reports } = await decodeKeptFrames(address)
      console.log(`  Decoded ${read} of ${frames} kept messages: ${reports} reports were stored.`)
      if (read < frames)
        console.log(`  ${frames - read} messages cannot be decoded yet; they are kept for up to 30 days.`)
    })
  })
}
