/** What is said of a device before anything is drawn. Pure. */

import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { rejectionReasons } from '@rumbo/contract/telemetry.devices.contract'
import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'

/** Protocols as their makers write them. */
export const protocolNames = {
  gt06: 'GT06',
  suntech: 'Suntech',
  teltonika: 'Teltonika',
  queclink: 'Queclink',
  h02: 'H02',
  gps103: 'GPS103',
  tk103: 'TK103',
  jt808: 'JT/T 808',
  osmand: 'OsmAnd',
} as const satisfies Record<DeviceProtocol, string>

export type ContactState = 'waiting' | 'silent' | 'connected' | 'reporting'

interface Contact {
  isConnected: boolean
  lastReportAt: string | null
  lastFixAt: string | null
}

/** How far the first contact has come: no report ever, one before but none now, connected, connected with a position. */
export function contactStateOf(
  { isConnected, lastReportAt, lastFixAt }: Contact,
  nowMs: number,
): ContactState {
  const isFresh = (at: string | null) => at !== null && nowMs - Date.parse(at) < silentAfterMs
  if (isConnected || isFresh(lastReportAt)) return isFresh(lastFixAt) ? 'reporting' : 'connected'
  return lastReportAt === null ? 'waiting' : 'silent'
}

export type ReasonName = (typeof rejectionReasons)[number] | 'other'

/** Refused reports of a device, the most frequent reason first. */
export function refusedLines(
  refused: Readonly<Record<string, number>>,
): { reason: ReasonName; count: number }[] {
  const counts = new Map<ReasonName, number>()
  for (const [name, count] of Object.entries(refused)) {
    const reason = rejectionReasons.find((one) => one === name) ?? 'other'
    counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

/** A model as it stands in the field: maker and model, the maker once. */
export const modelLabel = ({ maker, model }: { maker: string; model: string }): string =>
  model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`

/** Whether an access point's name can stand in a text to a tracker. */
export const isApn = (text: string): boolean => /^[A-Za-z0-9._@-]{0,63}$/.test(text)

/** Opens the phone's own messages, with recipient and text filled in. */
export const smsAddress = (number: string, text: string): string =>
  `sms:${number.replace(/[^\d+]/g, '')}?body=${encodeURIComponent(text)}`

interface PhoneTarget {
  host: string
  port: number
  identifier: string
  /** Only while it is known: right after it was made. */
  secret: string | null
}

/** Addresses for apps that report over HTTP: one for apps with a server field, one as OsmAnd's online tracking takes it. */
export function phoneAddresses({ host, port, identifier, secret }: PhoneTarget): {
  app: string
  osmand: string
} {
  const root = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/`
  const who = new URLSearchParams({ id: identifier })
  if (secret !== null) who.set('secret', secret)
  return {
    app: `${root}?${who}`,
    osmand: `${root}?${who}&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&bearing={6}`,
  }
}
