import type { AccessHolder } from '@rumbo/contract/access'
import type { SessionUser } from '@rumbo/contract/identity.contract'

export type Opener = Pick<SessionUser, 'level' | 'access_scopes' | 'driven_fleets'>

/** The signed-in user as the rules of access take one. */
export const holderOf = ({ level, access_scopes, driven_fleets }: Opener): AccessHolder => ({
  level,
  scopes: access_scopes,
  drivesOnly: driven_fleets,
})
