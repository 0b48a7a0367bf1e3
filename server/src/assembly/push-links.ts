import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { actAsDriverOf, type DriverDeps } from '../drivers/index.ts'
import { handleEvent } from '../events/index.ts'
import { findActor } from '../identity/index.ts'
import type { PushLinks } from '../notifications/index.ts'
import { assignments } from '../organisation/index.ts'

/** What the buttons of push notifications do: the same as the pages, as the person the notification was sent to. */
export const pushLinks = (deps: DriverDeps): PushLinks => ({
  actorOf: (userId) => findActor({ database: deps.database, assignments }, userId),
  async acknowledge(actor, eventId) {
    await deps.database.transaction(actor, (tx) => handleEvent(tx, actor, eventId, 'acknowledge', null))
  },
  async answerOffer(actor, { id, offerId, action }) {
    const at = deps.clock.now().toISOString()
    const { items } = await actAsDriverOf(deps, actor, {
      sentAt: at,
      actions: [{ id, kind: action, offerId, at }],
    })
    return (items[0]?.problem ?? null) as ProblemCode | null
  },
})
