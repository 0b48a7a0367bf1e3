import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { unreadRequestOf } from '@rumbo/protocols'
import { inspectBytes } from './inspection.ts'
import { type Peer, sourceOf } from './peers.ts'
import { recordEvidence } from './registry.ts'
import { createReportRate } from './report-rate.ts'
import type { ServerDeps } from './server-deps.ts'

/** A report of a request, and the secret that it came with. */
export interface SecretReport {
  report: DeviceReport
  secret: string | null
}

export interface RawRequest {
  query: string
  body: string
}

export interface HttpReports {
  /**
   * Passes the reports to the intake in their order and resolves when each is committed or rejected. Those that are in order
   * are committed, also where another one is not: a sender that repeats the request sends them again, and the intake knows
   * them. Nothing is passed on where one of the devices sent too many before.
   * @param raw the request, if it is about one device only; for the inspector
   * @returns the `peers` of the committed reports, and the milliseconds until a device that sent too many may send again
   */
  store(
    reports: readonly SecretReport[],
    remoteAddress: string,
    isForwarded: boolean,
    raw: RawRequest | null,
  ): Promise<{ outcome: HttpOutcome; peers: Peer[]; pauseMs: number }>
}

export type HttpOutcome = 'stored' | 'not_stored' | 'wrong_secret' | 'rate'

/** Stores what came over HTTP: checks secrets, records who reported, and waits for the commit. */
export function createHttpReports({
  options,
  limits,
  counters,
  peers,
  claims,
  inspector,
}: Pick<ServerDeps, 'options' | 'limits' | 'counters' | 'peers' | 'claims' | 'inspector'>): HttpReports {
  const { clock, intake } = options
  const rate = createReportRate(limits)

  return {
    async store(reports, remoteAddress, isForwarded, raw) {
      const permissions = await permissionsOf(reports)
      if (!permissions) return { outcome: 'not_stored', peers: [], pauseMs: 0 }
      const permitted = reports.filter((_, index) => permissions[index]).map(({ report }) => report)
      // Before the rate: who claims a device must be seen also where it sends too much.
      const recorded = permitted.map((report) => recordPeer(report, remoteAddress, isForwarded))
      const devices = permitted.map(({ deviceIdentifier }) => deviceIdentifier)
      const pauseMs = rate.admit(remoteAddress, devices, clock.now().getTime())
      if (inspector.isActive)
        for (const [index, { report }] of reports.entries())
          inspect(report, permissions[index] === true && pauseMs === 0, remoteAddress, raw)
      if (pauseMs > 0) {
        counters.reportsReceived += permitted.length
        counters.reportsRejected += permitted.length
        return { outcome: 'rate', peers: [], pauseMs }
      }
      const outcomes = await Promise.allSettled(permitted.map(accept))
      const rejected = outcomes.filter(({ status }) => status === 'rejected').length
      counters.reportsRejected += rejected
      counters.reportsAcknowledged += permitted.length - rejected
      if (rejected > 0) rate.giveBack(remoteAddress, devices)
      const others = permitted.length === reports.length ? 'stored' : 'wrong_secret'
      return { outcome: rejected > 0 ? 'not_stored' : others, peers: recorded, pauseMs }
    },
  }

  /** Shows the request without its secret; of one about several devices only what was decoded for this one. */
  function inspect(
    report: DeviceReport,
    isAccepted: boolean,
    remoteAddress: string,
    raw: RawRequest | null,
  ): void {
    const { deviceIdentifier, receivedAt } = report
    if (!inspector.isInspected(deviceIdentifier)) return
    const kept = raw && unreadRequestOf(raw.query, raw.body, receivedAt)
    const place = { protocol: 'osmand', transport: 'http', remoteAddress } as const
    inspectBytes(
      inspector,
      deviceIdentifier,
      { ...place, connectionId: `http ${remoteAddress}` },
      {
        kind: isAccepted ? 'message' : 'refused',
        bytes: kept?.report.unreadFrame?.bytes ?? new Uint8Array(0),
        reports: isAccepted ? [report] : [],
      },
    )
  }

  async function accept(report: DeviceReport): Promise<void> {
    counters.reportsReceived++
    if (report.unreadFrame) counters.unreadMessages++
    await intake.accept(report)
  }

  /** Null while secrets cannot be read. One look for each device and secret. */
  async function permissionsOf(reports: readonly SecretReport[]): Promise<boolean[] | null> {
    const known = new Map<string, Promise<boolean>>()
    const permission = ({ report: { deviceIdentifier }, secret }: SecretReport) => {
      const key = `${deviceIdentifier}\n${secret ?? ''}`
      const found = known.get(key) ?? check(deviceIdentifier, secret)
      known.set(key, found)
      return found
    }
    try {
      return await Promise.all(reports.map(permission))
    } catch {
      return null
    }
  }

  async function check(deviceIdentifier: string, secret: string | null): Promise<boolean> {
    return (await options.isSecretAccepted?.(deviceIdentifier, secret)) ?? true
  }

  function recordPeer(report: DeviceReport, remoteAddress: string, isForwarded: boolean): Peer {
    const { deviceIdentifier } = report
    const now = clock.now().getTime()
    const peer = peers.recordMessage(
      { deviceIdentifier, protocol: 'osmand', transport: 'http', origin: remoteAddress, remoteAddress },
      now,
    )
    claims.recordMessage(deviceIdentifier, { ...sourceOf(peer), isForwarder: isForwarded }, now)
    report.remoteAddress = remoteAddress
    recordEvidence(peer, report)
    return peer
  }
}
