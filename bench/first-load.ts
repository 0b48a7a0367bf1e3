import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { atMost, recorded, report } from './harness/report.ts'

// JavaScript a browser loads before a page works: the entry, what the page adds, and all they import. The map itself
// (its own chunk) comes while the page is already in use.
const web = join(projectRoot(), 'dist', 'web')
const spanish = '../i18n/src/es/first.ts'
const pages = {
  login: ['index.html', spanish, 'src/screens/auth-login/LoginScreen.tsx'],
  map: ['index.html', spanish, 'src/app/shell/Shell.tsx', 'src/screens/map/MapScreen.tsx'],
}
/** The customer's page has an entry of its own, and counts with its style sheets. */
const tracking = ['track.html']
const mapChunk = 'src/map/MapCanvas.tsx'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** The JavaScript files of these chunks and of everything they import at once. */
function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk ${name}; correct the list of what the pages load.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(chunk.imports ?? [], found)
  }
  return found
}

const stylesOf = (names: readonly string[]) => names.flatMap((name) => manifest[name]?.css ?? [])

const kilobytesOf = (files: Iterable<string>) =>
  [...files]
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(web, file)), { level: 9 }).length, 0) / 1000

const login = filesOf(pages.login)
const map = filesOf(pages.map)
const mapAfter = [...filesOf([mapChunk])].filter((file) => !map.has(file))
report('first-load', {
  'login page': atMost(kilobytesOf(login), 'kB gzipped', 250),
  'login page, files': recorded(login.size, 'files'),
  'map page, before the map chunk': atMost(kilobytesOf(map), 'kB gzipped', 250),
  'map page, files': recorded(map.size, 'files'),
  'tracking page': atMost(kilobytesOf([...filesOf(tracking), ...stylesOf(tracking)]), 'kB gzipped', 150),
  'the map chunk': recorded(kilobytesOf(mapAfter), 'kB gzipped'),
})
for (const file of map)
  if (kilobytesOf([file]) >= 5) console.log(`${kilobytesOf([file]).toFixed(1).padStart(8)} kB  ${file}`)
