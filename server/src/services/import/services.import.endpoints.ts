import * as contract from '@rumbo/contract/services.imports.contract'
import { signedIn } from '../../platform/access/access.ts'
import { type Answer, answer, answerAfter, answerAlone } from '../../platform/http/endpoints.ts'
import type { UploadedFiles } from '../../platform/tables/import-work.ts'
import { type PlanDeps, planRoute } from '../charges/services.charges.plan.ts'
import { inspectFile, startServicesImport } from './services.import.actions.ts'
import { discardReviewOf, listReviewsOf, resolveReviewOf } from './services.import.reviews.actions.ts'

export const serviceImportEndpoints = (deps: PlanDeps & { files: UploadedFiles }): Answer[] => [
  answerAlone(contract.inspectServiceImport, ({ body }, { actor, signal }) =>
    inspectFile(deps.files, signedIn(actor), body, signal),
  ),
  answer(contract.importServices, ({ body }, { tx, actor }) =>
    startServicesImport(tx, deps.files, actor, body),
  ),
  answer(contract.listImportReviews, ({ query }, { tx }) => listReviewsOf(tx, query)),
  answerAfter(
    contract.resolveImportReview,
    ({ body }) => planRoute(deps, body.stops),
    ({ params, body }, { tx, actor }, plan) => resolveReviewOf(tx, actor, params.id, body, plan),
  ),
  answer(contract.discardImportReview, ({ params }, { tx, actor }) => discardReviewOf(tx, actor, params.id)),
]
