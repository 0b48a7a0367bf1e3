import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
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
npm run admin -- reset NAME                 a new password, without second factor, for an administrator
npm run admin -- unlock NAME                clears the lockout of an administrator after wrong passwords
npm run admin -- replace-secret --confirm   after the secret was lost: takes everybody's second factor off

NAME is a username or an e-mail address. It works while Rumbo runs and while it does not; replace-secret only then.`

/** What was typed is not a command: the exit code is 2. */
class Misuse extends Error {}

const tell = (sentence: string) => console.log(`  ${sentence}`)

/**
 * `npm run admin`.
 * @returns the exit code: 0 done, 1 refused with a sentence, 2 typed wrongly
 */
export async function adminCommand(typed: readonly string[]): Promise<number> {
  try {
    await run(typed)
    return 0
  } catch (error) {
    const { message } = error as Error
    console.error(error instanceof Misuse ? `${message}\n\n${usage}` : message)
    return error instanceof Misuse ? 2 : 1
  }
}

async function run(typed: readonly string[]): Promise<void> {
  const { values, positionals } = parse(typed)
  const [command, name, ...more] = positionals
  if (more.length > 0) throw new Misuse(`There is one word too many: ${more[0]}.`)
  const configuration = readConfiguration(process.env)
  if (command === 'list') return withProduct(configuration, list)
  if (command === 'reset' || command === 'unlock') {
    if (!name) throw new Misuse('Say whom: a username or an e-mail address.')
    return withProduct(configuration, (database) =>
      command === 'reset' ? reset(database, name) : unlock(database, name),
    )
  }
  if (command === 'replace-secret') {
    if (!values.confirm) throw new Misuse("Everybody's second factor is taken off: confirm with --confirm.")
    return replaceSecret(configuration)
  }
  throw new Misuse(command ? `There is no command ${command}.` : 'Say what to do.')
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({ args: [...typed], allowPositionals: true, options: { confirm: { type: 'boolean' } } })
  } catch (error) {
    throw new Misuse((error as Error).message.split('. ')[0] ?? '')
  }
}

/** The product's database, migrated to this version, as the application sees it. */
async function withProduct(
  configuration: Configuration,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  requireInstallation(configuration)
  await withDatabase(configuration, 'running or stopped', async (url) => {
    const { pending } = await pendingMigrations({ url })
    if (pending.length > 0)
      throw new Error('The database is not migrated to this version of Rumbo: start it once, then try again.')
    // The superuser of the embedded database may take every role; an external user need not be one.
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
  if (!own) throw new Error('RUMBO_SECRET is not set: set it as for npm run serve.')
  await requireOwnSecret(databaseUrl, { secret: own, dataDir })
  return asApplication(databaseUrl, applicationPassword(own))
}

/** For the audit: who ran the command on this machine. */
const operator = () => `npm run admin (${userInfo().username})`

async function list(database: Database): Promise<void> {
  const found = await readSuperAdmins(database)
  if (found.length === 0) tell('There is no super admin; the next start makes one.')
  for (const user of found) tell(lineOf(user))
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
  if (done.hadTwoFactor) tell('The second factor was taken off.')
  if (done.wasActivated) tell('The account was activated.')
  tell('All sessions were ended. The password is shown once and has to be changed at the first sign-in:')
  tell(`${done.username} ${done.password}`)
}

async function unlock(database: Database, name: string): Promise<void> {
  const { username, wasLocked } = await clearLockout({ database, operator: operator() }, name)
  tell(wasLocked ? `${username} may sign in again.` : `${username} was not locked out.`)
}

async function replaceSecret(configuration: Configuration): Promise<void> {
  requireInstallation(configuration)
  const { databaseUrl, dataDir } = configuration
  await withDatabase(configuration, 'stopped', async (url) => {
    const secret = configuration.secret ?? installationSecret(dataDir)
    const appPassword = applicationPassword(secret)
    await provisionRoles({ url, appPassword })
    await withConnection(databaseUrl ? asApplication(databaseUrl, appPassword) : url, async (database) => {
      const people = await replaceLostSecret({ database, operator: operator() }, secret)
      tell(`The secret was replaced. Second factors taken off: ${people}.`)
    })
  })
}
