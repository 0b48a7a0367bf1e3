import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Partial<InputOf<E>> & object,
) => Promise<OutputOf<E>>

/**
 * Calls the API as one person.
 * @param token of the signed-in person; empty before signing in
 */
export const createCall =
  (baseUrl: string, token: () => string): Call =>
  async <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>> & object): Promise<OutputOf<E>> => {
    const {
      params = {},
      query = {},
      body,
    } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
      ),
    )
    const headers: Record<string, string> = {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (token()) headers.authorization = `Bearer ${token()}`
    const response = await fetch(`${baseUrl}/v1${path}?${search}`, {
      method: endpoint.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`${endpoint.name}: ${response.status}`)
    return (await response.json()) as OutputOf<E>
  }
