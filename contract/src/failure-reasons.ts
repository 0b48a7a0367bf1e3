/** Why something did not reach somebody, as a code that pages word. Any other text is what the receiving server said. */
export const failureReasons = [
  'not_configured',
  'not_verified',
  'no_address',
  'limit',
  'no_access',
  'attended',
  'expired',
  'unreachable',
  'opted_out',
  'files_not_sent',
  'not_a_number',
  'provider_status',
  'provider_refused',
  'not_delivered',
  'bounced',
  'browser_gone',
  'webhook_off',
  'interrupted',
  'timeout',
  'files_too_slow',
  'file_gone',
  'file_unread',
  'reassigned',
  'dropped',
  'failed',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** The reason and what follows it after a colon; null for the words of a server. */
export function readFailure(text: string): { reason: FailureReason; said: string | null } | null {
  const [, code, said] = /^([a-z_]+)(?:: ([\s\S]+))?$/.exec(text) ?? []
  const reason = failureReasons.find((one) => one === code)
  return reason === undefined ? null : { reason, said: said ?? null }
}
