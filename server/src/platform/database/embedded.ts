import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { makeFolder } from '../process/data-dir.ts'
import { StartupFailure } from '../process/startup-failure.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { lastLine, launchPostgres, plainEnvironment, type RunningPostgres } from './postgres-launch.ts'
import { asOwner, closedFolderAbove, type PostgresOwner, postgresOwner } from './postgres-owner.ts'
import { logSettings, refuseTooSmall, segmentMegabytes } from './postgres-storage.ts'
import { isAlive, readPostmaster, stopOrphan } from './postmaster.ts'

export interface EmbeddedOptions {
  /** The data dir of the product; the database uses its folder `database`. */
  dataDir: string
  /** Called with one sentence for the operator. */
  log(sentence: string): void
  /** Default: the PostgreSQL package of this platform. */
  binariesPackage?: string
  /** Override or extend the default settings. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres extends RunningPostgres {
  /** Connection address for any database and role of this server. */
  url(database: string, user: string, password: string): string
  /** Connects as superuser to the database `rumbo`. */
  superuserUrl: string
  superuserUrlOf(database: string): string
  /** Major version. */
  version: number
  /** The process id of a server left running by an earlier start that was killed; null without one. */
  stoppedOrphan: number | null
}

const superuser = 'rumbo_superuser'
const longestSocketPath = 107
const socketFile = '.s.PGSQL.5432'

