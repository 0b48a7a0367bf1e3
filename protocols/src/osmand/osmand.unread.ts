import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { unreadReportOf } from '../reports.ts'
import { objectOf, setIdentifier, textOf, writtenAs } from './osmand.values.ts'

/** A request that names its device and cannot be read otherwise. */
export interface UnreadRequest {
  /** Carries the request without its secret, to be decoded again. */
  report: DeviceReport
  secret: string | null
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The report of a request with unreadable values; null if it names no device. */
export function unreadRequestOf(query: string, body: string, receivedAt: Date): UnreadRequest | null {
  const isJson = body.trimStart().startsWith('{')
  const root = isJson ? parsed(body) : null
  const params = new URLSearchParams(isJson || body === '' ? query : `${query}&${body.trim()}`)
  const secret = textOf(root?.secret) ?? params.get('secret')
  const named = nameIn(root) ?? params.get('id') ?? params.get('deviceid') ?? ''
  params.delete('secret')
  const { secret: _, ...open } = root ?? {}
  const kept = root ? writtenAs(open) : isJson ? body : ''
  if (kept === null) return null
  const report = unreadReportOf('osmand', '', receivedAt, encoder.encode(`${params}\n${kept}`))
  try {
    setIdentifier(report, 'id', named)
  } catch {
    return null
  }
  return report.deviceIdentifier === '' ? null : { report, secret }
}

/** Query and body of a request that was kept. */
export function keptRequestOf(bytes: Uint8Array): { query: string; body: string } {
  const text = decoder.decode(bytes)
  const end = text.indexOf('\n')
  return { query: text.slice(0, end), body: text.slice(end + 1) }
}

/** The device that a JSON body names, in any of the shapes that are read. */
function nameIn(root: Record<string, unknown> | null): string | null {
  return textOf(root?.device_id) ?? textOf(root?.ident) ?? textOf(objectOf(root?.device)?.uniqueId)
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return null
  }
}
