import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceMessage } from '@rumbo/contract/telemetry.inspection.contract'

type DecodedReport = DeviceMessage['reports'][number]
/** What is stored of a message beside its bytes. */
export type MessageContent = Pick<DeviceMessage, 'checksumHolds' | 'text' | 'reports'>

/** Longer messages are cut. */
const maxKeptBytes = 4_096
const star = 0x2a

/** What a report says, as it is stored with its message. Times as ISO text. */
export function decodedOf({
  kind,
  fix,
  telemetry,
  alarm,
  answer,
  extras,
  unreadFrame,
}: DeviceReport): DecodedReport {
  const isLeftOut = (name: string) => name.endsWith('Raw') || name === 'badFix'
  const given = Object.entries(extras)
  return {
    kind,
    isUnread: unreadFrame !== undefined,
    fix: fix && { ...fix, time: fix.time.toISOString() },
    telemetry: { ...telemetry },
    alarm,
    answer: answer?.text ?? null,
    extras: Object.fromEntries(given.filter(([name]) => !isLeftOut(name))),
    leftOut: Object.fromEntries(
      given.filter(([name]) => isLeftOut(name)).map(([name, value]) => [name.replace(/Raw$/, ''), value]),
    ),
  }
}

/** A password may be part of another. */
const longestFirst = (secrets: Iterable<string>) => [...secrets].sort((a, b) => b.length - a.length)

/**
 * A copy of at most 4,096 bytes in which each password is replaced by stars of the same length. The whole is searched
 * before it is cut: a password may stand across the cut.
 */
export function maskedBytes(bytes: Uint8Array, secrets: Iterable<string>): Buffer {
  const copy = Buffer.from(bytes)
  for (const secret of longestFirst(secrets)) {
    const sought = Buffer.from(secret, 'utf8')
    if (sought.length === 0) continue
    for (let at = copy.indexOf(sought); at >= 0; at = copy.indexOf(sought, at + sought.length))
      copy.fill(star, at, at + sought.length)
  }
  return copy.subarray(0, maxKeptBytes)
}

/** Masks passwords in the texts of a message; a password of digits may have been read as a number. */
export function maskedContent(content: MessageContent, secrets: Iterable<string>): MessageContent {
  const sought = longestFirst(secrets).filter((secret) => secret !== '')
  if (sought.length === 0) return content
  const maskText = (text: string | null) =>
    text && sought.reduce((masked, secret) => masked.replaceAll(secret, starsFor(secret)), text)
  const maskValues = (values: DecodedReport['extras']) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value === 'string') return [name, maskText(value) ?? '']
        return [name, sought.includes(String(value)) ? starsFor(String(value)) : value]
      }),
    )
  return {
    ...content,
    text: maskText(content.text),
    reports: content.reports.map((report) => ({
      ...report,
      answer: maskText(report.answer),
      extras: maskValues(report.extras),
      leftOut: maskValues(report.leftOut),
    })),
  }
}

const starsFor = (secret: string) => '*'.repeat(secret.length)
