/** What a mail server reports about a mail of ours that it could not deliver. */
export interface Bounce {
  /** Of the mail: its Message-ID before the @. */
  deliveryId: string
  recipient: string
  /** Such as 5.1.1. */
  status: string
  /** Whether the address itself is wrong: another mail to it would fail too. */
  isOfAddress: boolean
}

/** Where reports have what is looked for. */
const looked = 200_000
/** Reports have short lines (RFC 5322: 998 characters); the rest could take long to match. */
const longestLine = 1_000
const ownId = /<([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})@[^>\s]+>/i

/**
 * Reads a report of failed delivery (RFC 3464). It names our mail by the random Message-ID, which only servers on its way and
 * its recipient know.
 * @returns null for any other mail, and for delays
 */
export function bounceIn(raw: Buffer): Bounce | null {
  const text = raw
    .toString('latin1', 0, looked)
    .split('\n')
    .filter((line) => line.length <= longestLine)
    .join('\n')
  const head = text.slice(0, Math.max(0, text.search(/\r?\n\r?\n/))).replace(/\r?\n[ \t]+/g, ' ')
  if (!/^content-type:\s*multipart\/report\b[^\n]*delivery-status/im.test(head)) return null
  const body = text.slice(head.length)
  if (!/^action:\s*failed\b/im.test(body)) return null
  const status = /^status:\s*(5\.\d{1,3}\.\d{1,3})/im.exec(body)?.[1]
  const recipient =
    /^(?:original|final)-recipient:\s*rfc822\s*;\s*<?([^<>\s@]{1,64}@[^<>\s@]{1,255})>?\s*$/im.exec(body)?.[1]
  const named = /^message-id:\s*(<[^>]+>)/im.exec(body)?.[1]
  const deliveryId = ownId.exec(named ?? '')?.[1]?.toLowerCase()
  if (status === undefined || recipient === undefined || deliveryId === undefined) return null
  return {
    deliveryId,
    recipient: recipient.toLowerCase(),
    status,
    isOfAddress: /^5\.(?:1\.\d+|2\.1)$/.test(status),
  }
}
