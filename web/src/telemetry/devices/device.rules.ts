/** Rules for showing devices. Pure. */

import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { rejectionReasons } from '@rumbo/contract/telemetry.devices.contract'
import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'

/** Display names of the protocols, as their makers write them. */
export const protocolNames = {
  gt06: 'GT06',
  suntech: 'Suntech',
  teltonika: 'Teltonika',
  queclink: 'Queclink',
  h02: 'H02',
  gps103: 'GPS103',
  tk103: 'TK103',
  jt808: 'JT/T 808',
  meitrack: 'Meitrack',
  osmand: 'OsmAnd',
} as const satisfies Record<DeviceProtocol, string>

export type ContactState = 'waiting' | 'silent' | 'connected' | 'reporting'

interface Contact {
  isConnected: boolean
  lastReportAt: string | null
  lastFixAt: string | null
}

/**
 * State of the first contact: never reported, reported earlier but disconnected, connected, connected with a
 * position.
 */
export function contactStateOf(
  { isConnected, lastReportAt, lastFixAt }: Contact,
  nowMs: number,
): ContactState {
  const isFresh = (at: string | null) => at !== null && nowMs - Date.parse(at) < silentAfterMs
  if (isConnected || isFresh(lastReportAt)) return isFresh(lastFixAt) ? 'reporting' : 'connected'
  return lastReportAt === null ? 'waiting' : 'silent'
}

export type ReasonName = (typeof rejectionReasons)[number] | 'other'

/** Reasons of refused reports of a device, most frequent first. */
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

/** The label of a model: maker and model, without repeating the maker. */
export const modelLabel = ({ maker, model }: { maker: string; model: string }): string =>
  model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`

/** Whether a text can be used as an access point's name in a text message to a tracker. */
export const isApn = (text: string): boolean => /^[A-Za-z0-9._@-]{0,63}$/.test(text)

/** A link that opens the phone's messaging app with recipient and text filled in. */
export const smsAddress = (number: string, text: string): string =>
  `sms:${number.replace(/[^\d+]/g, '')}?body=${encodeURIComponent(text)}`

interface PhoneTarget {
  host: string
  port: number
  identifier: string
  /** Known only right after it was created. */
  secret: string | null
}

/** Addresses for apps that report over HTTP: one for apps with a server field, one for OsmAnd's online tracking. */
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
