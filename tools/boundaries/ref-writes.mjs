import ts from 'typescript'

/** Calls that run their function argument immediately. */
const immediateCalls = new Set([
  'useMemo',
  'useState',
  'useReducer',
  'map',
  'filter',
  'forEach',
  'flatMap',
  'reduce',
])

const isFunction = (node) =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)

const nameOfCall = ({ expression }) =>
  ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : ts.isIdentifier(expression) && expression.text

const isCallOf = (node, names) => ts.isCallExpression(node) && names.has(nameOfCall(node))

/** @returns the function that declared the variable by `useRef`, or null */
function declaringFunction(functions, name) {
  return functions.find(({ refs }) => refs.has(name)) ?? null
}

/** Names of the variables of a function that hold what `useRef` returned. */
function refsOf(functionNode) {
  const refs = new Set()
  const visit = (node) => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer !== undefined &&
      isCallOf(node.initializer, new Set(['useRef']))
    )
      refs.add(node.name.text)
    if (!isFunction(node)) ts.forEachChild(node, visit)
  }
  ts.forEachChild(functionNode, visit)
  return refs
}

const updates = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken])

/** The expression a node assigns to, or null. */
function assignedBy(node) {
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
    return node.left
  const isUpdate =
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && updates.has(node.operator)
  return isUpdate ? node.operand : null
}

/**
 * Assignments to `ref.current` while a component renders: React may render twice, or discard a render. Refs are
 * written in effects and in event handlers.
 * @param {string} path
 * @param {string} text
 * @returns {{line: number, name: string}[]}
 */
export function findRefWrites(path, text) {
  if (!text.includes('useRef')) return []
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found = []
  /** @param functions the enclosing functions, innermost first */
  const visit = (node, functions) => {
    const target = assignedBy(node)
    if (
      target !== null &&
      ts.isPropertyAccessExpression(target) &&
      target.name.text === 'current' &&
      ts.isIdentifier(target.expression)
    ) {
      const declared = declaringFunction(functions, target.expression.text)
      const inner = declared === null ? [] : functions.slice(0, functions.indexOf(declared))
      if (declared !== null && inner.every(({ isImmediate }) => isImmediate))
        found.push({
          line: source.getLineAndCharacterOfPosition(target.getStart()).line + 1,
          name: target.expression.text,
        })
    }
    const within = isFunction(node)
      ? [{ refs: refsOf(node), isImmediate: isCallOf(node.parent, immediateCalls) }, ...functions]
      : functions
    ts.forEachChild(node, (child) => visit(child, within))
  }
  visit(source, [])
  return found
}
