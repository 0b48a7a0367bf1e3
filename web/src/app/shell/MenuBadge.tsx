import { Suspense } from 'react'
import { badges } from './domain-parts.ts'
import type { BadgeProps } from './MenuCount.tsx'
import type { BadgedScreen } from './menu.ts'

/** The count of a menu item; needs a positioned container. */
export function MenuBadge({ screen, ...props }: BadgeProps & { screen: BadgedScreen }) {
  const Badge = badges[screen]
  return (
    <Suspense>
      <Badge {...props} />
    </Suspense>
  )
}
