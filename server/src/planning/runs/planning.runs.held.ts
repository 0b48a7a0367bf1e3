import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { TravelDeps } from '../travel/planning.travel.actions.ts'
import type { ClaimedRun } from './planning.runs-claims.repository.ts'

const defaultLeaseSeconds = 10
/** Of travel times that take longer, what is stored is used, and the formula for the rest. */
const defaultLongestTravelMs = 900_000

export interface RunOptions extends TravelDeps {
  log: Pick<Logger, 'warn' | 'error'>
  /** Default: 10. */
  leaseSeconds?: number
  /** A run waits for travel times no longer than so many milliseconds, and holds no place meanwhile. Default: 900,000. */
  longestTravelMs?: number
  /** For results that are the same each time: of one thread, instead of seconds. */
  search?: { seed: number; iterations: number }
  /** For tests: is given the thread of each run. */
  onThread?: (thread: Worker, runId: string) => void
}

/** What carrying out runs needs, with the defaults. */
export type RunDeps = RunOptions & Required<Pick<RunOptions, 'leaseSeconds' | 'longestTravelMs'>>

export const withDefaults = ({
  leaseSeconds = defaultLeaseSeconds,
  longestTravelMs = defaultLongestTravelMs,
  ...others
}: RunOptions): RunDeps => ({ ...others, leaseSeconds, longestTravelMs })

/** A run that this worker has. */
export interface HeldRun {
  run: ClaimedRun
  /** Aborted once the run must end with the best so far. */
  stop: AbortController
  /** Aborted once this worker must let go of the run. */
  cancel: AbortController
}

export const runIdentity = asSystem('runs of plans')

export const writeRun = <Result>(
  { database }: Pick<RunDeps, 'database'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => database.transaction(runIdentity, work)

export const placeOfRun = ({ planId, companyId, fleetId }: ClaimedRun) => ({ id: planId, companyId, fleetId })

export const claimOfRun = ({ id, claim }: ClaimedRun, { leaseSeconds }: Pick<RunDeps, 'leaseSeconds'>) => ({
  id,
  claim,
  leaseSeconds,
})

/** Lets go of a run whose claim is not valid any more. */
export const letGoOfLost = ({ cancel }: HeldRun): void =>
  cancel.abort(new Error('another worker has the run, or it ended'))
