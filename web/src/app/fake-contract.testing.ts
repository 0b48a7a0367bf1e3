import type { Endpoint } from '@rumbo/contract/endpoint'
import { allEndpoints } from '@rumbo/contract/index'
import * as z from 'zod'

const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/')
/** Uploads and downloads of bytes, which are not endpoints of the contract. */
const transfers = [/^GET \/files\/[^/]+$/, /^POST \/attachments$/, /^POST \/regions\/uploads\/[^/]+\/parts$/]
const known = allEndpoints.map((endpoint) => ({ endpoint, segments: segmentsOf(endpoint.path) }))
/** Answers that broke the contract since the last check; the test itself may not notice a failed call. */
const violations: string[] = []

/** @param call `METHOD /path` below `/v1` */
function endpointOf(call: string): Endpoint | undefined {
  const [method, path = ''] = call.split(' ')
  const segments = segmentsOf(path)
  return known
    .filter(
      ({ endpoint, segments: wanted }) => endpoint.method === method && wanted.length === segments.length,
    )
    .map(({ endpoint, segments: wanted }) => ({
      endpoint,
      isMatch: wanted.every((one, index) => one.startsWith(':') || one === segments[index]),
      literals: wanted.filter((one) => !one.startsWith(':')).length,
    }))
    .filter(({ isMatch }) => isMatch)
    .sort((a, b) => b.literals - a.literals)[0]?.endpoint
}

/** Fakes use short ids such as `f1`, which are easier to read in addresses. */
function isShortId(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.some((option) => option.every(isShortId))
  return issue.code === 'invalid_format' && issue.format === 'uuid'
}

/**
 * Checks a fake answer against the endpoint's `output`. A violation fails the test at its end; the page still
 * receives the answer, so that the test does not wait for something else.
 */
export function contractAnswer(call: string, body: unknown): unknown {
  if (transfers.some((pattern) => pattern.test(call))) return body
  const endpoint = endpointOf(call)
  if (endpoint === undefined) {
    violations.push(`${call} is no endpoint of the contract.`)
    return body
  }
  const result = endpoint.output.safeParse(body)
  if (result.success) return result.data
  const issues = result.error.issues.filter((issue) => !isShortId(issue))
  if (issues.length > 0)
    violations.push(
      `The fake answer of ${endpoint.name} (${call}) breaks the contract:\n${z.prettifyError({ issues })}`,
    )
  return body
}

/** Throws where a fake answer broke the contract since the last call. */
export function expectContractKept(): void {
  const found = new Set(violations.splice(0))
  if (found.size > 0) throw new Error([...found].join('\n\n'))
}
