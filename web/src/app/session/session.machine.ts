import type { AuthAnswer, SessionUser } from '@rumbo/contract/identity.contract'
import { defaultTokenLifetimeSeconds, refreshMarginMs } from './session.rules.ts'

/*
 * The session, as a machine. It starts uninitialised; the first refresh (or a failure remembered from less than
 * 300 s ago) initialises it, with or without a user. Authenticated = a token, a user and the initialised flag.
 * It ends by logout, by a password change, or because the server no longer takes it (expired): only the last
 * raises the dialog, and only for somebody who was signed in. After a failed refresh no other is attempted until
 * a login succeeds.
 */
export interface SessionState {
  isInitialised: boolean
  user: SessionUser | null
  /** In memory only. */
  token: string | null
  tokenExpiresAtMs: number
  isRefreshing: boolean
  hasRefreshFailed: boolean
  isExpiredDialogOpen: boolean
  /** Full path to go to after signing in. */
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

/** Within 5 minutes of its expiry a token is renewed. */
export const needsRefresh = (state: SessionState, nowMs: number): boolean =>
  state.token !== null && state.tokenExpiresAtMs - nowMs <= refreshMarginMs

export const isTokenExpired = (state: SessionState, nowMs: number): boolean =>
  state.token !== null && state.tokenExpiresAtMs <= nowMs

const withoutUser = { user: null, token: null, tokenExpiresAtMs: 0, isRefreshing: false, isInitialised: true }

/** The next state. Never changes the one given. */
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
