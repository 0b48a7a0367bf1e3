import { join } from 'node:path'
import { sealedElsewhere } from './assembly/sealed.ts'
import { settleSecret } from './identity/index.ts'
import { systemClock } from './platform/clock.ts'
import type { Configuration } from './platform/configuration/configuration.ts'
import type { ProcessRole } from './platform/configuration/variables.ts'
import { backUp } from './platform/database/backup.ts'
import { startBackupSchedule } from './platform/database/backup-schedule.ts'
import { createDatabase } from './platform/database/database.ts'
import { databaseFolder } from './platform/database/embedded.ts'
import { provision } from './platform/database/provisioning.ts'
import { applicationRole, asApplication } from './platform/database/roles.ts'
import { isStorageFull } from './platform/http/problems.ts'
import { watchDatabase } from './platform/machine/database-watch.ts'
import { serveHealth } from './platform/machine/health-server.ts'
import type { MachineState } from './platform/machine/machine-state.ts'
import { checkBeforeStart } from './platform/machine/preflight.ts'
import { rolesNotReady } from './platform/machine/readiness.ts'
import { releaseReserve } from './platform/machine/storage-reserve.ts'
import { watchStorage } from './platform/machine/storage-watch.ts'
import {
  applicationPassword,
  holderOf,
  installationSecret,
  lockDataDir,
  type Runtime,
  writeRuntime,
} from './platform/process/data-dir.ts'
import { projectRoot } from './platform/process/project-root.ts'
import { StartupFailure } from './platform/process/startup-failure.ts'
import { type GivenSecrets, requireOwnSecret } from './platform/secrets.ts'
import { supervisePostgres } from './supervised-postgres.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

export interface RumboOptions {
  configuration: Configuration
  /** Environment of the server processes, to which the supervisor adds its variables. */
  environment: Record<string, string | undefined>
  /** Called with one sentence per step, for the terminal. */
  log(sentence: string): void
  /** Called with the migrated database before any process starts; returns variables for their environment. */
  beforeServing?(access: DatabaseAccess): Promise<Record<string, string>>
  /** Node's arguments for a server process. Default: the built program. */
  serverCommand?: readonly string[]
  /** Milliseconds between two checks for heartbeats. Default: 1,000. */
  checkIntervalMs?: number
}

export interface DatabaseAccess {
  /** Connects as the application's role. */
  databaseUrl: string
  /** Connects as the provisioning user: superuser of the embedded database, else the user of DATABASE_URL. */
  maintenanceUrl: string
  secret: string
}

export interface RunningRumbo extends DatabaseAccess {
  runtime: Runtime
  /** Drains and stops everything in order, the database last; further calls return the same promise. */
  stop(): Promise<void>
}

interface PlannedProcess {
  name: string
  roles: readonly ProcessRole[]
  /** Options of Node. Default: none. */
  nodeOptions?: readonly string[]
}
const processPlan: readonly PlannedProcess[] = [
  // While many reports wait for their commit, a larger young generation is collected less often, and finds more of them
  // done: a tenth less CPU for each position. It grows only under load.
  { name: 'gateway', roles: ['gateway'], nodeOptions: ['--max-semi-space-size=64'] },
  { name: 'api', roles: ['api'] },
  { name: 'worker', roles: ['worker'] },
]

const serverProgram = () => ['--enable-source-maps', join(projectRoot(), 'dist', 'server', 'main.mjs')]

/**
 * Starts Rumbo on one machine: locks the data dir, starts or connects to the database, provisions it (with a backup
 * before an upgrade), then starts a process per role and keeps them running.
 * @throws StartupFailure with sentences for the operator, after stopping everything it started
 */
