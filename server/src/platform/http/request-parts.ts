import type { FastifyRequest } from 'fastify'

/** Parses a query string: `a=1&a=2` gives an array, anything else a string; nothing nested. */
export function queryOf(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const known = Object.hasOwn(query, name) ? query[name] : undefined
    if (known === undefined) query[name] = value
    else query[name] = [...(Array.isArray(known) ? known : [known]), value]
  }
  return query
}

/** Closes the connection of a request whose body is incomplete after `afterMs`. */
export function endLate({ raw }: FastifyRequest, afterMs: number): void {
  if (raw.complete) return
  const ending = setTimeout(() => raw.destroy(), afterMs).unref()
  raw.once('close', () => clearTimeout(ending))
}
