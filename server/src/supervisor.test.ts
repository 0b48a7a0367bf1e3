import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from './platform/configuration/configuration.ts'
import { hasEnded, isAlive, readPostmaster } from './platform/database/postmaster.ts'
import type { ProcessCondition } from './platform/machine/machine-state.ts'
import { readRuntime } from './platform/process/data-dir.ts'
import type { StartupFailure } from './platform/process/startup-failure.ts'
import { type RunningRumbo, startRumbo } from './supervisor.ts'

// The smallest program that keeps the promises a server process makes to its supervisor.
const program = `
  import { writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  const roles = process.env.RUMBO_ROLES
  writeFileSync(process.env.RUMBO_DATA_DIR + '/' + roles + '.pid', String(process.pid))
  const beat = () => process.send?.({ heartbeat: { isDebugged: roles === process.env.DEBUGGED } }, () => {})
  beat()
  setInterval(beat, 20)
  const conditions = []
  process.on('message', ({ machine }) => conditions.push(machine.roles.gateway))
  const server = createServer((request, response) => {
    if (request.url === '/crash') process.kill(process.pid, 'SIGKILL')
    const { DATABASE_URL: database, NOTICE: notice } = process.env
    response.end(JSON.stringify({ pid: process.pid, conditions, database, notice }))
  })
  const end = () => server.close(() => process.exit(0))
  process.on('SIGTERM', end)
  process.on('disconnect', end)
  const variable = { api: 'RUMBO_PORT', gateway: 'RUMBO_GATEWAY_GT06_PORT' }[roles]
  server.on('error', () => {
    const sentence = 'Port ' + process.env[variable] + ' is in use; set ' + variable + ' to another.'
    process.send({ failed: { sentence } }, () => process.exit(78))
  })
  if (variable)
    server.listen(Number(process.env[variable]), '127.0.0.1', () => {
      const { port } = server.address()
      process.send({ ready: roles === 'api' ? { http: port } : { gateway: { gt06: port } } })
    })
  else process.send({ ready: {} })`

let dataDir: string
let programFile: string
let running: RunningRumbo[]
let logged: string[]

beforeEach(createFolder)
afterEach(async () => {
  for (const rumbo of running) await rumbo.stop()
  rmSync(join(dataDir, '..'), { recursive: true })
})

function createFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'rumbo-supervisor-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  programFile = join(folder, 'process.mjs')
  writeFileSync(programFile, program)
  running = []
  logged = []
}

const environment = () => ({
  ...{ PATH: process.env.PATH, RUMBO_DATA_DIR: dataDir },
  ...{ RUMBO_PORT: '0', RUMBO_GATEWAY_PORTS: 'off', RUMBO_GATEWAY_GT06_PORT: '0' },
})

async function start(extra: Record<string, string> = {}, checkIntervalMs?: number): Promise<RunningRumbo> {
  const given = { ...environment(), ...extra }
  const rumbo = await startRumbo({
    configuration: readConfiguration(given),
    environment: given,
    log: (sentence) => logged.push(sentence),
    beforeServing: async () => ({ NOTICE: 'decided before serving' }),
    serverCommand: [programFile],
    checkIntervalMs,
  })
  running.push(rumbo)
  return rumbo
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It started.'),
    (failure: StartupFailure) => failure,
  )

interface Said {
  pid: number
  database: string
  notice: string
  /** Every condition of the gateway it was sent. */
  conditions: ProcessCondition[]
}
async function ask(port: number): Promise<Said> {
  const response = await fetch(`http://127.0.0.1:${port}/`)
  return (await response.json()) as Said
}

async function until<T>(read: () => Promise<T>): Promise<T> {
  return expect
    .poll(() => read().catch(() => null), { timeout: 15_000, interval: 50 })
    .not.toBeNull() as Promise<T>
}

const cluster = () => join(dataDir, 'database', 'cluster')
const postmaster = () => readPostmaster(cluster())?.pid as number

