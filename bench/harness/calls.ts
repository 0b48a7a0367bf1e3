import { atMost, type Metric, recorded } from './report.ts'
import type { BenchRumbo } from './rumbo.ts'

/** The value below which this share of the times lies. */
export const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

export interface Caller {
  /** One call under `/v1`, until its body is read: JSON, or the bytes of a file as an `ArrayBuffer`. */
  call<Body>(method: string, path: string, body?: Buffer | object): Promise<Body>
  /** p50 and p99 in milliseconds of repeated calls, and the last answer. */
  repeat<Body>(path: string, calls?: number): Promise<{ p50Ms: number; p99Ms: number; body: Body }>
}

/** Calls of one signed-in person. */
export function callerOf({ httpPort }: Pick<BenchRumbo, 'httpPort'>, accessToken: string): Caller {
  async function call<Body>(method: string, path: string, body?: Buffer | object): Promise<Body> {
    const isFile = Buffer.isBuffer(body)
    const headers = new Headers({ authorization: `Bearer ${accessToken}` })
    if (body) headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json')
    const response = await fetch(`http://127.0.0.1:${httpPort}/v1${path}`, {
      method,
      headers,
      body: isFile ? new Uint8Array(body) : body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    const isJson = response.headers.get('content-type')?.includes('json')
    return (isJson ? response.json() : response.arrayBuffer()) as Promise<Body>
  }
  return {
    call,
    async repeat<Body>(path: string, calls = 300) {
      const times: number[] = []
      let body = await call<Body>('GET', path)
      for (let at = -30; at < calls; at += 1) {
        const startedAt = performance.now()
        body = await call<Body>('GET', path)
        if (at >= 0) times.push(performance.now() - startedAt)
      }
      return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), body }
    },
  }
}

/** Two rows of a report: the usual time, and the one that must hold. */
export const timesOf = (
  name: string,
  { p50Ms, p99Ms }: { p50Ms: number; p99Ms: number },
  aimMs: number,
): Record<string, Metric> => ({
  [`${name}, p50`]: recorded(p50Ms, 'ms'),
  [`${name}, p99`]: atMost(p99Ms, 'ms', aimMs),
})
