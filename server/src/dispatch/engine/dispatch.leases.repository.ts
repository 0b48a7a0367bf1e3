import type { Transaction } from '../../platform/database/transaction.ts'

/** The right of one process to decide for a fleet. */
export interface Lease {
  fleetId: string
  /** The process. */
  owner: string
  /** Rises with each new owner, and where a lease ran out before it was renewed. */
  token: string
}

/** What a lease is for, and for how long; each has leases of its own. */
const leaseSeconds = { dispatch: 7, repositioning: 60 }

/** Acquires or renews the lease of a fleet; null while another process has it. Times are the database's. */
export async function acquireLease(
  tx: Transaction,
  fleetId: string,
  owner: string,
  purpose: keyof typeof leaseSeconds = 'dispatch',
): Promise<Lease | null> {
  const [row] = await tx.sql<{ token: string }>(
    `insert into dispatch.leases as l (fleet_id, owner, token, expires_at, purpose)
     values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3), $4)
     on conflict (fleet_id, purpose) do update set owner = excluded.owner, expires_at = excluded.expires_at,
       token = case when l.owner = excluded.owner and l.expires_at > clock_timestamp() then l.token else l.token + 1 end
     where l.owner = excluded.owner or l.expires_at <= clock_timestamp()
     returning token::text`,
    [fleetId, owner, leaseSeconds[purpose], purpose],
  )
  return row ? { fleetId, owner, token: row.token } : null
}

/** Whether a lease is still in force; if so, it cannot be taken over until the transaction ends. */
export async function holdLease(tx: Transaction, { fleetId, owner, token }: Lease): Promise<boolean> {
  const rows = await tx.sql(
    `select from dispatch.leases
     where fleet_id = $1 and owner = $2 and token = $3 and expires_at > clock_timestamp() for share`,
    [fleetId, owner, token],
  )
  return rows.length > 0
}

/** Ends the leases of a process that stops, so that another need not wait for them to expire. */
export async function releaseLeases(tx: Transaction, owner: string): Promise<void> {
  await tx.sql(
    "update dispatch.leases set expires_at = clock_timestamp() - interval '1 second' where owner = $1",
    [owner],
  )
}
