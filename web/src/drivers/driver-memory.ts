import type { DriverState } from '@rumbo/contract/drivers.contract'
import { type AppStorage, localSettings } from '../app/session/storage.ts'
import type { QueueStore } from './action-queue.ts'

/** The driver whose page was open last on this phone, and what it showed; null after signing out. */
export function keptState(storage: AppStorage): { userId: string; state: DriverState } | null {
  const kept = storage.driverState()
  return typeof kept?.userId === 'string' && typeof kept.state === 'object' && kept.state !== null
    ? { userId: kept.userId, state: kept.state as DriverState }
    : null
}

const keyOf = (userId: string) => `driverQueue.${userId}`

/** Keeps a driver's actions on the phone, also after signing out. In private windows they last as long as the page. */
export const queueStoreOf = (userId: string): QueueStore => ({
  read: () => localSettings.getItem(keyOf(userId)),
  write: (text) => localSettings.setItem(keyOf(userId), text),
})
