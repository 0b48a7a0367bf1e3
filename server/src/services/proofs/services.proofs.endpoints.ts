import { listProofs, readProof } from '@rumbo/contract/services.proofs.contract'
import { signedIn } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { type Answer, answer, answerAlone } from '../../platform/http/endpoints.ts'
import { listProofsOf, readProofOf } from './services.proofs.actions.ts'

export const proofEndpoints = ({
  database,
  files,
}: {
  database: Database
  files: Pick<FileStore, 'records'>
}): Answer[] => [
  answer(listProofs, ({ params }, { tx, actor }) => listProofsOf(tx, actor, params.id)),
  answerAlone(readProof, ({ params }, { actor }) =>
    readProofOf({ database, records: files.records }, signedIn(actor), params),
  ),
]
