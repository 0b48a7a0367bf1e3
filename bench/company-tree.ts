import type { OutputOf } from '@rumbo/contract/endpoint'
import type { treeChildren } from '@rumbo/contract/organisation.tree.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildLargeTree } from '@rumbo/server/organisation/tree/organisation.tree.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { visitScreen } from './harness/browser.ts'
import { callerOf, percentile, timesOf } from './harness/calls.ts'
import { atLeast, atMost, type Metric, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// The tree of a company with ten thousand nodes: branches, search and moves over HTTP, and the screen.
const moves = 60
const secret = 'a secret that serves this measurement only'

type Children = OutputOf<typeof treeChildren>
let session = { accessToken: '', refreshToken: '' }
let nodes = 0
let fleetIds: string[] = []

async function fill(tx: Transaction): Promise<void> {
  const tree = await buildLargeTree(tx)
  nodes = tree.nodes
  fleetIds = tree.fleetIds
  const admin = await buildUser(tx, { level: 'admin' })
  await buildAssignment(tx, { userId: admin.id, companyId: tree.companyId, role: 'company_owner' })
  session = await buildSession(tx, admin, secret)
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })
try {
  await rumbo.query('vacuum analyze')
  const { call, repeat } = callerOf(rumbo, session.accessToken)
  const metrics: Record<string, Metric> = { 'nodes of the company': atLeast(nodes, 'nodes', 10_000) }
  const childrenOf = (key: string) => `/company-tree/nodes?parent=${encodeURIComponent(key)}`
  const add = (name: string, measured: { p50Ms: number; p99Ms: number }) =>
    Object.assign(metrics, timesOf(name, measured, 50))

  const roots = await repeat<Children>('/company-tree/nodes')
  add('companies', roots)
  const branch = await repeat<Children>(childrenOf(roots.body.items[0]?.key ?? ''))
  add(`a company (${branch.body.total} children)`, branch)
  const fleet = branch.body.items.find(({ kind }) => kind === 'fleet')
  const groups = await repeat<Children>(childrenOf(fleet?.key ?? ''))
  add(`a fleet (${groups.body.total} children)`, groups)
  for (const group of groups.body.items) {
    const leaves = await repeat<Children>(childrenOf(group.key))
    add(`${group.kind} of a fleet (${leaves.body.total})`, leaves)
  }
  add('search for one', await repeat('/company-tree/search?search=M77-42'))
  add('search for a person', await repeat('/company-tree/search?search=many_55_7'))
  add('search that matches thousands', await repeat('/company-tree/search?search=persona'))
  add('fleets without a manager', await repeat('/company-tree/search?chip=no_manager'))

  const vehicles = await rumbo.query<{ id: string }>(
    'select id from vehicles.vehicles where fleet_id = $1 limit $2',
    [fleetIds[0], moves],
  )
  const previewMs: number[] = []
  const moveMs: number[] = []
  for (const { id } of vehicles) {
    const move = { kind: 'vehicle', id, fromFleetId: fleetIds[0], toFleetId: fleetIds[1] }
    for (const [path, times] of [
      ['/company-tree/move-preview', previewMs],
      ['/company-tree/move', moveMs],
    ] as const) {
      const startedAt = performance.now()
      await call('POST', path, move)
      times.push(performance.now() - startedAt)
    }
  }
  metrics['what a move changes, p99'] = atMost(percentile(previewMs, 0.99), 'ms', 100)
  metrics['a move, p99'] = atMost(percentile(moveMs, 0.99), 'ms', 150)
  Object.assign(
    metrics,
    await visitScreen({
      httpPort: rumbo.httpPort,
      refreshToken: session.refreshToken,
      path: '/company-tree',
      arrived: (page) => page.getByRole('treeitem').first().waitFor(),
      async prepare(page) {
        const opened = page.getByRole('treeitem')
        await opened.first().press('ArrowRight')
        await opened.nth(10).waitFor()
        // Every fleet at once.
        await opened.nth(1).press('*')
        await page.waitForLoadState('networkidle')
      },
      scrolled: '[role=treeitem]',
    }),
  )
  report('company-tree', metrics)
} finally {
  await rumbo.close()
}
