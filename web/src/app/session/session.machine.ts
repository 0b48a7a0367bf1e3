import type { AuthAnswer, SessionUser } from '@rumbo/contract/identity.contract'
import { defaultTokenLifetimeSeconds, refreshMarginMs } from './session.rules.ts'

/*
 * The session as a state machine. The first refresh, or a failed one stored less than 300 s ago, initialises it, with
 * or
 * without a user. Authenticated means: a token, a user and the initialised flag. Only an expired session raises the
 * dialog,
 * and only for a signed-in user. After a failed refresh none is attempted until a login succeeds.
 */
export interface SessionState {
  isInitialised: boolean
  user: SessionUser | null
  /** Kept in memory only. */
  token: string | null
  tokenExpiresAtMs: number
  isRefreshing: boolean
  hasRefreshFailed: boolean
  isExpiredDialogOpen: boolean
  /** Full path to open after signing in. */
  returnUrl: string | null
  endedBy: 'logout' | 'expired' | 'passwordChange' | null
}

export type SessionUpdate =
  | { type: 'failureRemembered' }
  | { type: 'failureForgotten' }
  | { type: 'refreshBegun' }
  | { type: 'refreshPostponed' }
  | { type: 'accepted'; answer: AuthAnswer; nowMs: number }
  | { type: 'refreshFailed' }
  | { type: 'loginFailed' }
  | { type: 'initialisedWithoutUser' }
  | { type: 'unauthorised' }
  | { type: 'ended'; by: 'logout' | 'passwordChange' }
  | { type: 'dialogAcknowledged' }
  | { type: 'returnUrlRemembered'; url: string }
  | { type: 'returnUrlUsed' }

export const initialSession: SessionState = {
  isInitialised: false,
  user: null,
  token: null,
  tokenExpiresAtMs: 0,
  isRefreshing: false,
  hasRefreshFailed: false,
  isExpiredDialogOpen: false,
  returnUrl: null,
  endedBy: null,
}

export const isAuthenticated = (state: SessionState): boolean =>
  state.isInitialised && state.user !== null && state.token !== null

/** A token is renewed within 5 minutes of its expiry. */
export const needsRefresh = (state: SessionState, nowMs: number): boolean =>
  state.token !== null && state.tokenExpiresAtMs - nowMs <= refreshMarginMs

export const isTokenExpired = (state: SessionState, nowMs: number): boolean =>
  state.token !== null && state.tokenExpiresAtMs <= nowMs

const withoutUser = { user: null, token: null, tokenExpiresAtMs: 0, isRefreshing: false, isInitialised: true }

/** Returns the next state; does not mutate `state`. */
export function step(state: SessionState, update: SessionUpdate): SessionState {
  switch (update.type) {
    case 'failureRemembered':
      return { ...state, hasRefreshFailed: true }
    case 'failureForgotten':
      return { ...state, hasRefreshFailed: false }
    case 'refreshBegun':
      return { ...state, isRefreshing: true }
    case 'refreshPostponed':
      return { ...state, isRefreshing: false }
    case 'accepted': {
      const lifetimeSeconds = update.answer.expires_in ?? defaultTokenLifetimeSeconds
      return {
        ...state,
        isInitialised: true,
        user: update.answer.user,
        token: update.answer.access_token,
        tokenExpiresAtMs: update.nowMs + lifetimeSeconds * 1000,
        isRefreshing: false,
        hasRefreshFailed: false,
        isExpiredDialogOpen: false,
        endedBy: null,
      }
    }
    case 'refreshFailed':
      return {
        ...state,
        ...withoutUser,
        hasRefreshFailed: true,
        isExpiredDialogOpen: state.isExpiredDialogOpen || isAuthenticated(state),
        endedBy: isAuthenticated(state) ? 'expired' : state.endedBy,
      }
    case 'loginFailed':
      return { ...state, hasRefreshFailed: true }
    case 'initialisedWithoutUser':
      return { ...state, ...withoutUser }
    case 'unauthorised':
      if (!isAuthenticated(state)) return state
      return { ...state, ...withoutUser, isExpiredDialogOpen: true, endedBy: 'expired' }
    case 'ended':
      return {
        ...state,
        ...withoutUser,
        isExpiredDialogOpen: false,
        hasRefreshFailed: false,
        returnUrl: null,
        endedBy: update.by,
      }
    case 'dialogAcknowledged':
      return { ...state, isExpiredDialogOpen: false }
    case 'returnUrlRemembered':
      return { ...state, returnUrl: update.url }
    case 'returnUrlUsed':
      return { ...state, returnUrl: null }
  }
}
