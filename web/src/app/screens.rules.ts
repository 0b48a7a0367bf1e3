import { type Capability, levelAllows } from '@rumbo/contract/access'
import type { SessionUser } from '@rumbo/contract/identity.contract'

export type Opener = Pick<SessionUser, 'level' | 'functional_role' | 'access_scopes'>

/** Screens that show every customer. */
const notForDrivers: readonly Capability[] = ['directory.read', 'services.read']

const onlyDrives = ({ functional_role, access_scopes }: Opener): boolean =>
  (functional_role === 'primary_driver' || functional_role === 'secondary_driver') &&
  access_scopes.every(({ type }) => type === 'read')

/** Whether somebody may open a screen: by level, and for every customer's affairs by more than driving. */
export function mayOpenScreen(person: Opener | null, capability: Capability | undefined): boolean {
  if (capability === undefined) return true
  if (person === null || !levelAllows(person.level, capability)) return false
  return !(notForDrivers.includes(capability) && onlyDrives(person))
}

/**
 * A part of the page could not be fetched: after an update its old name is gone, and only a reload helps. Browsers word
 * the script, the bundler its style sheet.
 */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|unable to preload/i.test(error.message)
