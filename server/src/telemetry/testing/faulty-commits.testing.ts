import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'

/** A database whose commits of batches can be held up, or lose their answer. */
export interface FaultyCommits {
  database: Database
  /** From now on batches wait before they are written, with what they were computed from already read. */
  hold(): void
  /** Resolves when a batch waits. */
  heldUp(): Promise<void>
  release(): void
  /** The next commit is made, then `meanwhile` happens, and the connection fails before its answer arrives. */
  loseNextAnswer(meanwhile: () => Promise<unknown>): void
  /** How batches were written so far: `quick` or `careful`. */
  readonly ways: string[]
}

const batchName = 'telemetry.batch.'
const nameOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { name?: string }).name ?? '')

export function createFaultyCommits(real: Database): FaultyCommits {
  let gate: Promise<void> | null = null
  let open: () => void = () => undefined
  let arrived: () => void = () => undefined
  let arrival: Promise<void> = Promise.resolve()
  const ways: string[] = []
  let losing: (() => Promise<unknown>) | null = null

  function faulty(client: pg.PoolClient): pg.PoolClient {
    let isInTransaction = false
    const query = async (...given: [unknown]) => {
      const name = nameOf(given[0])
      if (name.startsWith(batchName)) ways.push(name.slice(batchName.length))
      if (name === 'begin') isInTransaction = true
      const result = await (client.query as (...all: [unknown]) => Promise<unknown>)(...given)
      const isCommit = name === 'commit' || (name.startsWith(batchName) && !isInTransaction)
      const meanwhile = losing
      if (isCommit && meanwhile) {
        losing = null
        await meanwhile()
        throw new Error('Connection terminated unexpectedly')
      }
      return result
    }
    return new Proxy(client, {
      get: (target, name) =>
        name === 'query'
          ? query
          : name === 'release'
            ? target.release.bind(target)
            : Reflect.get(target, name),
    })
  }

  return {
    database: {
      ...real,
      systemPool(options) {
        const pool = real.systemPool(options)
        return new Proxy(pool, {
          get(target, name) {
            if (name === 'end') return target.end.bind(target)
            if (name !== 'connect') return Reflect.get(target, name)
            return async () => {
              arrived()
              await gate
              return faulty(await target.connect())
            }
          },
        })
      },
    },
    ways,
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
      arrival = new Promise((resolve) => {
        arrived = resolve
      })
    },
    heldUp: () => arrival,
    release() {
      open()
      gate = null
    },
    loseNextAnswer(meanwhile) {
      losing = meanwhile
    },
  }
}
