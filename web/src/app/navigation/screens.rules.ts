import { type Capability, can, levelAllows } from '@rumbo/contract/access'
import { type AccessUser, accessHolderOf } from '../session/access-holder.ts'

/**
 * Whether a user may open a screen: by level, and screens about a whole fleet only if the user does more than drive.
 */
export function mayOpenScreen(person: AccessUser | null, capability: Capability | undefined): boolean {
  if (capability === undefined) return true
  if (person === null || !levelAllows(person.level, capability)) return false
  return person.driven_fleets.length === 0 || can(accessHolderOf(person), capability)
}

/**
 * Whether a chunk of the page could not be fetched: after an update its old name is gone, and only a reload helps.
 * Browsers word the error for scripts, the bundler for style sheets.
 */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|unable to preload/i.test(error.message)
