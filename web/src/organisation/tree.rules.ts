import { type AccessScope, isSuperAdmin, parseScope, scopeMatches } from '@rumbo/contract/access'
import { foldText } from '@rumbo/contract/fold-text'
import type { TreeNode } from '@rumbo/contract/organisation.tree.contract'

/** The loaded part of a node's children. */
export interface Branch {
  nodes: readonly TreeNode[]
  total: number
}
/** Branches by the key of their parent; the companies have the empty key. */
export type Branches = ReadonlyMap<string, Branch>
export const rootKey = ''

export type TreeRow =
  | {
      kind: 'node'
      key: string
      node: TreeNode
      /** 1 for companies. */
      level: number
      position: number
      siblings: number
      isExpandable: boolean
      isExpanded: boolean
    }
  /** A placeholder for children that are loading or not loaded yet. */
  | { kind: 'rest'; key: string; parentKey: string; level: number; loaded: number }

/** The visible rows from top to bottom: every node whose ancestors are all expanded. */
export function visibleRows(branches: Branches, expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (parentKey: string, level: number) => {
    const branch = branches.get(parentKey)
    const nodes = branch?.nodes ?? []
    for (const [at, node] of nodes.entries()) {
      const isExpandable = node.childCount > 0
      const isExpanded = isExpandable && expanded.has(node.key)
      rows.push({
        kind: 'node',
        key: node.key,
        node,
        level,
        position: at + 1,
        siblings: Math.max(branch?.total ?? 0, nodes.length),
        isExpandable,
        isExpanded,
      })
      if (isExpanded) visit(node.key, level + 1)
    }
    if (branch === undefined || nodes.length < branch.total)
      rows.push({ kind: 'rest', key: `rest:${parentKey}`, parentKey, level, loaded: nodes.length })
  }
  visit(rootKey, 1)
  return rows
}

/** Search results as branches: parents before children, all of them expanded. */
export function branchesOf(items: readonly TreeNode[]): { branches: Branches; expanded: Set<string> } {
  const known = new Set(items.map((node) => node.key))
  const nodes = new Map<string, TreeNode[]>([[rootKey, []]])
  for (const node of items) {
    const parent = node.parentKey !== null && known.has(node.parentKey) ? node.parentKey : rootKey
    const siblings = nodes.get(parent)
    if (siblings === undefined) nodes.set(parent, [node])
    else siblings.push(node)
  }
  for (const node of items) if (!nodes.has(node.key)) nodes.set(node.key, [])
  const branches = new Map([...nodes].map(([key, list]) => [key, { nodes: list, total: list.length }]))
  const expanded = new Set(
    items.filter((node) => (nodes.get(node.key)?.length ?? 0) > 0).map(({ key }) => key),
  )
  return { branches, expanded }
}

export type TreeMove =
  | { focus: string }
  | { expand: readonly string[] }
  | { collapse: string }
  | { select: string }
  | null

const pageOf = 10

/**
 * The effect of a key on a tree (WAI-ARIA tree view): arrows, Home, End, pages, `*` expands the siblings, Enter and
 * Space choose, letters jump to the next name that starts with them.
 * @param typed recently typed letters including this one; empty if the key is not a letter
 */
export function treeMove(
  rows: readonly TreeRow[],
  focusKey: string | null,
  key: string,
  typed: string,
): TreeMove {
  const nodes = rows.filter((row) => row.kind === 'node')
  const at = nodes.findIndex((row) => row.key === focusKey)
  const here = nodes[at]
  const first = nodes[0]
  if (first === undefined) return null
  if (here === undefined) return { focus: first.key }
  const focusAt = (index: number): TreeMove => {
    const row = nodes[Math.max(0, Math.min(nodes.length - 1, index))]
    return row === undefined || row.key === here.key ? null : { focus: row.key }
  }
  switch (key) {
    case 'ArrowDown':
      return focusAt(at + 1)
    case 'ArrowUp':
      return focusAt(at - 1)
    case 'Home':
      return focusAt(0)
    case 'End':
      return focusAt(nodes.length - 1)
    case 'PageDown':
      return focusAt(at + pageOf)
    case 'PageUp':
      return focusAt(at - pageOf)
    case 'ArrowRight':
      if (!here.isExpandable) return null
      if (!here.isExpanded) return { expand: [here.key] }
      return nodes[at + 1]?.level === here.level + 1 ? focusAt(at + 1) : null
    case 'ArrowLeft': {
      if (here.isExpanded) return { collapse: here.key }
      const parent = nodes.slice(0, at).findLast((row) => row.level < here.level)
      return parent === undefined ? null : { focus: parent.key }
    }
    case '*': {
      const parentKey = here.node.parentKey
      const siblings = nodes.filter(
        (row) => row.level === here.level && row.node.parentKey === parentKey && row.isExpandable,
      )
      return { expand: siblings.map((row) => row.key) }
    }
    case 'Enter':
    case ' ':
      return { select: here.key }
    default: {
      if (typed === '') return null
      // A single letter searches after the current row; several may still match it.
      const from = typed.length === 1 ? at + 1 : at
      const wanted = foldText(typed)
      const inOrder = [...nodes.slice(from), ...nodes.slice(0, from)]
      const found = inOrder.find((row) => foldText(row.node.name).startsWith(wanted))
      return found === undefined || found.key === here.key ? null : { focus: found.key }
    }
  }
}

/** `some`: not the whole node, but something inside it. */
export type Sight = 'manage' | 'read' | 'some' | 'none'

/**
 * What scopes allow somebody to do with a node, and the scope that grants it; people are treated like their place.
 */
export function sightOf(
  scopes: readonly AccessScope[],
  node: TreeNode,
): { sight: Sight; scope: string | null } {
  const { companyId, fleetId } = node
  const target = {
    companyId,
    fleetId,
    vehicleId: node.kind === 'vehicle' ? node.id : null,
  }
  for (const need of ['manage', 'read'] as const) {
    const granting = scopes.find((granted) => scopeMatches(granted, target, need))
    if (granting) return { sight: need, scope: granting.scope }
  }
  if (isSuperAdmin(scopes)) return { sight: 'manage', scope: '*,*,*' }
  const within = scopes.find(({ scope }) => {
    const parts = parseScope(scope)
    if (parts === null || parts.company !== companyId || node.kind === 'vehicle') return false
    return node.kind === 'company' || parts.fleet === fleetId
  })
  return within ? { sight: 'some', scope: within.scope } : { sight: 'none', scope: null }
}

/** Shortened to the last characters, which distinguish ids. */
export const shortScope = (scope: string): string =>
  scope
    .split(',')
    .map((part) => (part.length > 12 ? `…${part.slice(-6)}` : part))
    .join(',')
