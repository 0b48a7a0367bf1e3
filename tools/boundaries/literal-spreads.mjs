// Finds spreads of literals, which TypeScript does not check for excess and misspelt properties.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { isTest } from './sources.mjs'

/** Folders of production code; tests, tools and benches are not checked. */
export const productionFolders = [
  'contract',
  'protocols',
  'geo',
  'optimizer',
  'planning',
  'gateway',
  'server',
  'web',
  'i18n',
  'simulator',
]

/** @returns {ts.Expression null} the literal that a spread of this expression may spread */
function spreadLiteral(expression) {
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isAsExpression(expression)
  )
    return spreadLiteral(expression.expression)
  // An empty literal has no properties.
  if (ts.isObjectLiteralExpression(expression)) return expression.properties.length > 0 ? expression : null
  if (ts.isArrayLiteralExpression(expression)) return expression
  if (ts.isConditionalExpression(expression))
    return spreadLiteral(expression.whenTrue) ?? spreadLiteral(expression.whenFalse)
  if (ts.isBinaryExpression(expression)) return spreadLiteral(expression.right)
  return null
}

/**
 * Spreads of object literals (`...{ a }`, `...(x ? { a } : {})`, `...(x && { a })`), and of array literals that could
 * be plain elements (`...['a', 'b']`). A conditional array literal is allowed.
 * @param {string} path from the root
 * @param {string} text
 * @returns {string[]} one sentence each
 */
export function findLiteralSpreads(path, text) {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
  const found = []
  const visit = (node) => {
    const isObjectSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)
    if (isObjectSpread || ts.isSpreadElement(node)) {
      const literal = spreadLiteral(node.expression)
      const isBanned = isObjectSpread
        ? literal !== null && ts.isObjectLiteralExpression(literal)
        : literal === node.expression
      if (isBanned) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
        const shown = node.getText(source).replaceAll(/\s+/g, ' ').slice(0, 60)
        found.push(`no-literal-spread: ${path}:${line} ${shown}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Every spread of a literal in the tracked production sources below `folders`. */
export function findLiteralSpreadsIn(root, folders = productionFolders) {
  return execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /[.]tsx?$/.test(path) && !isTest(path) && !path.includes('/generated/'))
    .flatMap((path) => findLiteralSpreads(path, readFileSync(join(root, path), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL(`..${sep}..`, import.meta.url))
  const folders = process.argv.slice(2)
  const found = findLiteralSpreadsIn(root, folders.length > 0 ? folders : productionFolders)
  for (const sentence of found) console.log(sentence)
  console.log(`${found.length} found`)
  process.exitCode = found.length > 0 ? 1 : 0
}
