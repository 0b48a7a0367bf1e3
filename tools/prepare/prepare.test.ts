import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const isRoot = process.getuid?.() === 0
/** Another user, for a tree that does not belong to root. */
const nobody = isRoot ? { uid: 65534, gid: 65534 } : {}
const output = 'dist/server/main.mjs'
let folder: string
let root: string
let children: ChildProcess[]

/** A project with one source file that uses the packages of this one. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-prepare-'))
  chmodSync(folder, 0o755)
  root = join(folder, 'project')
  children = []
  for (const name of [
    'contract',
    'protocols',
    'geo',
    'optimizer',
    'planning',
    'gateway',
    'server/src',
    'database',
    'i18n',
    'tools/prepare',
  ])
    mkdirSync(join(root, name), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(projectRoot(), 'node_modules')).filter((one) =>
    /^@?esbuild$/.test(one),
  ))
    symlinkSync(join(projectRoot(), 'node_modules', name), join(root, 'node_modules', name))
  copyFileSync(join(projectRoot(), 'tools/prepare/prepare.mjs'), join(root, 'tools/prepare/prepare.mjs'))
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(root, file), '{"packages": {}}')
  source("console.log('first')")
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const source = (text: string) => writeFileSync(join(root, 'server/src/main.ts'), text)
const lockFile = () => join(root, '.cache', 'prepare.lock')

function start(program: string, user: { uid?: number; gid?: number } = {}) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import * as tools from ${JSON.stringify(`${root}/tools/prepare/prepare.mjs`)}; ${program}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...user },
  )
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const ended = new Promise<{ code: number | null; text: string }>((done) =>
    child.once('close', (code) => done({ code, text })),
  )
  return { child, ended, said: () => text }
}
const prepare = (user = {}) => start(`await tools.prepare({ programs: ['${output}'] })`, user).ended

describe('preparing a project', () => {
  it('builds what is outdated and nothing else', async () => {
    expect(await prepare()).toMatchObject({ code: 0, text: expect.stringContaining('Building') })
    expect(await prepare()).toEqual({ code: 0, text: '' })
    source("console.log('second')")
    expect((await prepare()).text).toContain('Building')
    expect(readFileSync(join(root, output), 'utf8')).toContain('second')
    expect(existsSync(lockFile())).toBe(false)
  })

  it('writes nothing into a complete build that belongs to another user and is read-only', async () => {
    await prepare()
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      if (!name.startsWith('node_modules/')) chmodSync(join(root, name), 0o555)
    chmodSync(root, 0o555)
    expect(await prepare(nobody)).toEqual({ code: 0, text: '' })

    chmodSync(join(root, 'server/src/main.ts'), 0o755)
    source("console.log('newer')")
    const refused = await prepare(nobody)
    expect(refused.code).toBe(1)
    expect(refused.text.trim()).toMatch(
      /^The project folder .+ cannot be written .+ run "npm run build" .+[.]$/,
    )
    for (const name of ['', 'server', 'server/src', 'tools', 'dist', 'dist/server', '.cache'])
      chmodSync(join(root, name), 0o755)
  })

  it.each([
    ['an empty one', ''],
    ['half of one', '{"pid": 1'],
    ['one of the version before', '1'],
    ['one of a process that is gone', '{"pid": 4194303, "born": "x", "children": []}'],
    ['one whose number another process has now', `{"pid": ${process.pid}, "born": "x", "children": []}`],
  ])('continues after a lock left by a killed start: %s', async (_what, content) => {
    mkdirSync(join(root, '.cache'))
    writeFileSync(lockFile(), content)
    expect((await prepare()).code).toBe(0)
    expect(existsSync(lockFile())).toBe(false)
  })

  it('waits for another running command', async () => {
    const holder = start(
      `await tools.prepare({ programs: ['${output}'] }).then(() => {}); console.log('built'); setInterval(() => {}, 1000)`,
    )
    await expect.poll(() => holder.said(), { timeout: 30_000 }).toContain('built')
    const { pid } = holder.child
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const born = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
    writeFileSync(lockFile(), JSON.stringify({ pid, born, children: [] }))
    source("console.log('second')")
    const waiting = start(`await tools.prepare({ programs: ['${output}'] })`)
    await expect.poll(() => waiting.said(), { timeout: 30_000 }).toContain('Waiting for another command')
    holder.child.kill('SIGKILL')
    expect((await waiting.ended).code).toBe(0)
    expect(readFileSync(join(root, output), 'utf8')).toContain('second')
  })

  it('after kill -9 during a build ends its remaining programs, and builds again', async () => {
    writeFileSync(join(folder, 'endless.mjs'), 'console.log(process.pid); setInterval(() => {}, 1000)')
    // The lock of a build whose program continues after the command was killed.
    const victim = start(
      `tools.prepareLocked(() => tools.withProgress('Building for ever', process.execPath, ['${join(folder, 'endless.mjs')}']))`,
    )
    const children = () => {
      try {
        return (JSON.parse(readFileSync(lockFile(), 'utf8')) as { children: { pid: number }[] }).children
      } catch {
        return []
      }
    }
    await expect.poll(() => children().length, { timeout: 30_000 }).toBe(1)
    const orphan = children()[0]?.pid as number
    mkdirSync(join(root, 'dist/server'), { recursive: true })
    writeFileSync(join(root, output), "console.log('half")
    victim.child.kill('SIGKILL')
    await victim.ended.catch(() => null)
    expect(await prepare()).toMatchObject({ code: 0, text: expect.stringContaining(`(process ${orphan})`) })
    await expect.poll(() => isAlive(orphan)).toBe(false)
    expect(readFileSync(join(root, output), 'utf8')).toContain('first')
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
