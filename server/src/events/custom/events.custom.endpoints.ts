import * as contract from '@rumbo/contract/events.custom.contract'
import { testCustomRule } from '@rumbo/contract/events.custom-test.contract'
import { type Answer, answer } from '../../platform/http/endpoints.ts'
import {
  createCustomRuleOf,
  deleteCustomRuleOf,
  listCustomRulesOf,
  readCustomRuleOf,
  replaceCustomRuleOf,
} from './events.custom.actions.ts'
import { startRuleTest } from './events.custom-test.actions.ts'

export const customRuleEndpoints: Answer[] = [
  answer(contract.listCustomRules, ({ query }, { tx }) => listCustomRulesOf(tx, query.fleetId)),
  answer(contract.readCustomRule, ({ params }, { tx }) => readCustomRuleOf(tx, params.id)),
  answer(testCustomRule, ({ body }, { tx, actor }) => startRuleTest(tx, actor, body)),
  answer(contract.createCustomRule, ({ body }, { tx, actor }) => createCustomRuleOf(tx, actor, body)),
  answer(contract.replaceCustomRule, ({ params, body }, { tx, actor }) =>
    replaceCustomRuleOf(tx, actor, params.id, body),
  ),
  answer(contract.deleteCustomRule, ({ params }, { tx, actor }) => deleteCustomRuleOf(tx, actor, params.id)),
]
