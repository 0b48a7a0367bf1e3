// What every command does first: the right Node, the packages of the lock file, fresh programs. Needs no package.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
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
    entry: 'tools/start-demo.ts',
    sources: [...serverSources, 'simulator', 'tools'],
  },
  'dist/tools/serve.mjs': { entry: 'tools/serve.ts', sources: [...serverSources, 'tools'] },
  'dist/server/region-builder.mjs': { entry: 'server/src/region-builder.ts', sources: serverSources },
  'dist/server/workbook-reader.mjs': { entry: 'server/src/workbook-reader.ts', sources: serverSources },
  'dist/tools/region.mjs': { entry: 'tools/region.ts', sources: [...serverSources, 'tools'] },
  'dist/tools/decode-again.mjs': { entry: 'tools/decode-again.ts', sources: [...serverSources, 'tools'] },
  'dist/tools/admin.mjs': { entry: 'tools/admin/admin.ts', sources: [...serverSources, 'tools'] },
  'dist/tools/keep.mjs': { entry: 'tools/keep.ts', sources: [...serverSources, 'tools'] },
}
export const allPrograms = Object.keys(programs)
const webSources = ['contract', 'i18n', 'geo', 'web']
const worldSources = [
  'tools/world',
  'geo/src/date-line.ts',
  'server/src/places/places.tiles.archive.ts',
  'server/src/places/places.tiles.encode.ts',
  'package-lock.json',
]
const gazetteerSources = [
  'tools/gazetteer',
  'tools/world/cities.ts',
  'tools/world/spanish-names.ts',
  'server/src/places/places.gazetteer.build.ts',
  'geo/src/place-index-file.ts',
  'geo/src/place-index-text.ts',
  'geo/src/place-index-words.ts',
  'package-lock.json',
]

/** Says on standard output what goes on. */
export function tell(sentence) {
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
  const release = await alone()
  try {
    await install()
    await build(wanted, web)
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

/** Two commands at a time on a fresh clone would install over each other. */
async function alone() {
  const lock = join(root, '.cache', 'prepare.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      const release = () => rmSync(lock, { force: true })
      process.once('exit', release)
      return () => {
        process.off('exit', release)
        release()
      }
    } catch (error) {
      if (error.code !== 'EEXIST')
        refuse(`The project folder ${root} cannot be written (${error.code}); make it writable.`)
    }
    const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0)
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
    else if (isFirst) tell('Waiting for another command that installs or builds')
    await pause(200)
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
  const stamp = join(root, 'node_modules', '.rumbo-lock')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled()) {
    const npm = process.env.npm_execpath?.endsWith('.js')
      ? [process.execPath, [process.env.npm_execpath]]
      : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
    const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    await withProgress('Installing packages', npm[0], [...npm[1], ...flags])
  }
  writeFileSync(stamp, wanted)
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
    const { entry, sources } = programs[output]
    await whenStale(output, [...sources, 'tools/prepare.mjs', 'package-lock.json'], async () => {
      tell(`Building ${output}`)
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

async function whenStale(output, sources, work) {
  const stamp = join(root, 'dist', `${output.replaceAll('/', '-')}.stamp`)
  const wanted = contentHash(sources)
  if (existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
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
  tell(sentence)
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let said = ''
    const listen = (chunk) => {
      said = (said + chunk).slice(-20_000)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const ticking = setInterval(() => tell(`${sentence}: ${seconds()} s`), 10_000)
    child.on('error', (error) => {
      clearInterval(ticking)
      reject(new Error(`${sentence} failed: ${error.message}`))
    })
    child.on('close', (code) => {
      clearInterval(ticking)
      if (code === 0) {
        if (seconds() > 0) tell(`${sentence}: done in ${seconds()} s`)
        resolve()
      } else
        reject(
          new Error(`${said.trim()}\n\n${sentence} failed (exit code ${code}); the reason stands above.`),
        )
    })
  })
}
