import type { TreeNode } from '@rumbo/contract/organisation.tree.contract'

/** A node for tests. Default: a company. */
export function someNode(some: Partial<TreeNode> & Pick<TreeNode, 'key' | 'kind'>): TreeNode {
  return {
    parentKey: null,
    id: some.key,
    companyId: 'c1',
    fleetId: null,
    name: some.key,
    detail: null,
    status: 'active',
    tier: null,
    verified: null,
    role: null,
    level: null,
    counts: null,
    childCount: 0,
    ...some,
  }
}
