// Finds words that docs/GLOSSARY.md replaces by standard terms, in identifiers, comments and sentences of the code.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * Replaced words with the term to use instead; all forms of a word are listed, because "cast" is also a part of
 * "castle".
 */
export const replacedWords = new Map(
  Object.entries({
    'tell tells told telling': 'log, print, emit, notify or show',
    'surroundings surrounding': 'dependencies, options or cell info',
    'door doors': 'sign-in or entry point',
    cast: 'fixtures',
    'stage stages': 'harness, set-up or phase',
    'voice voices': 'device client',
    'sighting sightings': 'report context',
    news: 'effects, updates or changes',
    'deed deeds': 'action',
    ground: 'basemap',
    'deaf finger fingers desk': 'a literal description',
    'stranger strangers': 'unknown device',
    'spoke spoken hears heard': 'sent, received or read',
    whoever: 'the caller, the reader, "those who"',
    'ere lest thereof wherein': 'a plain conjunction',
  }).flatMap(([words, term]) => words.split(' ').map((word) => [word, term])),
)

/** Compared as whole identifiers, because their words are common elsewhere. */
const replacedIdentifiers = [
  [/^keepHouse$/, 'runMaintenance'],
  [/^untilItHolds$/, 'retryUntilCommitted'],
  [/^inTurns?$|^turns$/, 'limit or semaphore'],
  [/^Unit[A-Z]|^unit(Row|List|Panel|Popup|Tile|Board|Table)/, 'vehicle'],
  [/(^b|B)oard$|^board[A-Z]/, 'grid'],
]

/** Names fixed by the database, the specification or the wire: `heard_at`, `lock_doors`. */
const wireNames = new Set(['door', 'doorsLocked'])
const isColumnOrWireName = (name) => /^[a-z]+(_[a-z]+)+$/.test(name) || wireNames.has(name)

/**
 * @param {string} path from the root, with the extension `.ts`, `.tsx`, `.mjs`
 * @param {string} text
 * @returns {string[]} one sentence for each replaced word
 */
export function findReplacedWords(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (position, word, term) => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1
    found.push(`${path}:${line}: "${word}" is not used here; docs/GLOSSARY.md says ${term}`)
  }
  // In trackers, real and simulated, a door is a vehicle's door.
  const isDoorOfVehicle = (word) => /^(?:protocols|simulator)\//.test(path) && /^doors?$/i.test(word)
  const inProse = (position, prose) => {
    for (const match of prose.matchAll(/[\p{L}_]+/gu)) {
      if (isDoorOfVehicle(match[0])) continue
      const term = replacedWords.get(match[0].toLowerCase())
      if (term) add(position + match.index, match[0], term)
    }
  }
  const inIdentifier = (position, name) => {
    if (isColumnOrWireName(name)) return
    for (const word of name.split(/(?<=[a-z\d])(?=[A-Z])|[_$\d]+/)) {
      const term = isDoorOfVehicle(word) ? undefined : replacedWords.get(word.toLowerCase())
      if (term) add(position, name, term)
    }
    for (const [pattern, term] of replacedIdentifiers) if (pattern.test(name)) add(position, name, term)
  }
  const isText = /^i18n\/src\/(en|es)\//.test(path)
  const visit = (node) => {
    if (ts.isIdentifier(node)) inIdentifier(node.getStart(), node.text)
    else if (
      !isText &&
      (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) &&
      node.text.includes(' ')
    )
      inProse(node.getStart(), node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [start, end] of commentRanges(source, text)) inProse(start, text.slice(start, end))
  return found
}

/** @returns {Set<[number, number]>} the ranges of all comments, each once */
function commentRanges(source, text) {
  const ranges = new Map()
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ])
      ranges.set(range.pos, [range.pos, range.end])
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return ranges.values()
}

/** These two files contain the replaced words. */
const listsReplacedWords = new Set(['tools/boundaries/words.mjs', 'tools/boundaries/boundaries.test.ts'])

/** Every replaced word in the tracked sources below `folders`. */
export function findReplacedWordsIn(root, folders) {
  const paths = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /[.](ts|tsx|mjs)$/.test(path) && !path.includes('/generated/'))
    .filter((path) => !listsReplacedWords.has(path))
  return paths.flatMap((path) => [
    ...path
      .split(/[/.-]/)
      .filter((word) => replacedWords.has(word))
      .map((word) => `${path}: "${word}" in the path; docs/GLOSSARY.md says ${replacedWords.get(word)}`),
    ...findReplacedWords(path, readFileSync(join(root, path), 'utf8')),
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL(`..${sep}..`, import.meta.url))
  const found = findReplacedWordsIn(root, process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['.'])
  for (const sentence of found) console.log(sentence)
  console.log(`${found.length} found`)
  process.exitCode = found.length > 0 ? 1 : 0
}
