import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readServerStatus, ServerFigure } from '@rumbo/contract/monitoring.status.contract'
import {
  levelOfMeasure,
  type ServerLevel,
  type ServerMeasure,
  serverThresholds,
} from '@rumbo/contract/monitoring.status-levels'
import { hourMs } from '@rumbo/contract/time-units'

export type ServerStatus = OutputOf<typeof readServerStatus>

/** The figures of the panel, in this order, with their formats. */
export const shownFigures = [
  { figure: 'cpuPercent', unit: '%', digits: 0 },
  { figure: 'memoryPercent', unit: '%', digits: 0 },
  { figure: 'diskPercent', unit: '%', digits: 0 },
  { figure: 'networkInPerSecond', unit: 'kB/s', digits: 1 },
  { figure: 'networkOutPerSecond', unit: 'kB/s', digits: 1 },
  { figure: 'connections', unit: '', digits: 0 },
  { figure: 'queryMeanMs', unit: 'ms', digits: 1 },
  { figure: 'queryP95Ms', unit: 'ms', digits: 1 },
  { figure: 'responseP95Ms', unit: 'ms', digits: 0 },
  { figure: 'requestsPerSecond', unit: '/s', digits: 1 },
  { figure: 'errorPercent', unit: '%', digits: 2 },
  { figure: 'activeUsers', unit: '', digits: 0 },
] as const satisfies readonly { figure: ServerFigure; unit: string; digits: number }[]
export type ShownFigure = (typeof shownFigures)[number]['figure']

/** Converts to the displayed unit: bytes per second to kilobytes. */
export const shownValue = (figure: ShownFigure, value: number | null): number | null =>
  value === null || !figure.startsWith('network') ? value : value / 1000

/** The threshold a figure is compared with; null if it has none. */
const measureOf = (figure: ShownFigure): ServerMeasure | null =>
  figure === 'connections'
    ? 'connectionsPercent'
    : figure in serverThresholds
      ? (figure as ServerMeasure)
      : null

/** Green, amber or red; null for a figure without threshold or value. */
export function levelOf(status: ServerStatus, figure: ShownFigure): ServerLevel | null {
  const measure = measureOf(figure)
  if (measure === null) return null
  return levelOfMeasure(
    measure,
    measure === 'connectionsPercent' ? status.current.connectionsPercent : status.current[figure],
  )
}

/** Formats seconds as days, hours and minutes. */
export function timeParts(seconds: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.floor(seconds / 60)
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}

/** Number of points: half a minute each, which is three samples. */
const parts = 120

/**
 * A column of the history over the hour before the reading: the maximum of each half minute, null where nothing was
 * measured. A server that started five minutes ago has a line of five minutes.
 */
export function overTheHour(
  { at, history: { time } }: Pick<ServerStatus, 'at'> & { history: Pick<ServerStatus['history'], 'time'> },
  values: readonly (number | null)[],
): (number | null)[] {
  const fromMs = Date.parse(at) - hourMs
  const line = Array<number | null>(parts).fill(null)
  values.forEach((value, index) => {
    const part = Math.min(parts - 1, Math.floor((((time[index] ?? 0) - fromMs) / hourMs) * parts))
    if (value !== null && part >= 0) line[part] = Math.max(line[part] ?? value, value)
  })
  return line
}

/** Minimum and maximum of a column; null where nothing was measured. */
export function rangeOf(values: readonly (number | null)[]): { min: number; max: number } | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
}

/** All figures of the panel as text, to send to support: labelled as in the interface, without secrets. */
export function asDiagnostics(status: ServerStatus): string {
  const line = (name: string, value: unknown) => `${name}: ${value ?? '–'}`
  return [
    `Rumbo ${status.version} · ${status.at}`,
    line('uptimeSeconds', status.uptimeSeconds),
    line('hostUptimeSeconds', status.hostUptimeSeconds),
    line('cpus', status.cpus),
    line('memory', `${status.memory.usedBytes} / ${status.memory.totalBytes} bytes`),
    line('disk', status.disk && `${status.disk.usedBytes} / ${status.disk.totalBytes} bytes`),
    line('databaseBytes', status.database.bytes),
    line('maxConnections', status.database.maxConnections),
    line('certificate', status.certificateState),
    line('certificateDays', status.certificateDays),
    ...Object.entries(status.current).map(([name, value]) => line(name, value)),
    ...status.services.map(({ name, part, state, since, reason, figures }) =>
      line(
        part === null ? name : `${name} (${part})`,
        [state, since && `since ${since}`, reason, Object.keys(figures).length > 0 && JSON.stringify(figures)]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    ...status.processes.map(
      ({ roles, pid, host, isAlive, memoryBytes, cpuPercent, loopDelayMs, startedAt }) =>
        line(
          `process ${pid} ${roles.join('+')}`,
          `${host} · ${isAlive ? 'alive' : 'silent'} · started ${startedAt} · ${memoryBytes} bytes · cpu ${cpuPercent ?? '–'} % · loop ${loopDelayMs ?? '–'} ms`,
        ),
    ),
  ].join('\n')
}
