import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { isGuestUser } from '../client.ts'
import { useClient, useSession, useWorkspace } from '../client-context.tsx'
import { isAuthenticated } from '../session/session.machine.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { Splash } from '../shell/Splash.tsx'
import { authScreens } from './auth-screens.ts'
import { decide } from './navigation.rules.ts'
import { isAloneAt, isKnownPath } from './screens.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { useOpenedByPush } from './use-opened-by-push.ts'

const Shell = lazy(() => import('../shell/Shell.tsx').then((file) => ({ default: file.Shell })))
const SessionExpiredDialog = lazy(() =>
  import('../shell/SessionExpiredDialog.tsx').then((file) => ({ default: file.SessionExpiredDialog })),
)

/** Applies the navigation rules at each change of address or session. */
export function Gate() {
  const { pathname, href } = useLocation()
  const { history } = useRouter()
  useOpenedByPush()
  const { session } = useClient()
  const state = useSession()
  const { isReady } = useWorkspace()
  const isSignedIn = isAuthenticated(state)
  const isKnown = isKnownPath(pathname)
  const answer = decide({
    path: pathname,
    fullPath: href,
    isKnownPath: isKnown,
    isReady: state.isInitialised && (!isSignedIn || isReady || state.user?.force_password_change === true),
    isAuthenticated: isSignedIn,
    isGuest: isGuestUser(state),
    mustChangePassword: state.user?.force_password_change ?? false,
    isExpiredDialogOpen: state.isExpiredDialogOpen,
    isLeaving: state.endedBy === 'logout' || state.endedBy === 'passwordChange',
    returnUrl: state.returnUrl,
  })
  const go = 'go' in answer ? answer.go : null
  const remember = 'go' in answer ? answer.remember : undefined
  const mustForget = 'go' in answer && answer.forget === true

  useEffect(() => {
    if (go === null) return
    if (remember !== undefined) session.rememberReturnUrl(remember)
    // The session, not the user, leaves the screen.
    history.replace(go, undefined, { ignoreBlocker: true })
    if (mustForget) session.forgetReturnUrl()
  }, [go, remember, mustForget, session, history])

  const toasts = useToasts()
  const userId = state.user?.id ?? null
  const lastUserId = useRef(userId)
  useEffect(() => {
    // They name vehicles and places, which the next person at this computer must not see.
    if (lastUserId.current !== null && lastUserId.current !== userId) toasts.clear()
    lastUserId.current = userId
  }, [userId, toasts])

  return (
    <>
      {'go' in answer || (answer.show === 'spinner' && !isAloneAt(pathname)) ? (
        <Splash />
      ) : answer.show === 'nothing' ? null : answer.show === 'error' || pathname.startsWith('/auth') ? (
        <AuthLayout>
          {answer.show === 'error' ? <ScreenFrame entry={authScreens.notFound} isPublic /> : <Outlet />}
        </AuthLayout>
      ) : isAloneAt(pathname) ? (
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      ) : (
        <Suspense fallback={<Splash />}>
          <Shell>
            <Outlet />
          </Shell>
        </Suspense>
      )}
      <UnsavedGuard />
      {state.isExpiredDialogOpen && (
        <Suspense>
          <SessionExpiredDialog onAcknowledge={session.acknowledgeExpiry} />
        </Suspense>
      )}
    </>
  )
}
