import type { AccessHolder } from '@rumbo/contract/access'
import type { SessionUser } from '@rumbo/contract/identity.contract'

export type AccessUser = Pick<SessionUser, 'level' | 'access_scopes' | 'driven_fleets'>

/** The signed-in user in the form that the access rules expect. */
export const accessHolderOf = ({ level, access_scopes, driven_fleets }: AccessUser): AccessHolder => ({
  level,
  scopes: access_scopes,
  drivesOnly: driven_fleets,
})
