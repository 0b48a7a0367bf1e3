import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mayUse, serverFrame, webFrame, webMayUse } from './domains.mjs'
import { findImportViolations } from './imports.mjs'
import { findLayoutViolations } from './layout.mjs'
import { importRules } from './rules.mjs'
import { findDeadPaths, findSourceViolations } from './sources.mjs'
import { findReplacedWords } from './words.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rumbo-boundaries-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function plant(files: Record<string, string>, into = root) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), text)
  }
}

const folders = [
  'contract',
  'protocols',
  'geo',
  'optimizer',
  'planning',
  'i18n',
  'gateway',
  'server',
  'database',
  'web',
  'simulator',
  'tools',
]
async function importViolations(files: Record<string, string>, into = root): Promise<string[]> {
  plant(files, into)
  for (const folder of folders) mkdirSync(join(into, folder), { recursive: true })
  return (await findImportViolations(into, folders)).sentences
}
async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const sentences = await importViolations(files)
  return [...new Set(sentences.map((sentence) => sentence.split(':')[0] ?? ''))]
}

const value = 'export const value = 1\n'
const using = (path: string) => `import { value } from '${path}'\nexport const used = value\n`

/** One violation per rule; every rule of rules.mjs must have one here. */
const planted: Record<string, Record<string, string>> = {
  'every-import-resolves': { 'server/src/main.ts': using('./gone.ts') },
  'no-cycles': {
    'geo/src/a.ts': using('./b.ts'),
    'geo/src/b.ts': `${using('./a.ts').replace('used', 'value')}`,
  },
  'enter-a-domain-by-its-index': {
    'server/src/services/services.actions.ts': using('../vehicles/files/index.ts'),
    'server/src/vehicles/files/index.ts': value,
  },
  'endpoints-do-not-touch-tables': {
    'server/src/vehicles/vehicles.endpoints.ts': using('./vehicles.repository.ts'),
    'server/src/vehicles/vehicles.repository.ts': value,
  },
  'rules-are-pure': {
    'server/src/vehicles/vehicles.rules.ts': using('../platform/clock.ts'),
    'server/src/platform/clock.ts': value,
  },
  'rules-use-no-io': {
    'server/src/vehicles/vehicles.rules.ts':
      "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n",
  },
  'pure-packages-use-no-core': {
    'geo/src/hash.ts': "import { createHash } from 'node:crypto'\nexport const hash = createHash\n",
  },
  'factories-serve-tests-and-demo-only': {
    'server/src/vehicles/vehicles.actions.ts': using('./vehicles.factory.ts'),
    'server/src/vehicles/vehicles.factory.ts': value,
  },
  'platform-knows-no-domain': {
    'server/src/platform/live.ts': using('../vehicles/index.ts'),
    'server/src/vehicles/index.ts': value,
  },
  'only-assembly-sees-all': {
    'server/src/vehicles/vehicles.actions.ts': using('../assembly/wiring.ts'),
    'server/src/assembly/wiring.ts': value,
  },
  'only-platform-opens-connections': {
    'server/src/vehicles/vehicles.repository.ts':
      "import { createServer } from 'node:net'\nexport const open = createServer\n",
  },
  'web-never-imports-server': {
    'web/src/app/app.ts': using('../../../server/src/main.ts'),
    'server/src/main.ts': value,
  },
  'server-side-never-imports-web': {
    'server/src/main.ts': using('../../web/src/app.ts'),
    'web/src/app.ts': value,
  },
  'pure-packages-stand-alone': {
    'contract/src/access.ts': using('../../server/src/main.ts'),
    'server/src/main.ts': value,
  },
  'gateway-knows-no-server': {
    'gateway/src/index.ts': using('../../server/src/main.ts'),
    'server/src/main.ts': value,
  },
  'simulator-knows-no-server': {
    'simulator/src/index.ts': using('../../server/src/main.ts'),
    'server/src/main.ts': value,
  },
  'product-never-imports-tools': {
    'server/src/main.ts': using('../../tools/demo/index.ts'),
    'tools/demo/index.ts': value,
  },
  'ui-stands-alone': { 'web/src/ui/Button.ts': using('../vehicles/x.ts'), 'web/src/vehicles/x.ts': value },
  'screens-are-leaves': {
    'web/src/app/shell/Shell.ts': using('../../screens/map/y.ts'),
    'web/src/screens/map/y.ts': value,
  },
  'screens-stand-alone': {
    'web/src/screens/history/x.ts': using('../map/y.ts'),
    'web/src/screens/map/y.ts': value,
  },
  'assembly-loads-lazily': {
    'web/src/app/navigation/screens.ts': using('../../screens/map/y.ts'),
    'web/src/screens/map/y.ts': value,
  },
}

/** A row for each folder, with a folder that it may not use. */
const forbiddenUses = [
  ...Object.keys(mayUse).map((folder) => ({ side: 'server', folder, other: 'monitoring' })),
  ...[...Object.keys(webFrame), ...Object.keys(webMayUse)].map((folder) => ({
    side: 'web',
    folder,
    other: 'control-panel',
  })),
].map((one) => (one.folder === one.other ? { ...one, other: 'watchpoints' } : one))

