import type { Invitation } from '@rumbo/contract/identity.invitations.contract'

interface InvitationTimes {
  accepted_at: Date | null
  revoked_at: Date | null
  expires_at: Date
}

/** The invitation's present status. */
export function invitationStatus(times: InvitationTimes, now: Date): Invitation['status'] {
  if (times.accepted_at) return 'accepted'
  if (times.revoked_at) return 'revoked'
  return times.expires_at <= now ? 'expired' : 'open'
}
