import * as contract from '@rumbo/contract/notifications.contract'
import * as rules from '@rumbo/contract/notifications.rules.contract'
import { asSystem, signedIn } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import {
  acknowledgeOf,
  countNotificationsOf,
  listNotificationsOf,
  markReadOf,
  readNotificationOf,
  readReachOf,
} from './list/notifications.list.actions.ts'
import { listMethodsOf } from './methods/notifications.methods.actions.ts'
import type { PostContext } from './methods/notifications.post.actions.ts'
import { listActivityOf, testRuleOf } from './rules/notifications.activity.actions.ts'
import { previewRuleOf } from './rules/notifications.preview.actions.ts'
import {
  changeRuleOf,
  createRuleOf,
  deleteRuleOf,
  listRulesOf,
  restoreDefaultsOf,
  switchRuleOf,
} from './rules/notifications.rules.actions.ts'

/** Rules, and each person's own notifications; no role of people has rights on their tables. */
export const notificationEndpoints = ({
  database,
  ...context
}: PostContext & { database: Pick<Database, 'transaction'> }): Answer[] => [
  answerAsSystem(contract.listNotifications, ({ query }, { tx, actor }) =>
    listNotificationsOf(tx, actor, query),
  ),
  answerAsSystem(contract.readNotification, ({ params }, { tx, actor }) =>
    readNotificationOf(tx, actor, params.id),
  ),
  answerAsSystem(contract.countNotifications, (_, { tx, actor }) => countNotificationsOf(tx, actor)),
  answerAsSystem(contract.markNotificationsRead, ({ body }, { tx, actor }) => markReadOf(tx, actor, body)),
  answerAsSystem(contract.acknowledgeNotification, ({ params }, { tx, actor }) =>
    acknowledgeOf(tx, actor, params.id),
  ),
  answerAsSystem(contract.readNotificationReach, ({ params }, { tx, actor }) =>
    readReachOf(tx, actor, params.id),
  ),
  answerAsSystem(contract.listNotificationMethods, (_, { tx, actor }) => listMethodsOf(tx, actor, context)),
  // Gives the company its default rules, so it writes.
  answerAlone(rules.listNotificationRules, ({ query }, call) => {
    const actor = signedIn(call.actor)
    return database.transaction(asSystem('list notification rules', actor), (tx) =>
      listRulesOf(tx, actor, query.companyId),
    )
  }),
  answerAsSystem(rules.createNotificationRule, ({ body }, { tx, actor }) => createRuleOf(tx, actor, body)),
  answerAsSystem(rules.changeNotificationRule, ({ params, body }, { tx, actor }) =>
    changeRuleOf(tx, actor, params.id, body),
  ),
  answerAsSystem(rules.switchNotificationRule, ({ params, body }, { tx, actor }) =>
    switchRuleOf(tx, actor, params.id, body.isActive),
  ),
  answerAsSystem(rules.deleteNotificationRule, ({ params }, { tx, actor }) =>
    deleteRuleOf(tx, actor, params.id),
  ),
  answerAsSystem(rules.restoreDefaultRules, ({ body }, { tx, actor }) =>
    restoreDefaultsOf(tx, actor, body.companyId),
  ),
  answerAsSystem(rules.previewNotificationRule, ({ body }, { tx, actor }) =>
    previewRuleOf(tx, actor, body, context),
  ),
  answerAsSystem(rules.testNotificationRule, ({ params }, { tx, actor }) =>
    testRuleOf(tx, actor, params.id, context),
  ),
  answerAsSystem(rules.listRuleActivity, ({ params }, { tx, actor }) => listActivityOf(tx, actor, params.id)),
]
