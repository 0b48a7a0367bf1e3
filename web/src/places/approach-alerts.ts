import { useSyncExternalStore } from 'react'

/**
 * An alert notifies once when a free vehicle is within some minutes of a place; kept in this tab until then or until
 * it expires.
 */
export interface ApproachAlert {
  id: string
  /** Its owner: several users may sign in in one tab. */
  userId: string
  companyId: string
  fleetId: string
  label: string
  /** The vehicle whose place is watched, which does not trigger the alert itself. Null for a fixed place. */
  vehicleId: string | null
  latitude: number
  longitude: number
  minutes: number
  /** Epoch milliseconds, like the following fields. */
  expiresAtMs: number
  /** Time of the last check; initially the time of creation. */
  checkedAtMs: number
  /** Checks were interrupted: roads or the stream did not answer, or the computer slept. */
  hasGap: boolean
}

const key = 'rumbo.approachAlerts'
const maxAlerts = 10
/** Browsers run timers of a background page only once a minute. */
const longestPauseMs = 150_000
const listeners = new Set<() => void>()

const isAlert = (one: unknown): one is ApproachAlert => {
  if (typeof one !== 'object' || one === null) return false
  const { id, userId, companyId, fleetId, label, vehicleId, hasGap, ...figures } = one as Record<
    string,
    unknown
  >
  const { latitude, longitude, minutes, expiresAtMs, checkedAtMs } = figures
  return (
    [id, userId, companyId, fleetId, label].every((text) => typeof text === 'string') &&
    (vehicleId === null || typeof vehicleId === 'string') &&
    typeof hasGap === 'boolean' &&
    [latitude, longitude, minutes, expiresAtMs, checkedAtMs].every((value) => Number.isFinite(value))
  )
}

/** Reads saved alerts without damaged ones. Expired ones are kept, to be reported. */
export function readAlerts(saved: string | null): ApproachAlert[] {
  try {
    const found: unknown = JSON.parse(saved ?? '[]')
    return Array.isArray(found) ? found.filter(isAlert) : []
  } catch {
    return []
  }
}

function load(): readonly ApproachAlert[] {
  try {
    return readAlerts(sessionStorage.getItem(key))
  } catch {
    return []
  }
}

/** Whether the last check is too long before this moment. */
const isPause = ({ checkedAtMs }: ApproachAlert, untilMs: number): boolean =>
  untilMs - checkedAtMs > longestPauseMs

let alerts: readonly ApproachAlert[] | null = null
const present = (): readonly ApproachAlert[] => {
  alerts ??= load()
  return alerts
}

function replace(next: readonly ApproachAlert[]): void {
  alerts = next
  try {
    sessionStorage.setItem(key, JSON.stringify(next))
  } catch {
    // If the browser denies storage, alerts last until the page is closed.
  }
  for (const listener of listeners) listener()
}

export const approachAlerts = {
  present,
  add: (alert: ApproachAlert) => replace([...present(), alert].slice(-maxAlerts)),
  remove: (id: string) => replace(present().filter((one) => one.id !== id)),
  /** Records a successful check. */
  checked: (id: string, nowMs: number) =>
    replace(
      present().map((one) =>
        one.id === id ? { ...one, checkedAtMs: nowMs, hasGap: one.hasGap || isPause(one, nowMs) } : one,
      ),
    ),
  /** Removes expired alerts and returns them, each with whether it was checked all the time. */
  dropExpired: (nowMs: number): readonly ApproachAlert[] => {
    const over = present().filter(({ expiresAtMs }) => expiresAtMs <= nowMs)
    if (over.length > 0) replace(present().filter((one) => !over.includes(one)))
    return over.map((one) => ({ ...one, hasGap: one.hasGap || isPause(one, one.expiresAtMs) }))
  },
  /** Removes alerts of another user of this tab. */
  keepOf: (userId: string) => {
    if (present().some((one) => one.userId !== userId))
      replace(present().filter((one) => one.userId === userId))
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The pending alerts, updated as they are added, notified or removed. */
export const useApproachAlerts = (): readonly ApproachAlert[] => useSyncExternalStore(subscribe, present)
