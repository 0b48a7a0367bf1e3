import { secondMs } from '@rumbo/contract/time-units'
import type { Clock } from '../clock.ts'
import { GuardedFailure, type GuardedRequest } from '../upstream/guarded-request.ts'
import type { VapidPair } from './keys.ts'
import { retryAfterOf } from './pauses.ts'
import { pushRequestOf } from './push-request.ts'
import { DeliveryFailure, type FailureKind, type OutgoingDelivery, type Sender } from './sender.ts'

export interface PushTarget {
  /** An address of the browser's push service. */
  endpoint: string
  p256dh: string
  auth: string
  /** What the browser gets, as JSON. */
  payload: string
}
/** The subscriptions, which belong to a domain. */
export interface PushTargets {
  /** Null: the browser gets nothing any more. */
  find(id: string, delivery: OutgoingDelivery): Promise<PushTarget | null>
  works(id: string): Promise<void>
  /** The push service no longer knows the subscription. */
  gone(id: string): Promise<void>
}

/** Longest life that push services accept (RFC 8030 leaves it to them), in seconds. */
const longestLife = 28 * 24 * 3600
const defaultLife = 24 * 3600

const urgencies = ['high', 'high', 'normal', 'normal', 'low', 'low', 'very-low'] as const

/** Statuses that are about the service or our rate, not about the message. */
function kindOf(status: number): FailureKind {
  if (status === 401 || status === 403) return 'postponed'
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'receiver'
}

/** @throws DeliveryFailure for keys or a payload that no retry makes valid */
function callOf(...given: Parameters<typeof pushRequestOf>): ReturnType<typeof pushRequestOf> {
  try {
    return pushRequestOf(...given)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new DeliveryFailure(message, { kind: 'refused', cause: error })
  }
}

/** Sends push messages, encrypted for the browser (RFC 8291), to the push service it names (RFC 8030, 8292). */
export function createPushSender({
  request,
  targets,
  subject,
  keys,
  clock,
}: {
  request: Pick<GuardedRequest, 'send'>
  targets: PushTargets
  /** Whom push services may write to: mailto: or https:. */
  subject: string
  keys: () => Promise<VapidPair>
  clock: Clock
}): Sender {
  return {
    receiver: null,
    async send(delivery, signal) {
      const { targetId, priority, topic, expiresAt } = delivery
      const target = targetId === null ? null : await targets.find(targetId, delivery)
      if (targetId === null || target === null) throw new DeliveryFailure('browser_gone', { kind: 'refused' })
      const now = clock.now()
      const life = expiresAt === null ? defaultLife : (expiresAt.getTime() - now.getTime()) / secondMs
      const call = callOf(target, {
        subject,
        keys: await keys(),
        topic,
        now,
        ttl: Math.max(0, Math.min(longestLife, Math.floor(life))),
        urgency: urgencies[priority] ?? 'normal',
      })
      const answer = await request.send({ ...call, url: target.endpoint, signal }).catch((error: unknown) => {
        if (!(error instanceof GuardedFailure)) throw error
        throw new DeliveryFailure(error.message, {
          kind: error.kind === 'denied' ? 'refused' : 'receiver',
          cause: error,
        })
      })
      if (answer.status >= 200 && answer.status < 300) {
        await targets.works(targetId)
        return undefined
      }
      if (answer.status === 404 || answer.status === 410) await targets.gone(targetId)
      const text = answer.text.trim().slice(0, 300)
      throw new DeliveryFailure(`The push service answered ${answer.status}${text ? `: ${text}` : '.'}`, {
        kind: kindOf(answer.status),
        retryAfterMs: retryAfterOf(answer.headers['retry-after'], clock.now()),
      })
    },
    close: () => undefined,
  }
}
