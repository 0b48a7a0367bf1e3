import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import type { OwnPlannedStop } from '@rumbo/contract/planning.publish.contract'
import { type AppStorage, localSettings } from '../app/session/storage.ts'
import type { QueueStore } from './action-queue.ts'
import type { WaitingFile } from './messages/driver-messages.rules.ts'

/** The driver whose page was open last on this phone, and what it showed; null after signing out. */
export function keptState(storage: AppStorage): { userId: string; state: DriverState } | null {
  const kept = storage.driverState()
  return typeof kept?.userId === 'string' && typeof kept.state === 'object' && kept.state !== null
    ? { userId: kept.userId, state: kept.state as DriverState }
    : null
}

/** The published route that the page showed this user, or the last one, without a session; null after signing out. */
export function keptRoute(storage: AppStorage, userId: string | undefined): OwnPlannedStop[] | null {
  const kept = storage.driverRoute()
  const isOwn = userId === undefined || kept?.userId === userId
  return isOwn && Array.isArray(kept?.stops) ? (kept.stops as OwnPlannedStop[]) : null
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
export function queueStoreOf(
  userId: string,
  queue: 'driverQueue' | 'driverMessages' = 'driverQueue',
): QueueStore {
  const name = `${queue}.${userId}`
  return {
    name,
    read: () => localSettings.getItem(name),
    write: (text) => localSettings.setItem(name, text),
    watch: (listener) => {
      // Key null: everything was cleared.
      const hear = ({ key }: StorageEvent) => (key === name || key === null) && listener()
      window.addEventListener('storage', hear)
      return () => window.removeEventListener('storage', hear)
    },
  }
}

/** What a driver has written in a conversation and not sent; its files are kept apart, by their ids. */
export interface KeptDraft {
  text: string
  files: readonly WaitingFile[]
}

/** Keeps drafts beside the queues, also after signing out. `conversation` is as in `draftKeyOf`. */
export function draftStoreOf(userId: string, conversation: string) {
  const name = `driverDraft.${userId}.${conversation}`
  return {
    read: (): KeptDraft => {
      try {
        const kept = JSON.parse(localSettings.getItem(name) ?? 'null') as Partial<KeptDraft> | null
        return { text: kept?.text ?? '', files: kept?.files ?? [] }
      } catch {
        return { text: '', files: [] }
      }
    },
    write: (draft: KeptDraft) => {
      if (draft.text === '' && draft.files.length === 0) localSettings.removeItem(name)
      else localSettings.setItem(name, JSON.stringify(draft))
    },
  }
}
export type DraftStore = ReturnType<typeof draftStoreOf>
