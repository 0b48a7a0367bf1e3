import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  useLocation,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { addresses, queryString, readQuery } from '../../addresses.ts'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { useGo } from './address.tsx'
import { authScreens } from './auth-screens.ts'
import { Gate } from './Gate.tsx'
import type { ScreenEntry } from './screen-entry.ts'
import { staffScreens } from './screens.ts'

const withoutSlash = (path: string) => path.replace(/\/+$/, '')

/**
 * Redirects once. It may still be rendered briefly after the address has changed, when another redirect would undo
 * that change.
 */
function Redirect({ from, to }: { from: string; to: string }) {
  const go = useGo()
  const { pathname } = useLocation()
  const isHere = withoutSlash(pathname) === withoutSlash(from)
  useEffect(() => {
    if (isHere) go(to, { replace: true })
  }, [go, isHere, to])
  return null
}

/** Maps addresses to screens; `Gate` decides everything else. */
export function createAppRouter(history?: RouterHistory) {
  const root = createRootRoute({ component: Gate, notFoundComponent: () => null })
  const screen = (entry: ScreenEntry, isPublic: boolean) =>
    createRoute({
      getParentRoute: () => root,
      path: entry.path,
      component: () => <ScreenFrame key={entry.path} entry={entry} isPublic={isPublic} />,
    })
  const leadsOn = (path: string, to: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <Redirect from={path} to={to} /> })
  const tree = root.addChildren([
    leadsOn('/', addresses.main()),
    leadsOn('/users', addresses.directory({ view: 'system-users' })),
    ...Object.values(staffScreens).map((entry) => screen(entry, false)),
    ...Object.values(authScreens).map((entry) => screen(entry, true)),
  ])
  return createRouter({
    routeTree: tree,
    history,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    parseSearch: readQuery,
    stringifySearch: (search: Record<string, unknown>) =>
      queryString(search as Record<string, string | string[]>),
  })
}
export type AppRouter = ReturnType<typeof createAppRouter>
