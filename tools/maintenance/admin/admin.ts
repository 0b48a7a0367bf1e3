import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { sealedElsewhere } from '@rumbo/server/assembly/sealed'
import {
  clearLockout,
  type ListedSuperAdmin,
  readSuperAdmins,
  replaceLostSecret,
  resetAdministrator,
} from '@rumbo/server/identity/index'
import { systemClock } from '@rumbo/server/platform/clock'
import { type Configuration, readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { createDatabase, type Database } from '@rumbo/server/platform/database/database'
import { pendingMigrations } from '@rumbo/server/platform/database/migrations'
import { provisionRoles } from '@rumbo/server/platform/database/provisioning'
import { asApplication } from '@rumbo/server/platform/database/roles'
import {
  applicationPassword,
  installationSecret,
  storedSecret,
} from '@rumbo/server/platform/process/data-dir'
import { requireOwnSecret } from '@rumbo/server/platform/secrets'
import { requireInstallation, withDatabase } from '../backup.ts'

const usage = `npm run admin -- list                       lists the super admins
npm run admin -- reset NAME                 sets a new password for an administrator and removes the second factor
npm run admin -- unlock NAME                clears the lockout of an administrator after wrong passwords
npm run admin -- replace-secret --confirm   after the secret was lost: removes the second factors of all users

NAME is a username or an e-mail address. Rumbo may run or be stopped; replace-secret needs it stopped.`

/** The arguments are not a valid command; the exit code is 2. */
class UsageError extends Error {}

const print = (line: string) => console.log(`  ${line}`)

/**
 * `npm run admin`.
 * @returns the exit code: 0 done, 1 failed, 2 invalid arguments
 */
export async function adminCommand(args: readonly string[]): Promise<number> {
  try {
    await run(args)
    return 0
  } catch (error) {
    const { message } = error as Error
    console.error(error instanceof UsageError ? `${message}\n\n${usage}` : message)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const [command, name, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument: ${more[0]}.`)
  const configuration = readConfiguration(process.env)
  if (command === 'list') return withProduct(configuration, list)
  if (command === 'reset' || command === 'unlock') {
    if (!name) throw new UsageError('NAME is missing: give a username or an e-mail address.')
    return withProduct(configuration, (database) =>
      command === 'reset' ? reset(database, name) : unlock(database, name),
    )
  }
  if (command === 'replace-secret') {
    if (!values.confirm)
      throw new UsageError('This removes the second factors of all users: repeat the command with --confirm.')
    return replaceSecret(configuration)
  }
  throw new UsageError(command ? `Unknown command: ${command}.` : 'The command is missing.')
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { confirm: { type: 'boolean' } } })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '')
  }
}

/** Calls `work` with the database as the application connects to it. @throws Error if migrations are pending */
async function withProduct(
  configuration: Configuration,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  requireInstallation(configuration)
  await withDatabase(configuration, 'running or stopped', async (url) => {
    const { pending } = await pendingMigrations({ url })
    if (pending.length > 0)
      throw new Error(
        'The database has pending migrations: start this version of Rumbo once, then repeat the command.',
      )
    // The user of the embedded database is a superuser and may set every role; an external user may not.
    await withConnection(configuration.databaseUrl ? await externalUrl(configuration) : url, work)
  })
}

async function withConnection(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = createDatabase({ url, clock: systemClock, connections: 1, applicationName: 'rumbo admin' })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

async function externalUrl({ databaseUrl = '', secret, dataDir }: Configuration): Promise<string> {
  const own = secret ?? storedSecret(dataDir)
  if (!own) throw new Error('RUMBO_SECRET is not set: set it to the value that npm run serve uses.')
  await requireOwnSecret(databaseUrl, { secret: own, dataDir })
  return asApplication(databaseUrl, applicationPassword(own))
}

/** Recorded in the audit: the operating system user of the command. */
const operator = () => `npm run admin (${userInfo().username})`

async function list(database: Database): Promise<void> {
  const found = await readSuperAdmins(database)
  if (found.length === 0) print('There is no super admin; the next start creates one.')
  for (const user of found) print(lineOf(user))
}

function lineOf({
  username,
  email,
  status,
  isLocked,
  otp_required,
  last_login_at,
}: ListedSuperAdmin): string {
  const facts = [
    status,
    ...(isLocked ? ['locked out'] : []),
    otp_required ? 'with second factor' : 'without second factor',
    last_login_at ? `last sign-in ${last_login_at.toISOString().slice(0, 16)}Z` : 'never signed in',
  ]
  return `${username.padEnd(16)} ${email.padEnd(32)} ${facts.join(', ')}`
}

async function reset(database: Database, name: string): Promise<void> {
  const done = await resetAdministrator({ database, operator: operator() }, name)
  if (done.hadTwoFactor) print('The second factor was removed.')
  if (done.wasActivated) print('The account was activated.')
  print('All sessions were ended. This password is shown once and must be changed at the next sign-in:')
  print(`${done.username} ${done.password}`)
}

async function unlock(database: Database, name: string): Promise<void> {
  const { username, wasLocked } = await clearLockout({ database, operator: operator() }, name)
  print(wasLocked ? `${username} may sign in again.` : `${username} was not locked out.`)
}

async function replaceSecret(configuration: Configuration): Promise<void> {
  requireInstallation(configuration)
  const { databaseUrl, dataDir } = configuration
  await withDatabase(configuration, 'stopped', async (url) => {
    const secret = configuration.secret ?? installationSecret(dataDir)
    const appPassword = applicationPassword(secret)
    await provisionRoles({ url, appPassword })
    await withConnection(databaseUrl ? asApplication(databaseUrl, appPassword) : url, async (database) => {
      const { dropped, droppedElsewhere } = await replaceLostSecret(
        { database, operator: operator() },
        secret,
        sealedElsewhere,
      )
      print(
        `The secret was replaced. Second factors removed: ${dropped}. Passwords of GPS devices, secrets of webhooks and keys of push notifications removed: ${droppedElsewhere}.`,
      )
    })
  })
}
