import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureNames, features, isLocked, tiers } from '@rumbo/contract/features'
import { allEndpoints } from '@rumbo/contract/index'
import { problemStatus } from '@rumbo/contract/problems.contract'
import { metricDefinitions } from '@rumbo/server/platform/metrics/definitions'
import { cruise } from 'dependency-cruiser'
import { cruiseOptions } from '../boundaries/rules.mjs'
import { isTest } from '../boundaries/sources.mjs'
import { operationsPage } from './operations.ts'

const root = new URL('../..', import.meta.url).pathname
const head = (title: string, source: string) =>
  `# ${title}\n\nGenerated from ${source} by \`npm run generate\`; not edited by hand.\n\n`
const table = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

function endpointList(): string {
  const rows = [...allEndpoints]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(({ name, method, path, access, summary, problems = [] }) => [
      `${method} /v1${path}`,
      name,
      access,
      summary,
      problems.map((code) => `${code} ${problemStatus[code]}`).join(', '),
    ])
  return `${head('Endpoints', 'the contract')}${table(['Call', 'Name', 'Access', 'What it does', 'Own problems'], rows)}\n`
}

function tableList(): string {
  const text = readFileSync(join(root, 'database/src/generated/rows.ts'), 'utf8')
  const tables = [...text.matchAll(/^ {2}'([a-z_.]+)': \{\n([\s\S]*?)^ {2}\}/gm)]
  const rows = tables.map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^ {4}(\w+):/gm)].map((match) => match[1]).join(', '),
  ])
  return `${head('Tables and views', 'the migrated database')}${table(['Table', 'Columns'], rows)}\n`
}

function factList(): string {
  const domains = readdirSync(join(root, 'server/src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const rows = domains.flatMap(({ name }) =>
    readdirSync(join(root, 'server/src', name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.facts.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(root, 'server/src', name, file), 'utf8')
        const kinds = new Set([...text.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map((match) => match[1] ?? ''))
        return [...kinds].sort().map((kind) => [kind, name])
      }),
  )
  return `${head('Facts', 'the `*.facts.ts` files')}${table(['Fact', 'Published by'], rows)}\n`
}

function tierList(): string {
  const rows = featureNames.map((feature) => [
    `\`${feature}\``,
    features[feature].category,
    ...tiers.map((tier) => (isLocked(feature, tier) ? '' : 'yes')),
  ])
  return `${head('Features by tier', '`contract/src/features.ts`')}${table(['Feature', 'Category', ...tiers], rows)}\n`
}

function metricList(): string {
  const rows = Object.entries(metricDefinitions)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { type, labels, scope, help }]) => [`\`${name}\``, type, labels.join(', '), scope, help])
  return `${head('Metrics', '`metrics.definitions.ts`')}${table(['Name', 'Type', 'Labels', 'Reported by each process or for the installation', 'Meaning'], rows)}\n`
}

async function importList(): Promise<string> {
  const { output } = await cruise(['server/src', 'web/src'], { ...cruiseOptions, baseDir: root })
  if (typeof output === 'string') throw new Error(output)
  const place = (path: string) => /^(server|web)\/src\/([^/.]+)\//.exec(path)?.slice(1, 3).join('/')
  const edges = new Map<string, Set<string>>()
  for (const { source, dependencies } of output.modules) {
    const from = place(source)
    if (!from || isTest(source)) continue
    for (const { resolved } of dependencies) {
      const to = place(resolved)
      if (to && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const rows = [...edges]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([from, to]) => [from, [...to].sort().join(', ')])
  return `${head('Imports between folders', 'the source')}${table(['Folder', 'Uses'], rows)}\n`
}

/** The generated documents by their path. */
export async function documents(): Promise<Record<string, string>> {
  return {
    'docs/generated/endpoints.md': endpointList(),
    'docs/generated/tables.md': tableList(),
    'docs/generated/facts.md': factList(),
    'docs/generated/tiers.md': tierList(),
    'docs/generated/metrics.md': metricList(),
    'docs/generated/imports.md': await importList(),
    'docs/operations.md': operationsPage(readFileSync(join(root, 'docs/operations.md'), 'utf8')),
  }
}

const current = await documents()
if (process.argv.includes('--check')) {
  const stale = Object.entries(current).filter(([path, text]) => {
    try {
      return readFileSync(join(root, path), 'utf8') !== text
    } catch {
      return true
    }
  })
  for (const [path] of stale) console.log(`generated-documents: ${path} is out of date; run npm run generate`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(join(root, 'docs/generated'), { recursive: true })
  for (const [path, text] of Object.entries(current)) writeFileSync(join(root, path), text)
}