describe('starting Rumbo', () => {
  it('starts the processes with restricted database roles, reports the ports, and leaves no process after a stop', async () => {
    const rumbo = await start()
    expect(readRuntime(dataDir)).toEqual(rumbo.runtime)
    expect(rumbo.runtime).toEqual({
      http: expect.any(Number),
      gateway: { gt06: expect.any(Number) },
      pid: process.pid,
    })
    const answer = await ask(rumbo.runtime.http)
    expect(answer.notice).toBe('decided before serving')
    const client = new pg.Client({ connectionString: answer.database })
    await client.connect()
    const { rows } = await client.query('select current_user as name').finally(() => client.end())
    expect(rows).toEqual([{ name: 'rumbo_app' }])

    const database = postmaster()
    await rumbo.stop()
    expect(isAlive(answer.pid)).toBe(false)
    expect(isAlive(database)).toBe(false)
    expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false)
    expect(existsSync(join(dataDir, 'rumbo.lock'))).toBe(false)
  })

  it('is refused while another instance uses the data dir, and prints the address of that instance', async () => {
    const rumbo = await start()
    const failure = await refusal(start())
    expect(failure.code).toBe('already_running')
    expect(failure.message).toContain(`port ${rumbo.runtime.http}`)
    expect(await ask(rumbo.runtime.http)).toMatchObject({ notice: 'decided before serving' })
  })

  it.each(['RUMBO_PORT', 'RUMBO_GATEWAY_GT06_PORT'])(
    'says so when the port of %s is in use',
    async (variable) => {
      const other = createServer()
      await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
      const { port } = other.address() as { port: number }
      const failure = await refusal(start({ [variable]: String(port) }))
      expect(failure.message).toBe(
        `Port ${port} on 127.0.0.1 is in use by another program: stop it, or set ${variable} to another port (0 takes a free one).`,
      )
      expect(existsSync(join(dataDir, 'rumbo.lock'))).toBe(false)
      expect(readPostmaster(cluster())).toBeNull()
      other.close()
      expect((await start()).runtime.http).toBeGreaterThan(0)
    },
  )

  it('is refused with another secret without changing anything, and accepts it together with the former one', async () => {
    const [former, present] = [
      'the former secret of this installation',
      'the present secret of this installation',
    ]
    await (await start({ RUMBO_SECRET: former })).stop()
    const failure = await refusal(start({ RUMBO_SECRET: present }))
    expect(failure.code).toBe('secret_changed')
    expect(failure.message).toContain('RUMBO_SECRET_PREVIOUS')
    await (await start({ RUMBO_SECRET: former })).stop()
    await (await start({ RUMBO_SECRET: present, RUMBO_SECRET_PREVIOUS: former })).stop()
    expect((await refusal(start({ RUMBO_SECRET: former }))).code).toBe('secret_changed')
    expect((await start({ RUMBO_SECRET: present })).runtime.http).toBeGreaterThan(0)
  })

  it('names every port in use before the database is created or the demo loaded', async () => {
    const others = await Promise.all(
      [1, 2].map(async () => {
        const other = createServer()
        await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
        return { other, port: String((other.address() as { port: number }).port) }
      }),
    )
    const [http, gateway] = others.map(({ port }) => port) as [string, string]
    const failure = await refusal(start({ RUMBO_PORT: http, RUMBO_GATEWAY_GT06_PORT: gateway }))
    for (const { other } of others) other.close()
    expect(failure.sentences).toEqual([expect.stringContaining(http), expect.stringContaining(gateway)])
    expect(existsSync(cluster())).toBe(false)
    expect(logged).toEqual([])
  })

  it('is refused when the data dir cannot be written, naming the folder and the variable', async () => {
    writeFileSync(dataDir, 'a file where the folder should be')
    const failure = await refusal(start())
    expect(failure.code).toBe('data_dir_unwritable')
    expect(failure.message).toContain(dataDir)
    expect(failure.message).toContain('RUMBO_DATA_DIR')
  })
})

/** From the first `ready` on, without repetitions that follow each other. */
const distinct = (all: readonly ProcessCondition[]) =>
  all.slice(all.indexOf('ready')).filter((one, at, rest) => at === 0 || one !== rest[at - 1])

