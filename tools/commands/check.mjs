// npm run check: format and lint, types, boundaries, cited paths, generated documents, migrations; no database.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare } from '../prepare/prepare.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sourceFolders = [
  'contract',
  'protocols',
  'geo',
  'optimizer',
  'planning',
  'gateway',
  'server',
  'database',
  'web',
  'i18n',
  'simulator',
  'tools',
  'e2e',
  'bench',
]

/** @returns {Promise<string[]>} the output of the program if it fails, else nothing */
function failingLines(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.on('data', (chunk) => {
      text += chunk
    })
    child.on('close', (code) => resolve(code === 0 ? [] : [text.trim() || `ended with ${code}`]))
  })
}

function documentsIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** Each check returns its violations; none means success. */
export const checks = [
  {
    name: 'format and lint',
    run: () =>
      failingLines([
        'node_modules/@biomejs/biome/bin/biome',
        'ci',
        '--colors=off',
        '--max-diagnostics=50',
        '.',
      ]),
  },
  {
    name: 'types',
    run: () => failingLines(['node_modules/typescript-native/lib/tsc.js', '--noEmit', '-p', 'tsconfig.json']),
  },
  {
    name: 'import boundaries',
    run: async () =>
      (await (await import('../boundaries/imports.mjs')).findImportViolations(root, sourceFolders)).sentences,
  },
  {
    name: 'source boundaries',
    run: async () => (await import('../boundaries/sources.mjs')).findSourceViolations(root),
  },
  {
    name: 'literal spreads',
    run: async () => (await import('../boundaries/literal-spreads.mjs')).findLiteralSpreadsIn(root),
  },
  {
    name: 'words of the glossary',
    run: async () => (await import('../boundaries/words.mjs')).findReplacedWordsIn(root, sourceFolders),
  },
  {
    name: 'unused code',
    run: () => failingLines(['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints']),
  },
  {
    name: 'size of folders and screens',
    run: async () => (await import('../boundaries/layout.mjs')).findLayoutViolations(root),
  },
  {
    name: 'cited paths',
    run: async () =>
      (await import('../boundaries/sources.mjs')).findDeadPaths(
        root,
        ['README.md', ...documentsIn('docs')],
        (path) => existsSync(join(root, path)),
      ),
  },
  {
    name: 'published migrations',
    run: () => failingLines(['--import', 'tsx', 'tools/generate/migration-list.ts', '--check']),
  },
  {
    name: 'generated documents',
    run: () => failingLines(['--import', 'tsx', 'tools/generate/documents.ts', '--check']),
  },
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await prepare()
  let failed = 0
  for (const { name, run } of checks) {
    const sentences = await run()
    console.log(`${sentences.length === 0 ? 'ok    ' : 'failed'} ${name}`)
    for (const sentence of sentences) console.log(`       ${sentence.replaceAll('\n', '\n       ')}`)
    if (sentences.length > 0) failed += 1
  }
  console.log(`${checks.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