export async function startRumbo(options: RumboOptions): Promise<RunningRumbo> {
  const { configuration, log } = options
  const { dataDir } = configuration
  // The lock is a file, which could not be created on a full disk.
  if (holderOf(dataDir) === null) releaseReserve(databaseFolder(dataDir))
  const lock = lockDataDir(dataDir, log)
  const stopping: (() => Promise<void>)[] = []
  let ending: Promise<void> | null = null
  const stop = () => {
    ending ??= stopInOrder(stopping).finally(() => lock.release())
    return ending
  }
  try {
    await checkBeforeStart(configuration)
    const database = await openDatabase(
      options,
      (stopDatabase) => stopping.push(stopDatabase),
      () => ending !== null,
    )
    const { at, keep } = configuration.backups
    if (at) {
      const directory = join(dataDir, 'backups')
      const endSchedule = startBackupSchedule({
        url: database.maintenanceUrl,
        directory,
        at,
        keep,
        log,
      })
      stopping.push(async () => endSchedule())
    }
    const decided = await options.beforeServing?.(database)
    const databaseWatch = watchDatabase({ url: database.databaseUrl, log })
    stopping.push(async () => databaseWatch.end())
    const processes: SupervisedProcess[] = []
    stopping.push(async () => {
      await Promise.all(processes.map((running) => running.stop()))
    })
    const machine: MachineState = { roles: {}, storage: null }
    const share = () => {
      for (const running of processes) running.send(machine)
    }
    const folder = configuration.databaseUrl ? null : databaseFolder(dataDir)
    const storage = watchStorage({
      folders: folder === null ? [dataDir] : [dataDir, folder],
      databaseFolder: folder,
      log,
      onChange(state) {
        machine.storage = state
        share()
      },
    })
    stopping.push(async () => storage.end())
    const starts = processPlan.map(async ({ name, roles, nodeOptions = [] }) => {
      const wanted = roles.filter((role) => configuration.roles.includes(role))
      if (wanted.length === 0) return
      log(`Starting ${wanted.join(' and ')}`)
      const started = await superviseProcess({
        name,
        command: [...nodeOptions, ...(options.serverCommand ?? serverProgram())],
        log,
        checkIntervalMs: options.checkIntervalMs,
        onSpawn: (pid) => unlessFull(log, 'rumbo.lock', () => lock.adopt(pid)),
        onCondition(condition) {
          for (const role of wanted) machine.roles[role] = condition
          share()
        },
        environment: (previous) => ({
          ...options.environment,
          ...decided,
          DATABASE_URL: database.databaseUrl,
          RUMBO_SECRET: database.secret,
          RUMBO_SECRET_PREVIOUS: '',
          RUMBO_DATA_DIR: dataDir,
          RUMBO_ROLES: wanted.join(','),
          ...pinned(previous),
        }),
      })
      processes.push(started)
      share()
    })
    // Waits for both before reporting a failure, so that every started process gets stopped.
    const failure = (await Promise.allSettled(starts)).find((outcome) => outcome.status === 'rejected')
    if (failure) throw failure.reason
    const health = configuration.roles.includes('api')
      ? null
      : await answerHealth(options, () => [
          ...(databaseWatch.isAnswering() ? [] : [{ part: 'database', reason: 'unreachable' } as const]),
          ...rolesNotReady(machine, [], ''),
        ])
    if (health) stopping.push(async () => health.close())
    const runtime: Runtime = {
      http: processes.find((running) => running.ready.http !== undefined)?.ready.http ?? health?.port ?? 0,
      gateway: Object.assign({}, ...processes.map((running) => running.ready.gateway ?? {})),
      pid: process.pid,
    }
    unlessFull(log, 'runtime.json', () => writeRuntime(dataDir, runtime))
    return { ...database, runtime, stop }
  } catch (failure) {
    await stop()
    throw asSentence(failure, dataDir)
  }
}

/** Writes a file that is not required, and ignores a full disk. */
function unlessFull(log: (sentence: string) => void, file: string, write: () => void): void {
  try {
    write()
  } catch (failure) {
    if (!(failure instanceof Error) || !isStorageFull(failure)) throw failure
    log(`The disk is full: ${file} could not be written; Rumbo continues without it.`)
  }
}

/** Whether the start failed because of a full disk. */
function asSentence(failure: unknown, dataDir: string): unknown {
  if (!(failure instanceof Error) || failure instanceof StartupFailure || !isStorageFull(failure))
    return failure
  return new StartupFailure(
    'storage_full',
    `The disk of the data folder ${dataDir} is full (${failure.message}): free some space and start again, or set RUMBO_DATA_DIR to a folder on a larger disk.`,
    failure,
  )
}

