import { Suspense } from 'react'
import { badges } from './domain-parts.ts'
import type { BadgeProps } from './MenuCount.tsx'
import type { BadgedScreen } from './menu.ts'

/** How much waits behind an item of the menu; below a container with a position. */
export function MenuBadge({ screen, ...props }: BadgeProps & { screen: BadgedScreen }) {
  const Badge = badges[screen]
  return (
    <Suspense>
      <Badge {...props} />
    </Suspense>
  )
}
