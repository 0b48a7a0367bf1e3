import { type Capability, can, levelAllows } from '@rumbo/contract/access'
import { type AccessUser, accessHolderOf } from '../session/access-holder.ts'

/** Whether somebody may open a screen: by level, and for what concerns a whole fleet by more than driving. */
export function mayOpenScreen(person: AccessUser | null, capability: Capability | undefined): boolean {
  if (capability === undefined) return true
  if (person === null || !levelAllows(person.level, capability)) return false
  return person.driven_fleets.length === 0 || can(accessHolderOf(person), capability)
}

/**
 * A part of the page could not be fetched: after an update its old name is gone, and only a reload helps. Browsers word
 * the script, the bundler its style sheet.
 */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|unable to preload/i.test(error.message)