describe('import rules', () => {
  it.each(Object.keys(planted))('%s catches its violation', async (rule) => {
    expect(await brokenRules(planted[rule] ?? {})).toContain(rule)
  })

  describe('of folders', () => {
    let sentences: readonly string[]
    // One tree for all rows: resolving the imports of a tree takes 200 ms.
    beforeAll(async () => {
      const tree = mkdtempSync(join(tmpdir(), 'rumbo-boundaries-'))
      const files = forbiddenUses.flatMap(({ side, folder, other }) => [
        [`${side}/src/${folder}/a.ts`, using(`${folder.replace(/[^/]+/g, '..')}/${other}/index.ts`)],
        [`${side}/src/${other}/index.ts`, value],
      ])
      sentences = await importViolations(Object.fromEntries(files), tree)
      rmSync(tree, { recursive: true })
    })

    it.each(forbiddenUses)(
      '$folder of the $side uses only the folders in its row',
      ({ side, folder, other }) => {
        const rule = `${side}-${folder.replace('/', '-')}-uses-only-its-row`
        const broken = sentences.filter((sentence) => sentence.startsWith(`${rule}:`))
        expect(broken).toEqual([expect.stringContaining(`${side}/src/${folder}/a.ts`)])
        expect(broken[0]).toContain(`${side}/src/${other}/index.ts`)
      },
    )
  })

  it('lets the table of screens load them lazily, and no file beside it', async () => {
    const lazily = "export const load = () => import('../../screens/map/y.ts')\n"
    const screen = { 'web/src/screens/map/y.ts': value }
    expect(await brokenRules({ ...screen, 'web/src/app/navigation/screens.ts': lazily })).toEqual([])
    expect(await brokenRules({ 'web/src/app/navigation/screens.test.ts': lazily })).toEqual([
      'screens-are-leaves',
    ])
  })

  it('follows imports by workspace name', async () => {
    plant({
      'server/package.json':
        '{ "name": "@rumbo/server", "type": "module", "exports": { "./*": "./src/*.ts" } }',
      'server/src/main.ts': value,
      'web/src/app.ts': using('@rumbo/server/main'),
    })
    mkdirSync(join(root, 'node_modules/@rumbo'), { recursive: true })
    symlinkSync(join(root, 'server'), join(root, 'node_modules/@rumbo/server'))
    expect(await brokenRules({})).toEqual(['web-never-imports-server'])
  })

  it('lets an allowed import pass', async () => {
    expect(
      await brokenRules({
        'server/src/services/a.ts': using('../vehicles/index.ts'),
        'server/src/vehicles/index.ts': value,
      }),
    ).toEqual([])
  })

  it('applies inside folders of a domain, whose own index is not an entry point', async () => {
    expect(
      await brokenRules({
        'server/src/telemetry/history/a.ts': using('../../places/roads/index.ts'),
        'server/src/places/roads/index.ts': using('../index.ts'),
        'server/src/places/index.ts': value,
      }),
    ).toEqual(['enter-a-domain-by-its-index'])
  })

  it('has a planted violation for every rule', () => {
    const perFolder = forbiddenUses.map(
      ({ side, folder }) => `${side}-${folder.replace('/', '-')}-uses-only-its-row`,
    )
    expect(importRules.map((rule) => rule.name).sort()).toEqual(
      [...Object.keys(planted), ...perFolder].sort(),
    )
  })
})

