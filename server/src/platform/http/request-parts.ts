import type { FastifyRequest } from 'fastify'

/** `a=1&a=2` gives an array, everything else a string; no nested forms. */
export function queryOf(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const known = Object.hasOwn(query, name) ? query[name] : undefined
    if (known === undefined) query[name] = value
    else query[name] = [...(Array.isArray(known) ? known : [known]), value]
  }
  return query
}

/** Ends the connection of a request whose body has not arrived whole in time. */
export function endLate({ raw }: FastifyRequest, afterMs: number): void {
  if (raw.complete) return
  const ending = setTimeout(() => raw.destroy(), afterMs).unref()
  raw.once('close', () => clearTimeout(ending))
}
