/** The screens outside the authenticated layout. */
const loginPath = '/auth/login'
const changePasswordPath = '/auth/change-password'
const landingPath = '/main'
const guestLandingPath = '/vehicle-details'
export const guestPaths = [guestLandingPath, '/profile', '/notification-list'] as const
/** Pages of the authentication layout that are also open to signed-in users. */
const openToEveryone = ['/auth/forgot-password', '/auth/verify-reset-code', changePasswordPath] as const

export interface NavigationQuestion {
  /** The path, without query. */
  path: string
  /** Path with query and fragment, to return to. */
  fullPath: string
  isKnownPath: boolean
  /** The session has been restored or has failed, and companies and fleets are loaded for the signed-in user. */
  isReady: boolean
  isAuthenticated: boolean
  isGuest: boolean
  mustChangePassword: boolean
  isExpiredDialogOpen: boolean
  /** The user has just signed out, so there is no return address. */
  isLeaving: boolean
  returnUrl: string | null
}

export type NavigationAnswer =
  | { show: 'spinner' | 'screen' | 'error' | 'nothing' }
  | { go: string; remember?: string; forget?: true }

const isBelow = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)
const isAuthPath = (path: string): boolean => isBelow(path, '/auth')
const guestMayOpen = (path: string): boolean => guestPaths.some((allowed) => isBelow(path, allowed))
const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** Whether a return address belongs to this application; `//host` and `/\host` lead to other sites. */
export const isOwnAddress = (url: string): boolean => /^\/(?![/\\])/.test(url)

function landingOf({ isGuest, returnUrl }: NavigationQuestion): string {
  const home = isGuest ? guestLandingPath : landingPath
  if (returnUrl === null || !isOwnAddress(returnUrl)) return home
  const path = withoutSlash(returnUrl.split(/[?#]/)[0] ?? '')
  if (path === '/' || isAuthPath(path) || (isGuest && !guestMayOpen(path))) return home
  return returnUrl
}

/** The navigation rules of section 2: shows an address or redirects. */
export function decide(question: NavigationQuestion): NavigationAnswer {
  const path = withoutSlash(question.path)
  if (!question.isReady) return { show: 'spinner' }

  if (!question.isAuthenticated) {
    if (!question.isKnownPath) return { show: 'error' }
    if (isAuthPath(path)) return { show: 'screen' }
    if (question.isExpiredDialogOpen) return { show: 'nothing' }
    if (question.isLeaving || path === '/') return { go: loginPath }
    return { go: loginPath, remember: question.fullPath }
  }

  if (question.mustChangePassword) {
    return path === changePasswordPath ? { show: 'screen' } : { go: changePasswordPath }
  }
  if (isAuthPath(path) && question.isKnownPath) {
    if (openToEveryone.some((open) => open === path)) return { show: 'screen' }
    return { go: landingOf(question), forget: true }
  }
  if (path === '/') return { go: question.isGuest ? guestLandingPath : landingPath }
  if (question.isGuest && !guestMayOpen(path)) return { go: guestLandingPath }
  return { show: question.isKnownPath ? 'screen' : 'error' }
}
