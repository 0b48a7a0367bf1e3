import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Configuration, readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { backUp } from '@rumbo/server/platform/database/backup'
import { runningEmbeddedUrl, startEmbedded } from '@rumbo/server/platform/database/embedded'
import { restore } from '@rumbo/server/platform/database/restore'
import { lockDataDir, storedSecret } from '@rumbo/server/platform/process/data-dir'
import { shownFingerprint } from '@rumbo/server/platform/secrets'

const tell = (sentence: string) => console.log(`  ${sentence}`)

/** `npm run backup [file]`. Works beside a running Rumbo, and on one that is stopped. */
export async function backupCommand(given: string | undefined): Promise<void> {
  await inSentences(async () => {
    const configuration = readConfiguration(process.env)
    const moment = new Date().toISOString().slice(0, 19).replace(/:/g, '-')
    const file = given ? resolve(given) : join(configuration.dataDir, 'backups', `${moment}.rumbo`)
    const result = await withDatabase(configuration, 'running or stopped', (url) => backUp({ url, file }))
    tell(`Backed up ${result.rows} rows of ${result.tables} tables to ${result.file}`)
    const { secretFingerprint } = result
    const held = configuration.secret ? 'RUMBO_SECRET' : join(configuration.dataDir, 'secret')
    if (secretFingerprint !== null)
      tell(
        `It belongs to the secret with the fingerprint ${shownFingerprint(secretFingerprint)}, which is not in it: keep ${held} in another place.`,
      )
    if (configuration.sharedDir !== null)
      tell(`Files and regions in ${configuration.sharedDir} are not in it.`)
  })
}

/** `npm run restore <file>`. */
export async function restoreCommand(given: string | undefined): Promise<void> {
  await inSentences(async () => {
    if (!given) throw new Error('Say which file to restore: npm run restore <file>.')
    const configuration = readConfiguration(process.env)
    const file = resolve(given)
    const present = configuration.secret ?? storedSecret(configuration.dataDir)
    const secrets = [present, configuration.previousSecret].filter((secret) => secret !== undefined)
    const result = await withDatabase(configuration, 'stopped', (url) => restore({ url, file, secrets }))
    tell(`Restored ${result.rows} rows of ${result.tables} tables from ${result.file}`)
  })
}

/** For commands that make no installation where there is none. @throws Error in a sentence */
export function requireInstallation({ databaseUrl, dataDir }: Configuration): void {
  if (databaseUrl || existsSync(join(dataDir, 'database')) || existsSync(join(dataDir, 'database.location')))
    return
  throw new Error(`There is no Rumbo in ${dataDir}: set RUMBO_DATA_DIR to its data folder.`)
}

/** Lends the database: the external one, the one of a running Rumbo, or one started for this alone. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Configuration,
  state: 'stopped' | 'running or stopped',
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl)
  const running = state === 'stopped' ? null : runningEmbeddedUrl(dataDir)
  if (running) return work(running)
  const lock = lockDataDir(dataDir, tell)
  try {
    const postgres = await startEmbedded({ dataDir, log: tell })
    return await work(postgres.superuserUrl).finally(() => postgres.stop())
  } finally {
    lock.release()
  }
}

/** Runs a command; its failure becomes a sentence and the exit code 1. */
export async function inSentences(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
