// Runs before every command: checks the Node version, installs packages, builds what is outdated. Imports no package.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const oldestNode = [20, 19]

export const serverSources = [
  'contract',
  'protocols',
  'geo',
  'optimizer',
  'planning',
  'gateway',
  'server',
  'database',
  'i18n',
]
const programs = {
  'dist/server/main.mjs': { entry: 'server/src/main.ts', sources: serverSources },
  'dist/server/dispatch-round.mjs': { entry: 'server/src/dispatch-round.ts', sources: serverSources },
  'dist/server/plan-routes.mjs': { entry: 'server/src/plan-routes.ts', sources: serverSources },
  'dist/server/roads-engine.mjs': { entry: 'server/src/roads-engine.ts', sources: serverSources },
  'dist/simulator/main.mjs': {
    entry: 'simulator/src/main.ts',
    sources: ['contract', 'protocols', 'geo', 'simulator'],
  },
  'dist/tools/start-demo.mjs': {
    entry: 'tools/demo/start-demo.ts',
    sources: [...serverSources, 'simulator', 'tools'],
  },
  'dist/tools/serve.mjs': { entry: 'tools/start/serve.ts', sources: [...serverSources, 'tools'] },
  'dist/server/region-builder.mjs': { entry: 'server/src/region-builder.ts', sources: serverSources },
  'dist/server/pdf-writer.mjs': { entry: 'server/src/pdf-writer.ts', sources: serverSources },
  'dist/server/fence-reader.mjs': { entry: 'server/src/fence-reader.ts', sources: serverSources },
  'dist/server/workbook-reader.mjs': { entry: 'server/src/workbook-reader.ts', sources: serverSources },
  'dist/tools/region.mjs': {
    entry: 'tools/maintenance/region.ts',
    sources: [...serverSources, 'tools'],
  },
  'dist/tools/decode-again.mjs': {
    entry: 'tools/maintenance/decode-again.ts',
    sources: [...serverSources, 'tools'],
  },
  'dist/tools/admin.mjs': {
    entry: 'tools/maintenance/admin/admin.ts',
    sources: [...serverSources, 'tools'],
  },
  'dist/tools/backup.mjs': { entry: 'tools/maintenance/backup.ts', sources: [...serverSources, 'tools'] },
}
export const allPrograms = Object.keys(programs)
const webSources = ['contract', 'i18n', 'geo', 'optimizer', 'planning', 'web']
const worldSources = [
  'tools/world',
  'geo/src/geometry/date-line.ts',
  'server/src/places/tiles/places.tiles.archive.ts',
  'server/src/places/tiles/places.tiles.encode.ts',
  'package-lock.json',
]
const gazetteerSources = [
  'tools/gazetteer',
  'tools/world/cities.ts',
  'tools/world/spanish-names.ts',
  'server/src/places/geocoding/places.gazetteer.build.ts',
  'geo/src/place-index/place-index-file.ts',
  'contract/src/fold-text.ts',
  'geo/src/place-index/place-index-text.ts',
  'geo/src/place-index/place-index-words.ts',
  'package-lock.json',
]

const webOutputs = [
  ['dist/web/index.html', [...webSources, 'package-lock.json']],
  ['dist/world.pmtiles', worldSources],
  ['dist/gazetteer.bin', gazetteerSources],
]
const sourcesOf = (output) => [...programs[output].sources, 'tools/prepare/prepare.mjs', 'package-lock.json']

/** Prints a line about the progress of the command. */
export function print(line) {
  console.log(`  ${line}`)
}

/** Prints an error and exits with 1. */
export function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/**
 * Installs packages and builds what is outdated.
 * @param {{ programs?: string[], web?: boolean }} wanted paths of programs; `web`: the web application and its world
 * map
 */
export async function prepare({ programs: wanted = [], web = false } = {}) {
  requireNode()
  // A complete build may belong to root and be read-only, so nothing may be written here.
  if (isReady(wanted, web)) return
  await prepareLocked(async () => {
    await install()
    await build(wanted, web)
  })
}

/** Runs `work` under the lock of the project's folder. */
export async function prepareLocked(work) {
  const release = await acquireLock()
  try {
    await work()
  } catch (error) {
    release()
    fail(error.message)
  }
  release()
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `Rumbo needs Node ${oldestNode.join('.')} or later; this is Node ${process.versions.node}. Install Node 24.`,
  )
}

/** Whether packages are installed and everything wanted is built from the current sources. */
function isReady(wanted, web) {
  return (
    isInstalled() &&
    wanted.every((output) => isFresh(output, contentHash(sourcesOf(output)))) &&
    (!web || webOutputs.every(([output, sources]) => isFresh(output, contentHash(sources))))
  )
}

const lock = join(root, '.cache', 'prepare.lock')

/** Two commands must not install into the same folder at the same time. */
async function acquireLock() {
  const draft = `${lock}.${process.pid}`
  for (let isFirst = true; ; isFirst = false) {
    try {
      mkdirSync(join(root, '.cache'), { recursive: true })
      // Linked instead of written in place: a command killed here leaves no lock without an owner.
      writeFileSync(draft, JSON.stringify({ ...identityOf(process.pid), children: [] }))
      linkSync(draft, lock)
      rmSync(draft)
      const release = () => {
        if (readLock(lock)?.pid === process.pid) rmSync(lock, { force: true })
      }
      process.once('exit', release)
      return () => {
        process.off('exit', release)
        release()
      }
    } catch (error) {
      rmSync(draft, { force: true })
      if (error.code !== 'EEXIST')
        fail(
          `The project folder ${root} cannot be written (${error.code}), and it is not completely installed and built: run "npm run build" there as its owner.`,
        )
    }
    const owner = readLock(lock)
    if (owner === null || !isRunning(owner)) removeStale()
    else if (isFirst) print('Waiting for another command that is installing or building')
    await pause(200)
  }
}