describe('while Rumbo runs', () => {
  let earlierData: string
  // Creating and migrating a database takes most of a first start.
  beforeAll(async () => {
    createFolder()
    await (await start()).stop()
    earlierData = dataDir
  })
  // By `cp`, which keeps the owner of the files: PostgreSQL does not run as root.
  beforeEach(() => void execFileSync('cp', ['-a', earlierData, dataDir]))
  afterAll(() => rmSync(join(earlierData, '..'), { recursive: true }))

  it('restarts a killed process on the same port', async () => {
    const { runtime } = await start()
    const before = await ask(runtime.http)
    await fetch(`http://127.0.0.1:${runtime.http}/crash`).catch(() => null)
    await until(() => ask(runtime.http))
    const after = await ask(runtime.http)
    expect(after.pid).not.toBe(before.pid)
    expect(isAlive(before.pid)).toBe(false)
  })

  it('restarts a process that does not respond, and notifies every other process', async () => {
    const { runtime } = await start({}, 100)
    const gateway = runtime.gateway.gt06 as number
    const { pid } = await ask(gateway)
    process.kill(pid, 'SIGSTOP')
    expect(await hasEnded(pid, 30_000)).toBe(true)
    await until(() => ask(gateway))
    expect((await ask(gateway)).pid).not.toBe(pid)
    const course = ['ready', 'silent', 'down', 'starting', 'ready']
    await expect
      .poll(async () => distinct((await ask(runtime.http)).conditions), { timeout: 30_000 })
      .toEqual(course)
    expect(logged).toContain('The process gateway has not responded for 2 s; killing it.')
    expect(logged).toContain('The process gateway is ready again.')
  })

  it('does not kill a process paused by a debugger', async () => {
    const { runtime } = await start({ DEBUGGED: 'gateway' }, 50)
    const gateway = runtime.gateway.gt06 as number
    const { pid } = await ask(gateway)
    process.kill(pid, 'SIGSTOP')
    const course = async () => distinct((await ask(runtime.http)).conditions)
    await expect.poll(course, { timeout: 30_000 }).toEqual(['ready', 'silent'])
    // The worker, under no debugger, is ended meanwhile.
    process.kill(Number(readFileSync(join(dataDir, 'worker.pid'), 'utf8')), 'SIGSTOP')
    await expect
      .poll(() => logged.join(), { timeout: 30_000 })
      .toContain('The process worker has not responded')
    process.kill(pid, 'SIGCONT')
    await expect.poll(course, { timeout: 30_000 }).toEqual(['ready', 'silent', 'ready'])
    expect((await ask(gateway)).pid).toBe(pid)
  })

  it('answers health checks on a machine without the api role', async () => {
    const { runtime } = await start({ RUMBO_ROLES: 'gateway' })
    const health = (path: string) => fetch(`http://127.0.0.1:${runtime.http}/v1/${path}`)
    expect(await (await health('health')).json()).toEqual({ status: 'alive' })
    expect((await health('ready')).status).toBe(200)
    expect((await health('vehicles')).status).toBe(404)
    await fetch(`http://127.0.0.1:${runtime.gateway.gt06}/crash`).catch(() => null)
    await until(async () => ((await health('ready')).status === 503 ? true : null))
    await until(async () => ((await health('ready')).status === 200 ? true : null))
  })

  it('restarts PostgreSQL after it and all its backends were killed', async () => {
    const { databaseUrl } = await start()
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    const count = async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => {})
      await client.connect()
      return client.query('select 1').finally(() => client.end())
    }
    await hasEnded(killed, 5000)
    await until(count)
    expect(postmaster()).not.toBe(killed)
    await expect.poll(() => logged).toContain('PostgreSQL was restarted and accepts connections.')
  })
})

describe('after kill -9 of the supervisor', () => {
  it('its processes end soon, and the next start recovers', async () => {
    const launcher = join(dataDir, '..', 'launcher.mts')
    writeFileSync(
      launcher,
      `import { readConfiguration } from ${JSON.stringify(here('platform/configuration/configuration.ts'))}
       import { startRumbo } from ${JSON.stringify(here('supervisor.ts'))}
       const rumbo = await startRumbo({ configuration: readConfiguration(process.env), environment: process.env,
         log: () => {}, serverCommand: [${JSON.stringify(programFile)}] })
       console.log('ready')
       setInterval(() => {}, 1000)`,
    )
    const victim = spawn(process.execPath, ['--import', 'tsx', launcher], {
      env: { ...process.env, ...environment() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await firstOutput(victim)
    const runtime = readRuntime(dataDir)
    const child = await ask(runtime?.http ?? 0)
    const database = postmaster()
    victim.kill('SIGKILL')
    await new Promise((done) => victim.once('exit', done))

    const rumbo = await start()
    expect(await hasEnded(child.pid, 12_000)).toBe(true)
    expect(postmaster()).not.toBe(database)
    expect(await ask(rumbo.runtime.http)).toMatchObject({ notice: 'decided before serving' })
    expect(JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
    })
  })
})

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.stdout?.once('data', () => done())
    child.once('exit', (code) => fail(new Error(`It ended early with ${code}.`)))
  })
}
