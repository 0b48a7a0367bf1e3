export const deliveryChannels = ['email', 'sms', 'push', 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** A stored file of a record. */
export interface DeliveryFile {
  id: string
  name: string
  contentType: string
}

export interface OutgoingDelivery {
  id: string
  recipient: string
  language: string
  subject: string
  body: string
  kind: string
  /** The push subscription or webhook that it goes to; null for other channels. */
  targetId: string | null
  /** 0 is the most urgent, 6 the least. */
  priority: number
  topic: string | null
  /** Of a mail: what mail programs call to unsubscribe with one click. */
  unsubscribeUrl: string | null
  /** Of a mail that may be replied to. */
  replyToken: string | null
  /** Of a mail: what is attached to it. */
  files: readonly DeliveryFile[] | null
  createdAt: Date
  expiresAt: Date | null
}

/** What the provider answered. */
export interface Accepted {
  /** How the provider calls the delivery, in receipts. */
  providerId?: string
}

/** Passes deliveries of one channel to its server. */
export interface Sender {
  /**
   * The server, as host and port; workers share what they know of its failures under this name. Null where each
   * delivery states its own.
   */
  readonly receiver: string | null
  /** @throws DeliveryFailure, or any other error where the server failed; both before or at the abort of the signal */
  send(delivery: OutgoingDelivery, signal: AbortSignal): Promise<Accepted | undefined>
  /** Ends its connections. */
  close(): void
}
/** Null for a channel without a server, whose deliveries are kept for reading in Rumbo. */
export type Senders = Readonly<Record<DeliveryChannel, Sender | null>>

/**
 * - `refused`: the server works, and no retry of this delivery can succeed
 * - `postponed`: the server works, and wants this delivery later
 * - `receiver`: the server failed, whatever it was sent
 */
export type FailureKind = 'refused' | 'postponed' | 'receiver'

/** The message is one of `failureReasons` of the contract, with details after a colon, or what the server said. */
export class DeliveryFailure extends Error {
  readonly kind: FailureKind
  /** As the server asked for. */
  readonly retryAfterMs: number
  constructor(message: string, options: { kind: FailureKind; retryAfterMs?: number; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.kind = options.kind
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