/** Null if there is no lock, or if it cannot be parsed. */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Removes the lock of a killed command and ends the programs it started, which would still write into the folder. */
function removeStale() {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
    const owner = readLock(aside)
    // Another waiting command has replaced the stale lock by its own.
    if (owner && isRunning(owner)) return linkSync(aside, lock)
    for (const child of owner?.children ?? [])
      if (isRunning(child)) {
        process.kill(child.pid, 'SIGKILL')
        print(`Ended a program of an earlier, killed command (process ${child.pid})`)
      }
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Records a started program in the lock, so that the next command can end it if this one is killed. */
function recordChild(pid) {
  const held = readLock(lock)
  if (held?.pid !== process.pid) return
  held.children = [...held.children.filter(isRunning), identityOf(pid)]
  writeFileSync(`${lock}.${process.pid}`, JSON.stringify(held))
  renameSync(`${lock}.${process.pid}`, lock)
}

/** Identifies a process even if its id is reused. */
const identityOf = (pid) => ({ pid, born: startOf(pid) })
const isRunning = ({ pid, born }) => isAlive(pid) && startOf(pid) === born

/** Boot and start time of the process from the kernel; "unknown" where there is no /proc. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[0] === 'Z' ? 'ended' : fields[19]}`
  } catch {
    return 'unknown'
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function install() {
  if (isInstalled()) return
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await withProgress('Installing packages', npm[0], [...npm[1], ...flags])
}

/** Whether the packages in node_modules have the versions of the lock file. */
function isInstalled() {
  const listFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(listFile)) return false
  const present = JSON.parse(readFileSync(listFile, 'utf8')).packages
  const required = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(required).every(
    ([path, { version, optional, devOptional }]) =>
      !path.includes('node_modules/') || optional || devOptional || present[path]?.version === version,
  )
}

async function build(wanted, web) {
  for (const output of wanted) {
    const { entry } = programs[output]
    await whenStale(output, sourcesOf(output), async () => {
      print(`Building ${output}`)
      await bundle(entry, output)
    })
  }
  if (web) await Promise.all([buildWeb(), buildWorld().then(buildGazetteer)])
}

const buildGazetteer = () =>
  whenStale('dist/gazetteer.bin', gazetteerSources, async () => {
    await bundle('tools/gazetteer/build-gazetteer.ts', 'dist/tools/build-gazetteer.mjs')
    await withProgress('Indexing the towns of the world', process.execPath, [
      join(root, 'dist', 'tools', 'build-gazetteer.mjs'),
      join(root, 'dist', 'gazetteer.bin'),
    ])
  })

const buildWeb = () =>
  whenStale('dist/web/index.html', [...webSources, 'package-lock.json'], () =>
    withProgress('Building the web application', process.execPath, [
      ...[join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web'],
      ...['--outDir', join(root, 'dist', 'web'), '--emptyOutDir', '--logLevel', 'warn'],
    ]),
  )

const buildWorld = () =>
  whenStale('dist/world.pmtiles', worldSources, async () => {
    await bundle('tools/world/build-world.ts', 'dist/tools/build-world.mjs')
    await withProgress('Drawing the world map', process.execPath, [
      join(root, 'dist', 'tools', 'build-world.mjs'),
      join(root, 'dist', 'world.pmtiles'),
    ])
  })

/** Bundles the code of the workspace into one file; packages stay external. */
export async function bundle(entry, output) {
  const esbuild = await import('esbuild')
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: output,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup(setup) {
          setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@rumbo/') ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  // Otherwise the esbuild process would run as long as Rumbo.
  await esbuild.stop()
}

const stampOf = (output) => join(root, 'dist', `${output.replaceAll('/', '-')}.stamp`)

function isFresh(output, hash) {
  const stamp = stampOf(output)
  return existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/** The stamp is removed first and written last, so that a partial output never has one. */
async function whenStale(output, sources, work) {
  const hash = contentHash(sources)
  if (isFresh(output, hash)) return
  const stamp = stampOf(output)
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, hash)
}

const skipped = new Set(['node_modules', 'dist', 'boundaries', 'testing'])

export function contentHash(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    hash.update(path)
    hash.update(readFileSync(join(root, path)))
  }
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    ))
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) walk(`${folder}/${entry.name}`)
      } else if (!/\.test\.tsx?$/.test(entry.name)) add(`${folder}/${entry.name}`)
  }
  for (const path of paths) {
    if (/\.\w+$/.test(path)) add(path)
    else walk(path)
  }
  return hash.digest('hex')
}

/** Runs a program and prints its progress; prints its output only if it fails. */
export function withProgress(title, command, args, options = {}) {
  print(title)
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    if (child.pid !== undefined) recordChild(child.pid)
    let output = ''
    const append = (chunk) => {
      output = (output + chunk).slice(-20_000)
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    const ticking = setInterval(() => print(`${title}: ${seconds()} s`), 10_000)
    child.on('error', (error) => {
      clearInterval(ticking)
      reject(new Error(`${title} failed: ${error.message}`))
    })
    child.on('close', (code) => {
      clearInterval(ticking)
      if (code === 0) {
        if (seconds() > 0) print(`${title}: done in ${seconds()} s`)
        resolve()
      } else
        reject(new Error(`${output.trim()}\n\n${title} failed (exit code ${code}); its output is above.`))
    })
  })
}
