import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Configuration, readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { backUp } from '@rumbo/server/platform/database/backup'
import { runningEmbeddedUrl, startEmbedded } from '@rumbo/server/platform/database/embedded'
import { restore } from '@rumbo/server/platform/database/restore'
import { lockDataDir, storedSecret } from '@rumbo/server/platform/process/data-dir'
import { shownFingerprint } from '@rumbo/server/platform/secrets'

const print = (line: string) => console.log(`  ${line}`)

/** `npm run backup [file]`. Rumbo may run or be stopped. */
export async function backupCommand(given: string | undefined): Promise<void> {
  await reportFailure(async () => {
    const configuration = readConfiguration(process.env)
    const moment = new Date().toISOString().slice(0, 19).replace(/:/g, '-')
    const file = given ? resolve(given) : join(configuration.dataDir, 'backups', `${moment}.rumbo`)
    const result = await withDatabase(configuration, 'running or stopped', (url) => backUp({ url, file }))
    print(`Backed up ${result.rows} rows of ${result.tables} tables to ${result.file}`)
    const { secretFingerprint } = result
    const location = configuration.secret ? 'RUMBO_SECRET' : join(configuration.dataDir, 'secret')
    if (secretFingerprint !== null)
      print(
        `The backup needs the secret with the fingerprint ${shownFingerprint(secretFingerprint)}, which it does not contain: keep a copy of ${location} in another place.`,
      )
    if (configuration.sharedDir !== null)
      print(`The backup does not contain files and regions in ${configuration.sharedDir}.`)
  })
}

/** `npm run restore <file>`. */
export async function restoreCommand(given: string | undefined): Promise<void> {
  await reportFailure(async () => {
    if (!given) throw new Error('The file to restore is missing: npm run restore <file>.')
    const configuration = readConfiguration(process.env)
    const file = resolve(given)
    const present = configuration.secret ?? storedSecret(configuration.dataDir)
    const secrets = [present, configuration.previousSecret].filter((secret) => secret !== undefined)
    const result = await withDatabase(configuration, 'stopped', (url) => restore({ url, file, secrets }))
    print(`Restored ${result.rows} rows of ${result.tables} tables from ${result.file}`)
  })
}

/** For commands that must not create an installation. @throws Error if there is none in the data folder */
export function requireInstallation({ databaseUrl, dataDir }: Configuration): void {
  if (databaseUrl || existsSync(join(dataDir, 'database')) || existsSync(join(dataDir, 'database.location')))
    return
  throw new Error(`No installation of Rumbo was found in ${dataDir}: set RUMBO_DATA_DIR to its data folder.`)
}

/** Calls `work` with the URL of the database: external, of the running Rumbo, or started for the duration of `work`. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Configuration,
  state: 'stopped' | 'running or stopped',
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl)
  const running = state === 'stopped' ? null : runningEmbeddedUrl(dataDir)
  if (running) return work(running)
  const lock = lockDataDir(dataDir, print)
  try {
    const postgres = await startEmbedded({ dataDir, log: print })
    return await work(postgres.superuserUrl).finally(() => postgres.stop())
  } finally {
    lock.release()
  }
}

/** Runs a command; prints the message of an error and sets the exit code 1. */
export async function reportFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
