import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import { actorOf } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, openingStatement } from '../../platform/database/database.ts'
import { openTransaction, writeNews } from '../../platform/database/transaction.ts'

export interface Rehearsal extends Database {
  /** Whatever the work does to the database, in however many transactions, is undone. */
  rehearse<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The database with its transactions as savepoints of one that never commits, while something is rehearsed. */
export function createRehearsal(real: Database, clock: Clock): Rehearsal {
  let stage: PoolClient | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const scene = new AsyncLocalStorage<true>()

  const onStage: (client: PoolClient) => Database['transaction'] = (client) => (identity, work) => {
    const act = async () => {
      const opening = openingStatement(identity, false).replace(/^begin; /, 'savepoint scene; ')
      await client.query(opening)
      const now = clock.now()
      try {
        const { tx, news } = openTransaction(client, actorOf(identity), now)
        const result = await scene.run(true, () => work(tx))
        await writeNews(client, news, actorOf(identity), now)
        await client.query('release savepoint scene')
        return result
      } catch (error) {
        await client.query('rollback to savepoint scene; release savepoint scene')
        throw error
      }
    }
    const done = turn.then(act, act)
    turn = done.catch(() => undefined)
    return done
  }
  return {
    pool: real.pool,
    systemPool: real.systemPool,
    onForgottenUsers: real.onForgottenUsers,
    close: real.close,
    transaction: (identity, work, options) =>
      // One opened within another has a connection of its own, as in earnest: waiting for its turn would never end.
      stage && !scene.getStore() ? onStage(stage)(identity, work) : real.transaction(identity, work, options),
    async rehearse(work) {
      const client = await real.pool.connect()
      await client.query('begin')
      stage = client
      try {
        return await work()
      } finally {
        stage = null
        await turn
        await client.query('rollback')
        client.release()
      }
    },
  }
}
