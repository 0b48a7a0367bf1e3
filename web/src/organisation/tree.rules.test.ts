import { describe, expect, it } from 'vitest'
import { someNode } from './tree.factory.ts'
import { type Branches, branchesOf, rootKey, sightOf, treeMove, visibleRows } from './tree.rules.ts'

const company = someNode({ key: 'company:c1', kind: 'company', id: 'c1', name: 'Ánahuac', childCount: 2 })
const other = someNode({
  key: 'company:c2',
  kind: 'company',
  id: 'c2',
  companyId: 'c2',
  name: 'Veloz',
  childCount: 1,
})
const fleet = (id: string, name: string, childCount = 1) =>
  someNode({ key: `fleet:${id}`, parentKey: 'company:c1', kind: 'fleet', id, fleetId: id, name, childCount })
const north = fleet('f1', 'Norte')
const south = fleet('f2', 'Sur', 0)
const branches: Branches = new Map([
  [rootKey, { nodes: [company, other], total: 2 }],
  ['company:c1', { nodes: [north, south], total: 3 }],
])
const keysOf = (expanded: string[]) => visibleRows(branches, new Set(expanded)).map((row) => row.key)

describe('the visible rows', () => {
  it('are the companies until one is expanded', () => {
    expect(keysOf([])).toEqual(['company:c1', 'company:c2'])
  })
  it('contain the children of expanded nodes, and a placeholder for those not loaded', () => {
    expect(keysOf(['company:c1'])).toEqual([
      'company:c1',
      'fleet:f1',
      'fleet:f2',
      'rest:company:c1',
      'company:c2',
    ])
    expect(keysOf(['company:c2'])).toEqual(['company:c1', 'company:c2', 'rest:company:c2'])
    expect(visibleRows(new Map(), new Set())).toMatchObject([{ kind: 'rest', loaded: 0 }])
  })
  it('count all siblings, loaded or not', () => {
    const rows = visibleRows(branches, new Set(['company:c1']))
    expect(rows[2]).toMatchObject({ level: 2, position: 2, siblings: 3, isExpandable: false })
  })
})

describe('keys', () => {
  const rows = visibleRows(branches, new Set(['company:c1']))
  it.each([
    ['company:c1', 'ArrowDown', { focus: 'fleet:f1' }],
    ['company:c1', 'ArrowUp', null],
    ['fleet:f2', 'ArrowDown', { focus: 'company:c2' }],
    ['fleet:f1', 'End', { focus: 'company:c2' }],
    ['company:c2', 'Home', { focus: 'company:c1' }],
    ['company:c1', 'PageDown', { focus: 'company:c2' }],
    ['company:c1', 'ArrowRight', { focus: 'fleet:f1' }],
    ['company:c2', 'ArrowRight', { expand: ['company:c2'] }],
    ['fleet:f2', 'ArrowRight', null],
    ['company:c1', 'ArrowLeft', { collapse: 'company:c1' }],
    ['fleet:f2', 'ArrowLeft', { focus: 'company:c1' }],
    ['company:c2', 'ArrowLeft', null],
    ['company:c1', '*', { expand: ['company:c1', 'company:c2'] }],
    ['fleet:f1', 'Enter', { select: 'fleet:f1' }],
    ['fleet:f1', ' ', { select: 'fleet:f1' }],
    ['gone', 'ArrowDown', { focus: 'company:c1' }],
  ])('%s %s', (from, key, move) => {
    expect(treeMove(rows, from, key, '')).toEqual(move)
  })
  it('letters jump to the next name that starts with them, ignoring accents', () => {
    expect(treeMove(rows, 'company:c1', 's', 's')).toEqual({ focus: 'fleet:f2' })
    expect(treeMove(rows, 'fleet:f2', 'a', 'a')).toEqual({ focus: 'company:c1' })
    expect(treeMove(rows, 'company:c1', 'o', 'no')).toEqual({ focus: 'fleet:f1' })
    expect(treeMove(rows, 'company:c1', 'x', 'x')).toBeNull()
  })
})

describe('search results', () => {
  it('are shown below their ancestors, all expanded', () => {
    const found = branchesOf([company, north, other])
    expect(visibleRows(found.branches, found.expanded).map((row) => row.key)).toEqual([
      'company:c1',
      'fleet:f1',
      'company:c2',
    ])
  })
})

describe('the access lens', () => {
  const vehicle = someNode({
    key: 'vehicle:v1',
    kind: 'vehicle',
    id: 'v1',
    fleetId: 'f1',
    parentKey: 'vehicles:f1',
  })
  it.each([
    ['*,*,*', 'manage', company, 'manage'],
    ['c1,*,*', 'manage', vehicle, 'manage'],
    ['c1,f1,*', 'read', north, 'read'],
    ['c1,f1,*', 'manage', company, 'some'],
    ['c1,f2,*', 'manage', vehicle, 'none'],
    ['c1,f1,v1', 'read', vehicle, 'read'],
    ['c1,f1,v1', 'read', north, 'some'],
    ['c1,f1,v2', 'read', vehicle, 'none'],
    ['c2,*,*', 'manage', company, 'none'],
  ] as const)('%s %s on %o is %s', (scope, type, node, sight) => {
    expect(sightOf([{ scope, type }], node)).toEqual({ sight, scope: sight === 'none' ? null : scope })
  })
})
