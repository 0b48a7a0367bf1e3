import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { expireFiles } from '../../platform/files/record-files.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { purgeProofs } from './services.proofs.repository.ts'

const purgedAtOnce = 1_000

/** Jobs of the proofs of services; idempotent. */
export const proofTasks = ({ database }: { database: Database }): Record<string, JobTask> => ({
  'services:purge-proofs': async () => {
    let found = purgedAtOnce
    while (found >= purgedAtOnce)
      found = await database.transaction(asSystem('purge proofs'), async (tx) => {
        const { fileIds, removed } = await purgeProofs(tx, purgedAtOnce)
        await expireFiles(tx, fileIds)
        return removed
      })
  },
})
export const proofCrontab = '17 9 * * * services:purge-proofs ?fill=1d'