/** A restarted process keeps its ports, because clients and devices use them. */
function pinned(
  previous: { http?: number; gateway?: Record<string, number> } | null,
): Record<string, string> {
  const ports: Record<string, string> = {}
  if (previous?.http !== undefined) ports.RUMBO_PORT = String(previous.http)
  for (const [protocol, port] of Object.entries(previous?.gateway ?? {}))
    ports[`RUMBO_GATEWAY_${protocol.toUpperCase()}_PORT`] = String(port)
  return ports
}

async function stopInOrder(stopping: (() => Promise<void>)[]): Promise<void> {
  for (const step of stopping.reverse()) await step()
}

async function openDatabase(
  { configuration, log }: RumboOptions,
  onOpened: (stop: () => Promise<void>) => void,
  isStopping: () => boolean,
): Promise<DatabaseAccess> {
  const { dataDir, databaseUrl: externalUrl } = configuration
  const secret = configuration.secret ?? installationSecret(dataDir)
  const appPassword = applicationPassword(secret)
  let maintenanceUrl: string
  let databaseUrl: string
  if (externalUrl) {
    maintenanceUrl = externalUrl
    databaseUrl = asApplication(externalUrl, appPassword)
  } else {
    log('Starting the database')
    const embedded = await supervisePostgres({ dataDir, log, isStopping })
    onOpened(embedded.stop)
    maintenanceUrl = embedded.first.superuserUrl
    databaseUrl = embedded.first.url('rumbo', applicationRole, appPassword)
  }
  const given = { secret, previous: configuration.previousSecret, dataDir }
  await requireOwnSecret(maintenanceUrl, given)
  await provision({
    url: maintenanceUrl,
    appPassword,
    onStep: (name) => log(`Migrating the database: ${name}`),
    beforeUpgrade: async (version) => {
      const moment = new Date().toISOString().replace(/[:.]/g, '-')
      const file = join(dataDir, 'backups', `before-upgrade-from-${version}-${moment}.rumbo`)
      log(`Backing up the database before the upgrade to ${file}`)
      await backUp({ url: maintenanceUrl, file })
    },
  })
  await settle(databaseUrl, given, log)
  return { databaseUrl, maintenanceUrl, secret }
}

/** Records the secret of a new database, or replaces the former secret if that is given. */
async function settle(url: string, given: GivenSecrets, log: RumboOptions['log']): Promise<void> {
  const database = createDatabase({ url, clock: systemClock, connections: 1 })
  try {
    const { outcome, unreadable, unreadableElsewhere } = await settleSecret(database, given, sealedElsewhere)
    if (outcome !== 'rotated') return
    log('The secret was changed; RUMBO_SECRET_PREVIOUS is no longer needed.')
    if (unreadableElsewhere > 0)
      log(
        `${unreadableElsewhere} passwords of GPS devices, secrets of webhooks or keys of push notifications could not be decrypted with the former secret: enter or make them again.`,
      )
    if (unreadable > 0)
      log(
        `${unreadable} second factors could not be decrypted with the former secret: reset them (npm run admin -- reset for super admins).`,
      )
  } finally {
    await database.close()
  }
}

/**
 * Health of a machine without the api role, on its HTTP port. If the default port is in use, which may be by the api of
 * another data dir, the start continues without it.
 */
async function answerHealth(
  { configuration, environment, log }: RumboOptions,
  missing: Parameters<typeof serveHealth>[0]['missing'],
): Promise<Awaited<ReturnType<typeof serveHealth>> | null> {
  const { host, port } = configuration.http
  try {
    const health = await serveHealth({ host, port, missing })
    log(`Health endpoints are on port ${health.port}: /v1/health and /v1/ready`)
    return health
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const sentence = `Health cannot be answered on port ${port} (${reason}): set RUMBO_PORT to another port.`
    if (environment.RUMBO_PORT) throw new StartupFailure('port_in_use', sentence, cause)
    log(sentence)
    return null
  }
}
