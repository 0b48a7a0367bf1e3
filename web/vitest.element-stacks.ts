import * as React from 'react'

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

/** Before each element React's development build takes a stack, up to a number of them a second: here none. */
export function takeNoElementStacks(): void {
  const shared = (React as unknown as Record<string, object | undefined>)[internals]
  if (!shared || !('recentlyCreatedOwnerStacks' in shared))
    throw new Error('This React counts its stacks elsewhere: find the place, or remove what asks for this.')
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
}
