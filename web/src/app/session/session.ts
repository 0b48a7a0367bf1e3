import {
  type AuthAnswer,
  forcedPasswordChange,
  login,
  logout,
  refresh,
} from '@rumbo/contract/identity.contract'
import type { Http, HttpSession } from '../data/http.ts'
import { ProblemError, TransportError } from '../data/problems.ts'
import {
  initialSession,
  isAuthenticated,
  isTokenExpired,
  needsRefresh,
  type SessionState,
  type SessionUpdate,
  step,
} from './session.machine.ts'
import {
  demandsPasswordChange,
  isPendingPassword,
  type PendingState,
  pendingChange,
  pendingState,
  reviewStoredFailure,
  sleepGapMs,
  tokenCheckMs,
} from './session.rules.ts'
import type { AppStorage } from './storage.ts'

/** Channel between the tabs of one browser, which share the refresh cookie and so the session. */
export interface TabChannel {
  post: (message: TabMessage) => void
  listen: (listener: (message: TabMessage) => void) => void
}
export type TabMessage = { type: 'accepted'; answer: AuthAnswer; atMs: number } | { type: 'ended' }

/** A page that may wait for its session tries this often. */
const waitMs = 5_000

export interface SessionOptions {
  call: Http['call']
  storage: AppStorage
  now: () => number
  /** Runs one refresh at a time, across tabs where the browser supports it. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  tabs?: TabChannel
  /** Called when the session ended or another user signed in: caches and stores must be cleared. */
  onCleared: () => void
  onToken?: (token: string) => void
  /** Whether the page works without a session for now: it is then restored once the server answers. */
  mayWait?: () => boolean
}

export interface Credentials {
  username_or_email: string
  password: string
  otp_code?: string
  /** Used instead of a one-time code. */
  recovery_code?: string
}
export type LoginOutcome = 'signedIn' | 'passwordChange'
export type ForcedChangeRefusal = 'pending_missing' | 'pending_expired' | 'current_incorrect'

export interface Session extends HttpSession {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Restores the session at first load and starts the checks every 60 s. @returns a function that stops them */
  start: () => () => void
  /** Rejects with the refusal of the server, unless it asks for a new password. */
  login: (credentials: Credentials) => Promise<LoginOutcome>
  logout: () => Promise<void>
  /** Ends the session here and opens login, after a password change. */
  endAfterPasswordChange: () => void
  /** What became of the password change that a login asked for; also after its record was removed because it expired. */
  pendingChange: () => PendingState
  /** Returns null on success, else the reason found before any call. Rejects with the refusal of the server. */
  changeForcedPassword: (typed: {
    current: string
    next: string
    proof?: { otp_code?: string; recovery_code?: string }
  }) => Promise<ForcedChangeRefusal | null>
  /** Renews the token; callers share a renewal in flight. */
  renew: () => Promise<void>
  acknowledgeExpiry: () => void
  rememberReturnUrl: (url: string) => void
  forgetReturnUrl: () => void
}

