import * as contract from '@rumbo/contract/organisation.tree.contract'
import { type Answer, answer, answerAsSystem } from '../../platform/http/endpoints.ts'
import type { CompanyWork } from '../organisation.work.ts'
import { listChildren, searchNodes } from './organisation.tree.actions.ts'
import { listAccess } from './organisation.tree-access.actions.ts'
import { moveOf, previewMoveOf } from './organisation.tree-moves.actions.ts'

export const treeEndpoints = (work: CompanyWork): Answer[] => [
  answer(contract.treeChildren, ({ query }, { tx, actor }) => listChildren(tx, work, actor, query)),
  answer(contract.searchTree, ({ query }, { tx, actor }) => searchNodes(tx, work, actor, query)),
  answerAsSystem(contract.whoMayReach, ({ query }, { tx, actor }) => listAccess(tx, work, actor, query)),
  answerAsSystem(contract.previewMove, ({ body }, { tx, actor }) => previewMoveOf(tx, work, actor, body)),
  answerAsSystem(contract.moveNode, ({ body }, { tx, actor }) => moveOf(tx, work, actor, body)),
]
