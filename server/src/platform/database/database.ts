import pg from 'pg'
import { actorOf, type Identity, isActor, roleOf } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import { openTransaction, type Transaction, writeEffects } from './transaction.ts'

export interface Database {
  /**
   * Runs `work` in one transaction under the identity's PostgreSQL role and settings. A serialisation failure or
   * deadlock repeats `work`, three times at most, so it must have no effects outside.
   */
  transaction<Result>(
    identity: Identity,
    work: (tx: Transaction) => Promise<Result>,
    /** `at`: when what is recorded happened; default: now. */
    options?: { readOnly?: boolean; at?: Date },
  ): Promise<Result>
  /**
   * Calls the handler after each commit in this process that used `forgetUsers`, before `transaction` resolves, so that
   * the author of a change sees it in the next call.
   * @returns a function that removes the handler
   */
  onForgottenUsers(handler: (userIds: ReadonlySet<string>) => void): () => void
  /** For named statements on the hot path, COPY and LISTEN; everything else goes through `transaction`. */
  readonly pool: pg.Pool
  /**
   * A pool whose connections have the system role from the start, for transactions of a single statement. The caller
   * ends the pool.
   */
  systemPool(options: { connections: number }): pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  clock: Clock
  /** Default: 10. */
  connections?: number
  /** Milliseconds after which a statement is cancelled. Default: 15,000. */
  statementTimeoutMs?: number
  applicationName?: string
  /** Receives the duration in milliseconds of every query of every pool, failed ones included. */
  onQuery?: (ms: number) => void
}

const int8 = 20
const date = 1082
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === int8)
        return (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text))
      if (oid === date) return (text: string) => text
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const uuidArray = (ids: readonly string[]) => `{${ids.join(',')}}`
const parted = (ids: readonly string[], isFirst: (id: string) => boolean): [string[], string[]] => [
  ids.filter(isFirst),
  ids.filter((id) => !isFirst(id)),
]

/** Begin, role and settings in one simple query, hence one round trip. */
export function openingStatement(identity: Identity, readOnly: boolean): string {
  const role = roleOf(identity)
  const begin = `begin${readOnly ? ' read only' : ''}; set local role ${role}`
  if (!isActor(identity)) return begin
  const settings: [string, string][] = [['rumbo.user_id', identity.userId]]
  // A super admin's policies use none of these lists, which may contain every fleet.
  if (role !== 'rumbo_all') {
    const isDriver = role === 'rumbo_driver'
    const [drivenFleets, wholeFleets] = parted(identity.fleets.read, (id) => identity.drivesOnly.includes(id))
    // Every role in a company other than driver gives access to its directory.
    const [drivenCompanies, wholeCompanies] = parted(
      identity.companies.read,
      (id) => isDriver && !identity.directories.includes(id),
    )
    settings.push(
      ['rumbo.read_companies', uuidArray(wholeCompanies)],
      ['rumbo.manage_companies', uuidArray(identity.companies.manage)],
      ['rumbo.write_companies', uuidArray(identity.companies.write)],
      ['rumbo.read_fleets', uuidArray(wholeFleets)],
      ['rumbo.manage_fleets', uuidArray(identity.fleets.manage)],
      ['rumbo.read_vehicles', uuidArray(identity.vehicles)],
      ['rumbo.read_directories', uuidArray(identity.directories)],
      ['rumbo.read_services', uuidArray(wholeFleets)],
    )
    if (isDriver)
      settings.push(
        ['rumbo.driven_companies', uuidArray(drivenCompanies)],
        ['rumbo.driven_fleets', uuidArray(drivenFleets)],
        ['rumbo.own_contacts', uuidArray(identity.contacts)],
      )
  }
  const calls = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  )
  return `${begin}; select ${calls.join(', ')}`
}

const repeatable = new Set(['40001', '40P01'])
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Measures every query of the pool except streams. */
function timeQueries(client: pg.PoolClient, onQuery: (ms: number) => void): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown
  const query = (...given: unknown[]) => {
    const from = performance.now()
    const report = () => onQuery(performance.now() - from)
    const last = given.at(-1)
    // The pool itself passes a callback.
    if (typeof last === 'function')
      return send(...given.slice(0, -1), (...results: unknown[]) => {
        report()
        last(...results)
      })
    const sent = send(...given)
    if (sent instanceof Promise) sent.then(report, report)
    return sent
  }
  Object.assign(client, { query })
}

export function createDatabase(options: DatabaseOptions): Database {
  function openPool(connections: number, settings: { options?: string } = {}): pg.Pool {
    const opened = new pg.Pool({
      connectionString: options.url,
      max: connections,
      types,
      application_name: options.applicationName ?? 'rumbo',
      statement_timeout: options.statementTimeoutMs ?? 15_000,
      connectionTimeoutMillis: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      ...settings,
    })
    // A closed idle connection must not end the process: the pool opens a new one.
    opened.on('error', () => undefined)
    // The pool removes its own listener while a connection is checked out; its query is rejected anyway.
    opened.on('connect', (client) => {
      client.on('error', () => undefined)
      if (options.onQuery) timeQueries(client, options.onQuery)
    })
    return opened
  }
  const pool = openPool(options.connections ?? 10)
  const forgetting = new Set<(userIds: ReadonlySet<string>) => void>()

  async function once<Result>(
    identity: Identity,
    work: (tx: Transaction) => Promise<Result>,
    readOnly: boolean,
    at: Date | undefined,
  ): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query(openingStatement(identity, readOnly))
      const actor = actorOf(identity)
      const now = at ?? options.clock.now()
      const { tx, effects, forgotten } = openTransaction(client, actor, now)
      const result = await work(tx)
      await writeEffects(client, effects, actor, now)
      await client.query('commit')
      if (forgotten.size > 0) for (const handler of forgetting) handler(forgotten)
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    pool,
    systemPool: ({ connections }) =>
      openPool(connections, { options: '-c role=rumbo_system -c synchronous_commit=on' }),
    async transaction(identity, work, { readOnly = false, at } = {}) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(identity, work, readOnly, at)
        } catch (error) {
          if (attempt >= 3 || !repeatable.has(codeOf(error))) throw error
        }
      }
    },
    onForgottenUsers(handler) {
      forgetting.add(handler)
      return () => void forgetting.delete(handler)
    },
    close: () => pool.end(),
  }
}
