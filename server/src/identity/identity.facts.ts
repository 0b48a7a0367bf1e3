import type { Fact } from '../platform/facts/fact.ts'

/** A user registered and waits for activation. */
export type UserRegistered = Fact<'user.registered', { userId: string; email: string }>

export const userRegistered = (userId: string, email: string): UserRegistered => ({
  kind: 'user.registered',
  payload: { userId, email },
})
