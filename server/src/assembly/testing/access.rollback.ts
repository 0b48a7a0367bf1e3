import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import { actorOf } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, openingStatement } from '../../platform/database/database.ts'
import { openTransaction, writeEffects } from '../../platform/database/transaction.ts'

export interface RollbackDatabase extends Database {
  /** Rolls back all transactions of the work. */
  rollBackAfter<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A database whose transactions, during `rollBackAfter`, are savepoints of one transaction that is rolled back. */
export function createRollbackDatabase(real: Database, clock: Clock): RollbackDatabase {
  let open: PoolClient | null = null
  let previous: Promise<unknown> = Promise.resolve()
  const inSavepoint = new AsyncLocalStorage<true>()

  const savepointTransaction: (client: PoolClient) => Database['transaction'] =
    (client) => (identity, work) => {
      const run = async () => {
        const opening = openingStatement(identity, false).replace(/^begin; /, 'savepoint call; ')
        await client.query(opening)
        const now = clock.now()
        try {
          const { tx, effects } = openTransaction(client, actorOf(identity), now)
          const result = await inSavepoint.run(true, () => work(tx))
          await writeEffects(client, effects, actorOf(identity), now)
          await client.query('release savepoint call')
          return result
        } catch (error) {
          await client.query('rollback to savepoint call; release savepoint call')
          throw error
        }
      }
      const done = previous.then(run, run)
      previous = done.catch(() => undefined)
      return done
    }
  return {
    pool: real.pool,
    systemPool: real.systemPool,
    onForgottenUsers: real.onForgottenUsers,
    close: real.close,
    transaction: (identity, work, options) =>
      // A nested transaction gets its own connection, since waiting for the outer one would deadlock.
      open && !inSavepoint.getStore()
        ? savepointTransaction(open)(identity, work)
        : real.transaction(identity, work, options),
    async rollBackAfter(work) {
      const client = await real.pool.connect()
      await client.query('begin')
      open = client
      try {
        return await work()
      } finally {
        open = null
        await previous
        await client.query('rollback')
        client.release()
      }
    },
  }
}
