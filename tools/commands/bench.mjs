// npm run bench -- <name>: runs one benchmark, prints a table and writes .bench/<name>.json.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallBrowser } from '../prepare/browser.mjs'
import { allPrograms, fail, prepare, root } from '../prepare/prepare.mjs'

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
/** These need a browser. */
const inBrowser = [
  'company-tree',
  'history-day',
  'live-map',
  'live-positions',
  'notifications',
  'planning-screen',
  'users',
]
/** These run from sources, without a build. */
const ofSources = [
  'address-search',
  'arrivals-at-stops',
  'decoders',
  'dispatch',
  'dispatch-day',
  'dispatch-scale',
  'flapping',
  'fuzz',
  'geofences',
  'history-storage',
  'live-state',
  'places',
  'plan-edit',
  'planning-run',
  'region-pack',
  'repositioning',
  'roads',
]
const [name, ...options] = process.argv.slice(2)

if (!name) {
  console.log(`npm run bench -- <name>\n\n${names.map((each) => `  ${each}`).join('\n')}`)
} else if (!names.includes(name)) {
  fail(`Unknown benchmark: ${name}. Known: ${names.join(', ')}.`)
} else {
  if (!ofSources.includes(name)) await prepare({ programs: allPrograms, web: true })
  const browser = inBrowser.includes(name)
    ? await findOrInstallBrowser().catch((error) => fail(error.message))
    : {}
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'bench', `${name}.ts`), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...browser },
  })
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}