describe('the tables of folders', () => {
  const foldersIn = (path: string) =>
    readdirSync(new URL(`../../${path}/`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  const top = (rows: object) => Object.keys(rows).filter((folder) => !folder.includes('/'))

  it('name every folder of the server and no others', () => {
    expect([...Object.keys(mayUse), ...serverFrame].sort()).toEqual(foldersIn('server/src'))
  })

  it('name every folder of the web and no others', () => {
    expect([...top(webFrame), ...top(webMayUse), 'screens'].sort()).toEqual(foldersIn('web/src'))
    for (const folder of Object.keys(webMayUse))
      expect(existsSync(new URL(`../../web/src/${folder}/`, import.meta.url)), folder).toBe(true)
  })

  it('name only folders that have a row', () => {
    const rows = { ...mayUse, ...webFrame, ...webMayUse }
    const used = [mayUse, webFrame, webMayUse].flatMap((table) => Object.values(table).flat())
    expect(used.filter((folder) => !(folder in rows))).toEqual([])
  })
})

describe('source rules', () => {
  const found = (files: Record<string, string>) => {
    plant(files)
    return findSourceViolations(root)
  }

  it('refuses a raw colour outside the tokens', () => {
    const text = "export const colour = '#FA896B'\n"
    expect(found({ 'web/src/ui/theme/tokens.ts': text, 'web/src/map/style.ts': text })).toEqual([
      'no-raw-colour: web/src/map/style.ts:1 #FA896B',
    ])
  })

  it('refuses text that is not translated', () => {
    const text = "export const Title = () => <h1 title='Mapa'>Hola {1}</h1>\n"
    expect(found({ 'web/src/ui/Title.tsx': text })).toHaveLength(2)
    expect(
      found({ 'web/src/ui/Title.tsx': 'export const Title = () => <h1>{t("map.title")} · 4</h1>\n' }),
    ).toEqual([])
  })

  it('refuses a ref that is written while its component renders', () => {
    const hook = (body: string) =>
      `import { useEffect, useMemo, useRef } from 'react'\nexport function useX(x: number) {\n  const latest = useRef(x)\n${body}\n}\n`
    expect(found({ 'web/src/ui/use-x.ts': hook('  latest.current = x') })).toEqual([
      'no-ref-write-in-render: web/src/ui/use-x.ts:4 latest',
    ])
    expect(
      found({ 'web/src/ui/use-x.ts': hook('  useMemo(() => (latest.current += 1), [x])') }),
    ).toHaveLength(1)
    expect(
      found({ 'web/src/ui/use-x.ts': hook('  useEffect(() => {\n    latest.current = x\n  })') }),
    ).toEqual([])
  })

  it('refuses a dialog without the guard', () => {
    const text = "import Dialog from '@mui/material/Dialog'\n"
    expect(found({ 'web/src/ui/dialogs/GuardedDialog.tsx': text })).toEqual([])
    expect(found({ 'web/src/services/NoteDialog.tsx': text })).toEqual([
      'dialogs-are-guarded: web/src/services/NoteDialog.tsx:1 Dialog',
    ])
  })

  it('refuses a write to another domain’s table', () => {
    const text = "tx.run(query.updateTable('vehicles.vehicles'))\ntx.sql('delete from services.stops')\n"
    expect(found({ 'server/src/services/services.repository.ts': text })).toEqual([
      'writes-own-tables-only: server/src/services/services.repository.ts:1 writes vehicles',
    ])
  })

  it('refuses SQL outside a repository', () => {
    const text = "tx.run(query.updateTable('services.services'))\n"
    expect(found({ 'server/src/services/services.actions.ts': text })).toEqual([
      'sql-lives-in-repositories: server/src/services/services.actions.ts:1',
    ])
  })

  it('finds cited paths that do not exist', () => {
    plant({
      'docs/a.md': 'See `server/src/gone.ts`, `server/src/main.ts`, `.bench/made.json` and [b](b.md).',
      'server/src/main.ts': value,
    })
    const exists = (path: string) => ['server', 'server/src/main.ts', 'docs', '.bench'].includes(path)
    expect(findDeadPaths(root, ['docs/a.md'], exists)).toEqual(
      ['cited-paths-exist: docs/a.md:1 server/src/gone.ts', 'cited-paths-exist: docs/a.md:1 docs/b.md'].map(
        (s) => s.replace(' docs/b.md', ' b.md'),
      ),
    )
  })
})

describe('layout rules', () => {
  const files = (folder: string, count: number, suffix = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}${suffix}`, '']))

  it('allow thirty files in a folder, not counting tests', () => {
    plant({ ...files('server/src/vehicles', 30), ...files('server/src/vehicles', 5, '.test.ts') })
    expect(findLayoutViolations(root)).toEqual([])
    plant({ 'server/src/vehicles/one-more.ts': '' })
    expect(findLayoutViolations(root)).toEqual(['folder-size: server/src/vehicles has 31 files; at most 30'])
  })

  it('allow screens below 250 lines, and 11,000 lines in total', () => {
    plant({ 'web/src/screens/fleet/FleetScreen.tsx': '\n'.repeat(249) })
    expect(findLayoutViolations(root)).toEqual([])
    plant({
      'web/src/screens/fleet/FleetScreen.tsx': '\n'.repeat(250),
      'web/src/screens/fleet/FleetScreen.test.tsx': '\n'.repeat(10_750),
    })
    expect(findLayoutViolations(root)).toEqual([
      'screen-size: web/src/screens/fleet/FleetScreen.tsx has 250 lines; below 250',
      'screens-size: web/src/screens has 11000 lines; below 11000',
    ])
  })
})

describe('words of the glossary', () => {
  const wordsIn = (text: string, path = 'server/src/vehicles/vehicles.rules.ts') =>
    findReplacedWords(path, text).map((sentence) => /"(.+?)"/.exec(sentence)?.[1])

  it('finds replaced words in identifiers, comments, sentences and markup', () => {
    expect(wordsIn('export const tellFleet = 1')).toEqual(['tellFleet'])
    expect(wordsIn('/** Whoever asks. */\nexport const one = 1 // it is told')).toEqual(['Whoever', 'told'])
    expect(wordsIn("it('the stranger waits', () => {})")).toEqual(['stranger'])
    expect(wordsIn("log(`the door is open`, ['the', 'voice'])")).toEqual(['door'])
    expect(wordsIn('export const a = <UnitRow />', 'web/src/map/a.tsx')).toEqual(['UnitRow'])
  })

  it('leaves standard words, parts of words and the texts of users alone', () => {
    expect(wordsIn("export const broadcast = 'castle'\nexport const background = intelligence")).toEqual([])
    expect(wordsIn("export const es = { a: 'Tell us' }", 'i18n/src/en/identity.users.ts')).toEqual([])
  })
})
