import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { childProgram } from './platform/process/child-program.ts'
import { projectRoot } from './platform/process/project-root.ts'

interface Line {
  log?: string
  did?: string
  refused?: string
  runtime?: { http: number; gateway: Record<string, number> }
}
interface SmallDisk {
  lines: Line[]
  url: string
  devices: string
  /** Has the harness do something and waits until it has. */
  order(command: 'fill' | 'free' | 'kill'): Promise<void>
  end(): Promise<void>
}

const password = 'Disco-Lleno-2026!'
let folder: string
let started: SmallDisk[]

/** A file system of its own in a mount namespace; PostgreSQL never runs as root, so a second one has another user. */
const onSmallDisk = (megabytes: number, command: readonly string[]): [string, string[]] => [
  'unshare',
  [
    ...['-rm', 'sh', '-c'],
    'mount -t tmpfs -o "size=$1m,mode=1777" tmpfs "$2" && shift 2 && exec unshare -U --map-user=1000 --map-group=1000 "$@"',
    ...['sh', String(megabytes), folder, ...command],
  ],
]

function canHaveOwnDisk(): boolean {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-probe-'))
  const [command, args] = onSmallDisk(1, ['true'])
  const { status } = spawnSync(command, args, { stdio: 'ignore' })
  rmSync(folder, { recursive: true })
  return status === 0
}
const isPossible = process.platform === 'linux' && canHaveOwnDisk()

async function start(megabytes: number): Promise<SmallDisk> {
  const { program, options } = childProgram('main')
  const harness = fileURLToPath(new URL('./testing/small-disk.ts', import.meta.url))
  const [command, args] = onSmallDisk(megabytes, [
    ...[process.execPath, '--import', 'tsx', harness],
    ...[...options, program],
  ])
  const child = spawn(command, args, {
    cwd: projectRoot(),
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      RUMBO_DATA_DIR: join(folder, 'data'),
      RUMBO_PORT: '0',
      RUMBO_GATEWAY_PORTS: 'off',
      RUMBO_GATEWAY_OSMAND_PORT: '0',
      RUMBO_ADMIN_PASSWORD: password,
      RUMBO_LOG_LEVEL: 'fatal',
    },
  })
  const lines: Line[] = []
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (text.startsWith('{')) lines.push(JSON.parse(text) as Line)
  })
  const disk: SmallDisk = {
    lines,
    url: '',
    devices: '',
    async order(command) {
      const before = lines.filter(({ did }) => did === command).length
      child.stdin.write(`${command}\n`)
      await until(() => expect(lines.filter(({ did }) => did === command)).toHaveLength(before + 1))
    },
    async end() {
      const ended = exit(child)
      child.stdin.end()
      await ended
    },
  }
  started.push(disk)
  await until(() =>
    expect(
      lines.some(({ runtime, refused }) => runtime || refused),
      JSON.stringify(lines),
    ).toBe(true),
  )
  const runtime = lines.find((line) => line.runtime)?.runtime
  disk.url = `http://127.0.0.1:${runtime?.http}/v1`
  disk.devices = `http://127.0.0.1:${runtime?.gateway.osmand}`
  return disk
}

const exit = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((done) => child.once('exit', () => done()))
/** Waits until the work succeeds; resolves with its result. */
const until = <Result>(work: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(work, { timeout: 50_000, interval: 100 })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-disk-'))
  started = []
})
afterEach(async () => {
  for (const disk of started) await disk.end()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(disk: SmallDisk): Promise<string> {
  const response = await fetch(`${disk.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: 'admin', password }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { access_token: string }).access_token
}

interface Answer {
  status: number
  body: { code?: string; total?: number; services?: { name: string; reason: string | null }[] }
}
async function call(
  disk: SmallDisk,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${disk.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
const addCompany = (disk: SmallDisk, token: string, name: string) =>
  call(disk, token, 'POST', '/companies', { name })
const report = (disk: SmallDisk) =>
  fetch(`${disk.devices}/?id=86001&lat=19.43&lon=-99.13&timestamp=${Math.floor(Date.now() / 1000)}`).then(
    ({ status }) => status,
  )

describe.runIf(isPossible)(
  'on a full disk',
  { meta: { needs: 'mounting in a user namespace ("unshare -rm")' } },
  () => {
    it('refuses changes and device reports, still serves reads, survives a PostgreSQL crash, and recovers by itself', async () => {
      const disk = await start(64)
      const token = await signIn(disk)
      expect((await addCompany(disk, token, 'antes')).status).toBe(201)
      expect(await report(disk)).toBe(200)

      await disk.order('fill')
      await until(async () =>
        expect(await addCompany(disk, token, `no-${Date.now()}`)).toMatchObject({
          status: 507,
          body: { code: 'storage_full' },
        }),
      )
      let acknowledged: number | null = null
      const reporting = report(disk).then((status) => {
        acknowledged = status
      })
      expect(await call(disk, token, 'GET', '/companies')).toMatchObject({ status: 200 })
      expect((await call(disk, token, 'GET', '/server/status')).body.services).toContainEqual(
        expect.objectContaining({ name: 'storage', reason: 'storage_full' }),
      )

      await disk.order('kill')
      await until(async () =>
        expect(await call(disk, token, 'GET', '/companies')).toMatchObject({ status: 200 }),
      )
      await until(() => signIn(disk))
      expect(await addCompany(disk, token, 'todavia-no')).toMatchObject({ status: 507 })
      expect(acknowledged).toBeNull()

      await disk.order('free')
      const freedAt = performance.now()
      await until(async () =>
        expect(await addCompany(disk, token, `si-${Date.now()}`)).toMatchObject({ status: 201 }),
      )
      await reporting
      expect(acknowledged).toBe(200)
      expect(performance.now() - freedAt).toBeLessThan(30_000)
      const log = disk.lines.flatMap((line) => line.log ?? []).join('\n')
      expect(log).toMatch(/The disk is full: 0 of \d+ MB are free/)
      expect(log).toContain('The disk has room again')
      expect(log).toContain('the reserve file in the data dir was deleted')
    }, 240_000)

    it('refuses a first start with one message when the database does not fit', async () => {
      const disk = await start(24)
      expect(disk.lines.at(-1)?.refused).toMatch(
        /^The first start needs about 52 MB, and \d+ MB are free for .+RUMBO_DATA_DIR.+[.]$/,
      )
    }, 60_000)
  },
)
