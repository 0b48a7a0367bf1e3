// What every command does first: the right Node, the packages of the lock file, fresh programs. Needs no package.
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

export const serverSources = ['contract', 'protocols', 'geo', 'gateway', 'server', 'database', 'i18n']
const programs = {
  'dist/server/main.mjs': { entry: 'server/src/main.ts', sources: serverSources },
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
const webSources = ['contract', 'i18n', 'geo', 'web']
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
export function print(sentence) {
  console.log(`  ${sentence}`)
}

/** Ends the command with a sentence for whoever typed it. */
export function refuse(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/**
 * @param {{ programs?: string[], web?: boolean }} wanted built programs by their paths, and whether the web and the
 *   world map it shows
 */
export async function prepare({ programs: wanted = [], web = false } = {}) {
  requireNode()
  // Nothing is written where nothing is to be done: a built tree may belong to root and be read-only.
  if (isReady(wanted, web)) return
  await prepareLocked(async () => {
    await install()
    await build(wanted, web)
  })
}

/** Does work on the project's folders that no other command may do at the same time. */
export async function prepareLocked(work) {
  const release = await alone()
  try {
    await work()
  } catch (error) {
    release()
    refuse(error.message)
  }
  release()
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  refuse(
    `Rumbo needs Node ${oldestNode.join('.')} or later, and this is Node ${process.versions.node}; install a newer one.`,
  )
}

/** Whether packages and everything wanted are there and fresh. */
function isReady(wanted, web) {
  return (
    isInstalled() &&
    wanted.every((output) => isFresh(output, contentHash(sourcesOf(output)))) &&
    (!web || webOutputs.every(([output, sources]) => isFresh(output, contentHash(sources))))
  )
}

const lock = join(root, '.cache', 'prepare.lock')

/** Two commands at a time on a fresh clone would install over each other. */
async function alone() {
  const draft = `${lock}.${process.pid}`
  for (let isFirst = true; ; isFirst = false) {
    try {
      mkdirSync(join(root, '.cache'), { recursive: true })
      // Linked, not written in place: a start that is killed here leaves no lock without an owner.
      writeFileSync(draft, JSON.stringify({ ...markOf(process.pid), children: [] }))
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
        refuse(
          `The project folder ${root} cannot be written (${error.code}), and something in it is not installed or built: run "npm run build" there as the user it belongs to.`,
        )
    }
    const holder = readLock(lock)
    if (holder === null || !lives(holder)) removeStale()
    else if (isFirst) print('Waiting for another command that installs or builds')
    await pause(200)
  }
}

/** Null where there is none, or none that can be read. */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Ends what a killed command had started: else it would go on writing over the next one's work. */
function removeStale() {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
    const holder = readLock(aside)
    // Another waiting command was quicker, and this is its lock.
    if (holder && lives(holder)) return linkSync(aside, lock)
    for (const child of holder?.children ?? [])
      if (lives(child)) {
        process.kill(child.pid, 'SIGKILL')
        print(`A program of an earlier, killed command (${child.pid}) was still running; it was ended`)
      }
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Notes a started program in the lock, for the next command should this one be killed. */
function adopt(pid) {
  const held = readLock(lock)
  if (held?.pid !== process.pid) return
  held.children = [...held.children.filter(lives), markOf(pid)]
  writeFileSync(`${lock}.${process.pid}`, JSON.stringify(held))
  renameSync(`${lock}.${process.pid}`, lock)
}

/** A process that can be told from a later one with the same number. */
const markOf = (pid) => ({ pid, born: birthOf(pid) })
const lives = ({ pid, born }) => isAlive(pid) && birthOf(pid) === born

/** When the process began, in the system's own words (Linux; elsewhere the number alone has to do). */
function birthOf(pid) {
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

/** Whether what lies in node_modules is what the lock file says, whoever put it there. */
function isInstalled() {
  const listFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(listFile)) return false
  const present = JSON.parse(readFileSync(listFile, 'utf8')).packages
  const due = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(due).every(
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

/** Everything of the workspace in one file, the packages outside it. */
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
  // Its process would else stay as long as Rumbo runs.
  await esbuild.stop()
}

const stampOf = (output) => join(root, 'dist', `${output.replaceAll('/', '-')}.stamp`)

function isFresh(output, hash) {
  const stamp = stampOf(output)
  return existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/** The stamp comes last and goes first: output that a killed command left half-written has none. */
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

/** Runs a program, with a line every few seconds; its own words are shown only if it fails. */
export function withProgress(sentence, command, args, options = {}) {
  print(sentence)
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    if (child.pid !== undefined) adopt(child.pid)
    let said = ''
    const listen = (chunk) => {
      said = (said + chunk).slice(-20_000)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const ticking = setInterval(() => print(`${sentence}: ${seconds()} s`), 10_000)
    child.on('error', (error) => {
      clearInterval(ticking)
      reject(new Error(`${sentence} failed: ${error.message}`))
    })
    child.on('close', (code) => {
      clearInterval(ticking)
      if (code === 0) {
        if (seconds() > 0) print(`${sentence}: done in ${seconds()} s`)
        resolve()
      } else
        reject(
          new Error(`${said.trim()}\n\n${sentence} failed (exit code ${code}); the reason stands above.`),
        )
    })
  })
}
