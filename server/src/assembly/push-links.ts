import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { actAsDriverOf, type DriverDeps } from '../drivers/index.ts'
import { handleEvent } from '../events/index.ts'
import { findActor } from '../identity/index.ts'
import { mayAcknowledgeById, type PushLinks } from '../notifications/index.ts'
import { assignments } from '../organisation/index.ts'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { Problem } from '../platform/problem.ts'

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

/** Whether a person may acknowledge an event now, as the page would have it; not of an account that was ended. */
export const acknowledgers =
  (database: Database) =>
  async (userId: string, eventId: string): Promise<boolean> => {
    try {
      const actor = await findActor({ database, assignments }, userId)
      return await database.transaction(
        asSystem('offer a button of a push notification'),
        (tx) => mayAcknowledgeById(tx, actor, eventId),
        { readOnly: true },
      )
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
