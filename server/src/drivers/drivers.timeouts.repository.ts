import type { Transaction } from '../platform/database/transaction.ts'

/** Serialises two workers that look for shifts past their end. */
export const lockTimeouts = (tx: Transaction) =>
  tx.sql("select pg_advisory_xact_lock(hashtextextended('driver shift timeouts', 0))")
