import { useSyncExternalStore } from 'react'

/** Notifies once when a free vehicle is within some minutes of a place; kept in this tab until then or until it expires. */
export interface ApproachAlert {
  id: string
  /** Whose it is: a tab may see several people. */
  userId: string
  companyId: string
  fleetId: string
  label: string
  /** The vehicle that the place goes with; it does not count itself. Null for a place that stays. */
  vehicleId: string | null
  latitude: number
  longitude: number
  minutes: number
  /** Epoch milliseconds, as the next one. */
  expiresAtMs: number
  /** When it was last looked for; when it was made, at first. */
  checkedAtMs: number
  /** For a while nobody could look: the roads or the stream did not answer, or the machine slept. */
  hasGap: boolean
}

const key = 'rumbo.approachAlerts'
const most = 10
/** Browsers let a page in the background look once a minute only. */
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

/** Reads saved alerts; damaged ones are left out. Expired ones stay, to be reported. */
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

/** Whether nobody looked for too long before this moment. */
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
    // A refused storage: they last as long as the page.
  }
  for (const listener of listeners) listener()
}

export const approachAlerts = {
  present,
  add: (alert: ApproachAlert) => replace([...present(), alert].slice(-most)),
  remove: (id: string) => replace(present().filter((one) => one.id !== id)),
  /** Somebody could look just now. */
  checked: (id: string, nowMs: number) =>
    replace(
      present().map((one) =>
        one.id === id ? { ...one, checkedAtMs: nowMs, hasGap: one.hasGap || isPause(one, nowMs) } : one,
      ),
    ),
  /** Answers what was dropped, and whether each was looked for all the time. */
  dropExpired: (nowMs: number): readonly ApproachAlert[] => {
    const over = present().filter(({ expiresAtMs }) => expiresAtMs <= nowMs)
    if (over.length > 0) replace(present().filter((one) => !over.includes(one)))
    return over.map((one) => ({ ...one, hasGap: one.hasGap || isPause(one, one.expiresAtMs) }))
  },
  /** Drops what another person of this tab left behind. */
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

/** The alerts that wait, as they are added, notified or dropped. */
export const useApproachAlerts = (): readonly ApproachAlert[] => useSyncExternalStore(subscribe, present)