/**
 * Starts the embedded PostgreSQL of a data dir, creating the cluster the first time, and returns when it accepts
 * connections. It listens on a Unix socket only and stops with this process, even if this is killed.
 * @throws StartupFailure with a sentence for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const owner = postgresOwner()
  const home = prepareHome(options, owner)
  const binaries = postgresBinaries(owner, () => reachableFolder(options.dataDir), options.binariesPackage)
  if (binaries.copiedTo)
    options.log(
      `PostgreSQL runs as user "${owner.name}", who cannot access the project's folder; its programs were copied to ${binaries.copiedTo}.`,
    )
  const cluster = join(home, 'cluster')
  const password = await initialise(home, cluster, binaries, owner, options)
  refuseOtherVersion(cluster, binaries)
  const stoppedOrphan = await stopOrphan(cluster)
  if (stoppedOrphan !== null)
    options.log(`Stopped a PostgreSQL left running by an earlier start (process ${stoppedOrphan}).`)

  const socketDir = prepareSocketDir(home, owner)
  const running = await launchPostgres({
    home,
    cluster,
    socketDir,
    program: binaries.postgres,
    owner,
    settings: { ...logSettings(cluster), ...options.settings },
  })
  const url = (database: string, user: string, secret: string) => addressOf(socketDir, database, user, secret)
  const superuserUrlOf = (database: string) => url(database, superuser, password)
  await ensureDatabase(superuserUrlOf('postgres'))
  return {
    ...running,
    url,
    superuserUrlOf,
    superuserUrl: superuserUrlOf('rumbo'),
    version: binaries.major,
    stoppedOrphan,
  }
}

/** The folder of the embedded database of a data dir, whether it exists or not. */
export function databaseFolder(dataDir: string): string {
  const pointer = join(dataDir, 'database.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(resolve(dataDir), 'database')
}

/** The superuser's connection URL of the embedded PostgreSQL running on this data dir; null when none runs. */
export function runningEmbeddedUrl(dataDir: string): string | null {
  const home = databaseFolder(dataDir)
  if (!existsSync(home)) return null
  const cluster = join(home, 'cluster')
  const running = readPostmaster(cluster)
  if (!running?.isReady || !isAlive(running.pid)) return null
  const password = readFileSync(join(home, 'superuser-password'), 'utf8').trim()
  return addressOf(socketDirOf(home), 'rumbo', superuser, password)
}

function addressOf(socketDir: string, database: string, user: string, password: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

/** Creates the database folder, owned by the user that runs PostgreSQL, and returns its real path. */
function prepareHome({ dataDir, log }: EmbeddedOptions, owner: PostgresOwner): string {
  try {
    makeFolder(dataDir)
    const pointer = join(dataDir, 'database.location')
    let home = join(realpathSync(dataDir), 'database')
    if (existsSync(pointer)) home = readFileSync(pointer, 'utf8').trim()
    let closed = closedFolderAbove(home, owner)
    if (closed === realpathSync(dataDir)) {
      // Other users need execute permission to pass through; they cannot list the folder.
      chmodSync(dataDir, statSync(dataDir).mode | 0o011)
      closed = closedFolderAbove(home, owner)
    }
    if (closed) {
      home = join(reachableFolder(dataDir), `database-${randomBytes(4).toString('hex')}`)
      writeFileSync(pointer, `${home}\n`)
      log(
        `PostgreSQL runs as user "${owner.name}", who cannot enter ${closed}: the database is kept in ${home} instead; set RUMBO_DATA_DIR to a folder open to that user to decide otherwise.`,
      )
    }
    mkdirSync(home, { recursive: true, mode: 0o700 })
    if (owner.isOther) chownSync(home, owner.uid, owner.gid)
    chmodSync(home, 0o700)
    writeFileSync(join(home, '.writable'), '')
    rmSync(join(home, '.writable'))
    return home
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    throw new StartupFailure(
      'data_dir_unwritable',
      `The data folder ${dataDir} cannot be written (${code ?? String(cause)}); make it writable for this user, or set RUMBO_DATA_DIR to another folder.`,
      cause,
    )
  }
}

/**
 * A folder accessible to every user and unique to the data dir: under /var/lib/rumbo, else under the temporary folder.
 */
function reachableFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  for (const parent of ['/var/lib/rumbo', join(tmpdir(), 'rumbo')]) {
    try {
      const folder = join(parent, name)
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      return folder
    } catch {
      // Not writable: try the next one.
    }
  }
  throw new Error(`Neither /var/lib nor ${tmpdir()} is writable.`)
}

async function initialise(
  home: string,
  cluster: string,
  binaries: PostgresBinaries,
  owner: PostgresOwner,
  options: EmbeddedOptions,
): Promise<string> {
  const passwordFile = join(home, 'superuser-password')
  if (existsSync(join(cluster, 'PG_VERSION')) && existsSync(passwordFile))
    return readFileSync(passwordFile, 'utf8').trim()
  // initdb writes PG_VERSION early: without our marker file its run was interrupted.
  rmSync(cluster, { recursive: true, force: true })
  refuseTooSmall(home)
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${passwordFile}.new`
  writeFileSync(unfinished, `${password}\n`, { mode: 0o600 })
  if (owner.isOther) chownSync(unfinished, owner.uid, owner.gid)
  const locale =
    binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']
  const made = spawnSync(
    binaries.initdb,
    [
      '-D',
      cluster,
      '-U',
      superuser,
      '--encoding=UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${unfinished}`,
      `--wal-segsize=${segmentMegabytes(home)}`,
      '--no-instructions',
      ...locale,
      ...(options.settings?.fsync === 'off' ? ['--no-sync'] : []),
    ],
    { cwd: '/', env: plainEnvironment, encoding: 'utf8', ...asOwner(owner) },
  )
  if (made.status !== 0) {
    rmSync(cluster, { recursive: true, force: true })
    throw new StartupFailure(
      'database_start',
      `PostgreSQL could not create its folder ${cluster}: ${lastLine(made.stderr) || made.error?.message || 'no reason given'}`,
      made.error,
    )
  }
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  rmSync(unfinished)
  return password
}

function refuseOtherVersion(cluster: string, binaries: PostgresBinaries): void {
  const made = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  if (made === binaries.major) return
  throw new StartupFailure(
    'database_start',
    `The database in ${cluster} was created by PostgreSQL ${made}, but PostgreSQL ${binaries.major} is installed; restore a backup into an empty data folder, or install PostgreSQL ${made}.`,
  )
}

function socketDirOf(home: string): string {
  const folder = join(home, 'socket')
  if (Buffer.byteLength(join(folder, socketFile)) <= longestSocketPath) return folder
  return join('/tmp', `rumbo-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
}

/** A 0700 folder whose socket path is short enough for the kernel. */
function prepareSocketDir(home: string, owner: PostgresOwner): string {
  const folder = socketDirOf(home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (owner.isOther) chownSync(folder, owner.uid, owner.gid)
  const found = statSync(folder)
  if (!owner.isOther && found.uid !== owner.uid)
    throw new StartupFailure(
      'database_start',
      `The folder ${folder} belongs to somebody else; remove it, or set RUMBO_DATA_DIR to a shorter path.`,
    )
  chmodSync(folder, 0o700)
  return folder
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'rumbo'")
    if (rowCount === 0) await client.query('create database rumbo')
  } finally {
    await client.end()
  }
}
