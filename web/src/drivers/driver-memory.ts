import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import { type AppStorage, localSettings } from '../app/session/storage.ts'
import type { QueueStore } from './action-queue.ts'

/** The driver whose page was open last on this phone, and what it showed; null after signing out. */
export function keptState(storage: AppStorage): { userId: string; state: DriverState } | null {
  const kept = storage.driverState()
  return typeof kept?.userId === 'string' && typeof kept.state === 'object' && kept.state !== null
    ? { userId: kept.userId, state: kept.state as DriverState }
    : null
}

/** The conversations that the page showed this user last; null after signing out. */
export function keptThreads(storage: AppStorage, userId: string): DriverThread[] | null {
  const kept = storage.driverThreads()
  return kept?.userId === userId && Array.isArray(kept.threads) ? (kept.threads as DriverThread[]) : null
}

/**
 * Keeps what a driver did on the phone, also after signing out. In private windows it lasts as long as the page.
 * `driverMessages` is what was written in conversations.
 */
export const queueStoreOf = (
  userId: string,
  queue: 'driverQueue' | 'driverMessages' = 'driverQueue',
): QueueStore => ({
  read: () => localSettings.getItem(`${queue}.${userId}`),
  write: (text) => localSettings.setItem(`${queue}.${userId}`, text),
})