/** The session of section 4: the state machine with its calls, storage, timer and the other tabs. */
export function createSession(options: SessionOptions): Session {
  const { call, storage, now, exclusively, tabs, onCleared } = options
  const listeners = new Set<() => void>()
  let state: SessionState = initialSession
  let renewal: Promise<void> | null = null
  let lastCheckMs = now()
  let hasPendingExpired = false
  let isLeaving = false

  function apply(update: SessionUpdate): void {
    const before = state
    state = step(state, update)
    if (state === before) return
    const isCleared = before.user !== null && (state.user === null || state.user.id !== before.user.id)
    if (isCleared) {
      storage.clearSession({ keepPendingChange: false })
      onCleared()
    }
    if (state.token !== null && state.token !== before.token) options.onToken?.(state.token)
    for (const listener of listeners) listener()
  }

  function accept(answer: AuthAnswer, atMs: number): void {
    storage.clearRefreshFailure()
    apply({ type: 'accepted', answer, nowMs: atMs })
    storage.storeUser(answer.user)
  }

  function fail(type: 'refreshFailed' | 'loginFailed'): void {
    storage.storeRefreshFailure(now())
    apply({ type })
  }

  /** A renewal in flight when the user signed out neither restores the session nor counts as failed. */
  const hasLeft = () => isLeaving || state.endedBy === 'logout' || state.endedBy === 'passwordChange'

  async function refreshOnce(): Promise<void> {
    const tokenBefore = state.token
    apply({ type: 'refreshBegun' })
    await exclusively(async () => {
      const isRenewedElsewhere = state.token !== tokenBefore && state.token !== null
      if (isRenewedElsewhere || hasLeft()) {
        apply({ type: 'refreshPostponed' })
        return
      }
      try {
        const answer = await call(refresh, { body: {} })
        if (hasLeft()) {
          apply({ type: 'refreshPostponed' })
          return
        }
        const atMs = now()
        lastCheckMs = atMs
        accept(answer, atMs)
        tabs?.post({ type: 'accepted', answer, atMs })
      } catch (error) {
        // A missing answer does not end a valid session: the next check retries.
        const isUndecided =
          error instanceof TransportError ||
          (!(error instanceof ProblemError && error.status < 500) && !isTokenExpired(state, now()))
        if (!state.isInitialised && error instanceof TransportError && options.mayWait?.()) {
          apply({ type: 'refreshPostponed' })
          setTimeout(() => void renew(), waitMs)
        } else if (hasLeft() || (isAuthenticated(state) && isUndecided)) apply({ type: 'refreshPostponed' })
        else fail('refreshFailed')
      }
    })
  }

  function renew(): Promise<void> {
    if (state.hasRefreshFailed || hasLeft()) return Promise.resolve()
    renewal ??= refreshOnce().finally(() => {
      renewal = null
    })
    return renewal
  }

  /** The record must not outlive its validity, even if nothing reads it. */
  function dropExpiredPending(): void {
    if (pendingState(storage.pendingChange(), now()) !== 'expired') return
    storage.storePendingChange(null)
    hasPendingExpired = true
  }

  function check(): void {
    const hasSlept = now() - lastCheckMs > sleepGapMs
    lastCheckMs = now()
    dropExpiredPending()
    if (isAuthenticated(state) && !state.isRefreshing && (hasSlept || needsRefresh(state, now())))
      void renew()
  }

  async function restore(): Promise<void> {
    const { flag, time } = storage.refreshFailure()
    const review = reviewStoredFailure(flag, time, now())
    if (review.store === 'clear') storage.clearRefreshFailure()
    if (review.store === 'now') storage.storeRefreshFailure(now())
    apply({ type: review.hasFailed ? 'failureRemembered' : 'failureForgotten' })
    if (review.hasFailed) apply({ type: 'initialisedWithoutUser' })
    else await renew()
  }

  tabs?.listen((message) => {
    if (message.type === 'ended') {
      if (isAuthenticated(state)) apply({ type: 'ended', by: 'logout' })
    } else if (state.isInitialised) {
      // As after a renewal of its own: a tab that wakes later does not renew again.
      lastCheckMs = message.atMs
      accept(message.answer, message.atMs)
    }
  })

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      void restore()
      const timer = setInterval(check, tokenCheckMs)
      return () => clearInterval(timer)
    },

    login: async (credentials) => {
      const { username_or_email, password } = credentials
      hasPendingExpired = false
      try {
        const answer = await call(login, {
          body: credentials,
        })
        const record = answer.user.force_password_change
          ? await pendingChange(username_or_email, password, now())
          : null
        accept(answer, now())
        storage.storePendingChange(record)
        tabs?.post({ type: 'accepted', answer, atMs: now() })
        return record === null ? 'signedIn' : 'passwordChange'
      } catch (error) {
        if (error instanceof ProblemError && demandsPasswordChange(error.code, error.message)) {
          storage.storePendingChange(await pendingChange(username_or_email, password, now()))
          return 'passwordChange'
        }
        fail('loginFailed')
        throw error
      }
    },

    logout: async () => {
      // From here on calls may be refused in any tab: the expiry dialog must not open.
      isLeaving = true
      tabs?.post({ type: 'ended' })
      await call(logout, { body: {} }, { retries: 0, timeoutMs: 4000 }).catch(() => {})
      isLeaving = false
      storage.clearRefreshFailure()
      storage.clearSession({ keepPendingChange: false })
      storage.storeRegistration(null)
      apply({ type: 'ended', by: 'logout' })
    },
    endAfterPasswordChange: () => {
      storage.clearSession({ keepPendingChange: false })
      apply({ type: 'ended', by: 'passwordChange' })
      tabs?.post({ type: 'ended' })
    },

    pendingChange: () => {
      const found = pendingState(storage.pendingChange(), now())
      return found === 'none' && hasPendingExpired ? 'expired' : found
    },

    changeForcedPassword: async ({ current, next, proof }) => {
      dropExpiredPending()
      const record = storage.pendingChange()
      if (record === null) return hasPendingExpired ? 'pending_expired' : 'pending_missing'
      if (!(await isPendingPassword(record, current))) return 'current_incorrect'
      await call(forcedPasswordChange, {
        body: {
          username_or_email: record.username,
          current_password: current,
          new_password: next,
          ...proof,
        },
      })
      storage.clearRefreshFailure()
      storage.storePendingChange(null)
      apply({ type: 'ended', by: 'passwordChange' })
      return null
    },

    renew,
    acknowledgeExpiry: () => apply({ type: 'dialogAcknowledged' }),
    rememberReturnUrl: (url) => apply({ type: 'returnUrlRemembered', url }),
    forgetReturnUrl: () => apply({ type: 'returnUrlUsed' }),

    token: () => state.token,
    settle: async () => {
      if (!isAuthenticated(state)) return
      const hasSlept = now() - lastCheckMs > sleepGapMs
      if (hasSlept || isTokenExpired(state, now())) await renew()
    },
    unauthorised: () => {
      if (!isLeaving) apply({ type: 'unauthorised' })
    },
  }
}
