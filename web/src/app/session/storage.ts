import type { SessionUser } from '@rumbo/contract/identity.contract'
import { type PendingChange, reducedUser } from './session.rules.ts'

/** The session's keys in the browser's storage; settings of single screens have their own. */
const keys = {
  company: 'activeCompanyId',
  fleet: 'activeFleetId',
  user: 'user',
  pendingChange: 'pendingPasswordChange',
  refreshFailed: 'refreshFailed',
  refreshFailedTime: 'refreshFailedTime',
  registrationSuccess: 'registrationSuccess',
  driverState: 'driverState',
  driverThreads: 'driverThreads',
  driverRoute: 'driverRoute',
} as const

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** If the browser denies storage, values are kept in memory until the page is closed. */
function tolerant(area: () => StorageArea): StorageArea {
  const memory = new Map<string, string>()
  return {
    getItem: (key) => {
      // A full storage still answers, with what was there before.
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      try {
        return area().getItem(key)
      } catch {
        return null
      }
    },
    setItem: (key, value) => {
      try {
        area().setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    removeItem: (key) => {
      memory.delete(key)
      try {
        area().removeItem(key)
      } catch {
        return
      }
    },
  }
}

function readRecord(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Local storage for settings of single screens. */
export const localSettings = tolerant(() => localStorage)

export interface Registration {
  email: string
  timestamp: number
}

/** Typed access to session storage and local storage. Damaged records read as absent. */
export function createStorage(
  sessionArea: () => StorageArea = () => sessionStorage,
  localArea: () => StorageArea = () => localStorage,
) {
  const session = tolerant(sessionArea)
  const local = tolerant(localArea)
  const put = (area: StorageArea, key: string, value: string | null) =>
    value === null ? area.removeItem(key) : area.setItem(key, value)

  return {
    companyId: () => session.getItem(keys.company),
    storeCompanyId: (id: string | null) => put(session, keys.company, id),
    fleetId: () => session.getItem(keys.fleet),
    storeFleetId: (id: string | null) => put(session, keys.fleet, id),
    storeUser: (user: SessionUser) => session.setItem(keys.user, JSON.stringify(reducedUser(user))),

    pendingChange: (): PendingChange | null => {
      const found = readRecord(session.getItem(keys.pendingChange))
      if (typeof found?.username !== 'string' || typeof found.password !== 'string') return null
      if (typeof found.timestamp !== 'number') return null
      const { username, password, timestamp } = found
      return { username, password, timestamp }
    },
    storePendingChange: (record: PendingChange | null) =>
      put(session, keys.pendingChange, record === null ? null : JSON.stringify(record)),

    /** What a driver's page showed last, for a start without a connection. */
    driverState: () => readRecord(local.getItem(keys.driverState)),
    storeDriverState: (record: { userId: string; state: unknown }) =>
      local.setItem(keys.driverState, JSON.stringify(record)),
    /** The conversations that a driver's page showed last. */
    driverThreads: () => readRecord(local.getItem(keys.driverThreads)),
    storeDriverThreads: (record: { userId: string; threads: unknown }) =>
      local.setItem(keys.driverThreads, JSON.stringify(record)),

    /** The published route that a driver's page showed last. */
    driverRoute: () => readRecord(local.getItem(keys.driverRoute)),
    storeDriverRoute: (record: { userId: string; stops: unknown }) =>
      local.setItem(keys.driverRoute, JSON.stringify(record)),

    refreshFailure: () => ({
      flag: local.getItem(keys.refreshFailed),
      time: local.getItem(keys.refreshFailedTime),
    }),
    storeRefreshFailure: (atMs: number) => {
      local.setItem(keys.refreshFailed, 'true')
      local.setItem(keys.refreshFailedTime, String(atMs))
    },
    clearRefreshFailure: () => {
      local.removeItem(keys.refreshFailed)
      local.removeItem(keys.refreshFailedTime)
    },

    registration: (): Registration | null => {
      const found = readRecord(local.getItem(keys.registrationSuccess))
      if (typeof found?.email !== 'string' || typeof found.timestamp !== 'number') return null
      return { email: found.email, timestamp: found.timestamp }
    },
    storeRegistration: (record: Registration | null) =>
      put(local, keys.registrationSuccess, record === null ? null : JSON.stringify(record)),

    /** Removes what a session stored; a pending password change is kept if it is still needed. */
    clearSession: ({ keepPendingChange }: { keepPendingChange: boolean }) => {
      session.removeItem(keys.company)
      session.removeItem(keys.fleet)
      session.removeItem(keys.user)
      local.removeItem(keys.driverState)
      local.removeItem(keys.driverThreads)
      local.removeItem(keys.driverRoute)
      if (!keepPendingChange) session.removeItem(keys.pendingChange)
    },
  }
}
export type AppStorage = ReturnType<typeof createStorage>
