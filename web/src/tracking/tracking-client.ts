import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readBasemap } from '@rumbo/contract/places.contract'
import type { rateTracked, TrackedService } from '@rumbo/contract/services.tracking.contract'

/** Thrown for a link that is unknown, closed or expired. */
export class LinkClosed extends Error {}

export interface TrackingClient {
  /** @throws LinkClosed; any other error where the answer may come later */
  follow(signal: AbortSignal): Promise<TrackedService>
  rate(rating: { stars: number; comment: string | null }): Promise<OutputOf<typeof rateTracked>>
  basemap(): Promise<OutputOf<typeof readBasemap>>
}

const timeoutMs = 15_000

/** The calls behind a link. */
export function createTrackingClient(token: string): TrackingClient {
  const base = `/v1/tracking/${encodeURIComponent(token)}`
  async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(`${base}${path}`, {
      ...options,
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    if (answer.status === 404) throw new LinkClosed()
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
    return answer.json() as Promise<Answer>
  }
  return {
    follow: (signal) => ask('', { signal }),
    rate: (rating) =>
      ask('/rating', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rating),
      }),
    basemap: () => ask('/basemap'),
  }
}
