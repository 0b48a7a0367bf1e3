import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { mayUse, testPath } from './domains.mjs'
import { findRefWrites } from './ref-writes.mjs'

const skipped = new Set(['node_modules', 'dist', 'generated', '.data'])

/** @returns {string[]} paths below `folder`, with `/`, relative to `root` */
export function filesIn(root, folder) {
  const found = []
  const visit = (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory() && !skipped.has(entry.name)) visit(join(directory, entry.name))
      else if (entry.isFile()) found.push(relative(root, join(directory, entry.name)).split(sep).join('/'))
    }
  }
  try {
    visit(join(root, folder))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return found
}

const testPattern = new RegExp(testPath)
export const isTest = (path) => testPattern.test(path)
const lineOf = (text, index) => text.slice(0, index).split('\n').length

/** Raw colours are allowed in tokens.ts only. */
function rawColours(path, text) {
  if (!path.startsWith('web/src/') || path === 'web/src/ui/theme/tokens.ts' || isTest(path)) return []
  return [
    ...text.matchAll(/(?<![\w&/])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|\b(?:rgb|hsl)a?\(/g),
  ].map((match) => `no-raw-colour: ${path}:${lineOf(text, match.index)} ${match[0]}`)
}

const textAttributes = new Set([
  'label',
  'placeholder',
  'title',
  'alt',
  'aria-label',
  'aria-description',
  'helperText',
])
/** The names of the product and of keys are the same in every language. */
const sameEverywhere = /\b(Rumbo|Ctrl|Alt|Esc|Enter)\b/g
const hasWord = (text) => /\p{L}{2,}/u.test(text.replace(sameEverywhere, ''))

/** Texts for users come from i18n. */
function untranslatedTexts(path, text) {
  if (!path.startsWith('web/src/') || !path.endsWith('.tsx') || isTest(path)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  const found = []
  const visit = (node) => {
    const isShown =
      (ts.isJsxText(node) && hasWord(node.text)) ||
      (ts.isJsxAttribute(node) &&
        textAttributes.has(node.name.getText(source)) &&
        node.initializer !== undefined &&
        ts.isStringLiteral(node.initializer) &&
        hasWord(node.initializer.text))
    if (isShown)
      found.push(
        `no-untranslated-text: ${path}:${lineOf(text, node.getStart(source))} ${node.getText(source).trim().slice(0, 60)}`,
      )
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const writes =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"]([a-z]+)\.|\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?([a-z]+)\.[a-z_]+/gi

/** A repository writes only tables of its own domain: each domain has one PostgreSQL schema. */
function foreignWrites(path, text) {
  const owner = /^server\/src\/([a-z]+)\//.exec(path)?.[1]
  if (!owner || isTest(path)) return []
  const schemas = new Set([...Object.keys(mayUse), 'platform'])
  return [...text.matchAll(writes)]
    .map((match) => ({ schema: (match[1] ?? match[2]).toLowerCase(), index: match.index }))
    .filter(({ schema }) => schemas.has(schema) && schema !== owner)
    .map(({ schema, index }) => `writes-own-tables-only: ${path}:${lineOf(text, index)} writes ${schema}`)
}

const builders = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(\s*['"]|\btx\.sql[<(]/g

/** SQL lives in repositories. */
function sqlOutsideRepositories(path, text) {
  const domain = /^server\/src\/([a-z]+)\//.exec(path)?.[1]
  if (!domain || !(domain in mayUse) || isTest(path) || /[.]repository[.]ts$/.test(path)) return []
  return [...text.matchAll(builders)].map(
    (match) => `sql-lives-in-repositories: ${path}:${lineOf(text, match.index)}`,
  )
}

/** Refs are written in effects and event handlers, not while a component renders. */
function refWritesInRender(path, text) {
  if (!path.startsWith('web/src/') || isTest(path)) return []
  const found = findRefWrites(path, text)
  return found.map(({ line, name }) => `no-ref-write-in-render: ${path}:${line} ${name}`)
}

/** Where the parts of dialogs are used directly: below the guard itself, and where nothing typed can be lost. */
const mayUseDialogParts = [
  /^web\/src\/ui\/dialogs\//,
  // The menu and the settings of the page: saved at once.
  /^web\/src\/app\/shell\/(Shell|Customizer|SessionExpiredDialog)[.]tsx$/,
  // A search.
  /^web\/src\/app\/palette\/CommandPalette[.]tsx$/,
  // The detail of the chosen node, on a phone.
  /^web\/src\/screens\/company-tree\/CompanyTreeScreen[.]tsx$/,
]

/** Dialogs are built on GuardedDialog or RecordCard, which ask before they discard what is typed. */
function unguardedDialogs(path, text) {
  if (!path.startsWith('web/src/') || isTest(path) || mayUseDialogParts.some((known) => known.test(path)))
    return []
  return [...text.matchAll(/['"]@mui\/material\/(Dialog|Drawer|SwipeableDrawer|Modal)['"]/g)].map(
    (match) => `dialogs-are-guarded: ${path}:${lineOf(text, match.index)} ${match[1]}`,
  )
}

const sourceRules = [
  rawColours,
  untranslatedTexts,
  foreignWrites,
  sqlOutsideRepositories,
  refWritesInRender,
  unguardedDialogs,
]

/**
 * Violations of the rules about the content of source files, one line each.
 * @param {string} root the tree's root
 * @returns {string[]}
 */
export function findSourceViolations(root) {
  return ['web/src', 'server/src']
    .flatMap((folder) => filesIn(root, folder))
    .filter((path) => /[.]tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return sourceRules.flatMap((rule) => rule(path, text))
    })
}

/** Folders generated by commands: files that documents cite there may not exist yet. */
const generatedFolders = ['.bench', '.cache', 'dist']

/**
 * Paths that documents cite in backticks or links and that do not exist.
 * @param {string} root the tree's root
 * @param {readonly string[]} documents their paths
 * @param {(path: string) => boolean} exists
 */
export function findDeadPaths(root, documents, exists) {
  return documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`|\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => ({ cited: match[1] ?? match[2], isLink: match[2] !== undefined, index: match.index }))
      .filter(({ cited, isLink }) => {
        if (isLink) return !exists(join(document, '..', cited))
        const [top] = cited.split('/')
        return exists(top) && top !== '..' && !generatedFolders.includes(top) && !exists(cited)
      })
      .map(({ cited, index }) => `cited-paths-exist: ${document}:${lineOf(text, index)} ${cited}`)
  })
}
