import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { foldText } from '@rumbo/contract/fold-text'
import { type changeFences, type FencesChange, fenceRefusals } from '@rumbo/contract/geofences.bulk.contract'
import { fenceTagLimit, type Geofence } from '@rumbo/contract/geofences.contract'
import type { Actor } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { LoneCall } from '../platform/http/endpoints.ts'
import { Problem, problem } from '../platform/problem.ts'
import { deleteFenceOf, requireEditable, takeFence } from './geofences.actions.ts'
import { requireScope } from './geofences.checks.actions.ts'
import { publishFence } from './geofences.publish.actions.ts'
import { findFence, findFencesOver, rewriteFence } from './geofences.repository.ts'
import { distinctTags } from './geofences.tags.rules.ts'

type Body = ParsedOf<typeof changeFences>['body']
type Item = OutputOf<typeof changeFences>['items'][number]

const refusalOf = (error: unknown): NonNullable<Item['problem']> => {
  const code = error instanceof Problem ? error.code : 'internal'
  return fenceRefusals.find((known) => known === code) ?? 'internal'
}
type Edit = Exclude<FencesChange, { action: 'delete' }>

/** @throws Problem `fence_tags_full` */
function edited(before: Geofence, change: Edit): Geofence {
  switch (change.action) {
    case 'activate':
      return { ...before, isActive: true }
    case 'deactivate':
      return { ...before, isActive: false }
    case 'recolour':
      return { ...before, colour: change.colour }
    case 'assign':
      return { ...before, scope: change.scope }
    case 'tag': {
      const removed = new Set(change.remove.map(foldText))
      const kept = before.tags.filter((tag) => !removed.has(foldText(tag)))
      const tags = distinctTags([...kept, ...change.add])
      if (tags.length > fenceTagLimit) throw problem('fence_tags_full')
      return { ...before, tags }
    }
  }
}

async function changeOne(
  tx: Transaction,
  actor: Actor,
  { id, version }: Body['fences'][number],
  given: FencesChange,
): Promise<void> {
  if (given.action === 'delete') {
    await deleteFenceOf(tx, actor, id, version)
    return
  }
  const { fleetId } = await requireEditable(tx, actor, id)
  const change: Edit =
    given.action === 'assign' ? { ...given, scope: await requireScope(tx, fleetId, given.scope) } : given
  const before = await takeFence(tx, id, version)
  const now = edited(before, change)
  if (JSON.stringify(now) === JSON.stringify(before)) return
  const next = { ...now, version: version + 1 }
  await rewriteFence(tx, next, false)
  await publishFence(tx, 'geofence.updated', next, before)
}

/** Those that name others of these as checkpoints before them; where they name each other, in any order. */
function usersFirst(each: Body['fences'], known: ReadonlyMap<string, Geofence>): Body['fences'] {
  const byId = new Map(each.map((fence) => [fence.id, fence]))
  const users = new Map<string, string[]>()
  for (const [id, { triggers }] of known)
    for (const trigger of triggers)
      for (const checkpoint of trigger.kind === 'missed_checkpoint' ? trigger.fenceIds : [])
        users.set(checkpoint, [...(users.get(checkpoint) ?? []), id])
  const ordered: Body['fences'] = []
  const visit = (id: string) => {
    const fence = byId.get(id)
    if (!fence) return
    byId.delete(id)
    for (const user of users.get(id) ?? []) visit(user)
    ordered.push(fence)
  }
  for (const { id } of each) visit(id)
  return ordered
}

/**
 * Changes many fences, each in a transaction of its own: a refused one leaves the others done, and locks are held
 * shortly. Routes are deleted before the checkpoints they name, which may be routes themselves.
 * @throws Error where the database failed before anything was done
 */
export async function changeFencesOf(
  { database, log }: { database: Database; log: LoneCall['log'] },
  actor: Actor,
  { fences, change }: Body,
  signal: AbortSignal,
): Promise<OutputOf<typeof changeFences>> {
  const each = [...new Map(fences.map((fence) => [fence.id, fence])).values()]
  const read = (id: string) => database.transaction(actor, (tx) => findFence(tx, id), { readOnly: true })
  const users = (fence: Geofence) =>
    database.transaction(actor, (tx) => findFencesOver(tx, fence), { readOnly: true })
  const items = new Map<string, Item>()
  const known = new Map<string, Geofence>()
  for (const { id } of each) {
    const fence = await read(id)
    if (fence) known.set(id, fence)
    items.set(id, { id, name: fence?.name ?? null, problem: 'internal', usedBy: [], version: null })
  }
  for (const fence of change.action === 'delete' ? usersFirst(each, known) : each) {
    // Nobody would see the results.
    signal.throwIfAborted()
    const item = items.get(fence.id)
    if (!item) continue
    try {
      await database.transaction(actor, (tx) => changeOne(tx, actor, fence, change))
      item.problem = null
    } catch (error) {
      item.problem = refusalOf(error)
      if (item.problem === 'internal')
        log.error({ err: error, fenceId: fence.id }, 'could not change a geofence')
    }
    const now = await read(fence.id).catch(() => null)
    item.version = now?.version ?? null
    if (now && item.problem === 'fence_in_use') item.usedBy = await users(now).catch(() => [])
  }
  return { items: each.flatMap(({ id }) => items.get(id) ?? []) }
}
