import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addresses, queryString, readQuery } from '../addresses.ts'
import { useGo } from './address.tsx'
import { Gate } from './Gate.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'
import { authScreens, type ScreenEntry, staffScreens } from './screens.ts'

function LeadOn({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

/** Everything the rules of `Gate` decide is decided there; routes only say which screen an address means. */
export function createAppRouter(history?: RouterHistory) {
  const root = createRootRoute({ component: Gate, notFoundComponent: () => null })
  const screen = (entry: ScreenEntry, isPublic: boolean) =>
    createRoute({
      getParentRoute: () => root,
      path: entry.path,
      component: () => <ScreenFrame key={entry.path} entry={entry} isPublic={isPublic} />,
    })
  const leadsOn = (path: string, to: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <LeadOn to={to} /> })
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
