import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { fromHex } from '../bytes.ts'
import type { DeviceClient, DeviceSide } from '../device-side.ts'
import type { DeviceMessage, DeviceStream, FramedProtocol } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { captureFile } from './capture-forms.ts'
import { type Capture, readDeviceData, readSamples } from './captures.ts'
import { simulatedReport } from './simulated.ts'

export type Random = () => number

/** Numbers from 0 up to 1, the same for the same seed (a xorshift of 32 bits). */
export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
}

const imei = '861000000000018'
const receivedAt = new Date('2026-03-04T05:06:10Z')

/** An identifier of the kind the protocol's devices have. */
export function identifierFor(side: DeviceSide): string {
  const candidates = [imei, imei.slice(-12), imei.slice(-10), imei.slice(-9)]
  const identifier = candidates.find((each) => side.isIdentifier(each))
  if (identifier === undefined) throw new Error(`No identifier fits ${side.protocol}`)
  return identifier
}

/** Complete frames to break: of a simulated tracker, the samples, and the shared captures where that folder exists. */
export function framesOf({ name }: FramedProtocol, side: DeviceSide): Uint8Array[] {
  const client = side.openDeviceClient(identifierFor(side))
  const sent = [
    client.login(),
    client.heartbeat(simulatedReport()),
    client.report(simulatedReport()),
    client.report(simulatedReport({ alarm: 'sos' })),
    client.report(simulatedReport({ isStored: true, isValid: false })),
  ]
  const captures = readDeviceData<{ captures: Capture[] }>(`captures/${captureFile(name)}`)?.captures ?? []
  const real = captures.filter(({ hex }) => hex).map(({ hex }) => fromHex(hex))
  const samples = readSamples<Capture>(name, 'frames.json').map(({ hex }) => fromHex(hex))
  return [...sent.filter((bytes) => bytes !== null), ...samples, ...real]
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function randomBytes(random: Random, byteCount: number): Uint8Array {
  return Uint8Array.from({ length: byteCount }, () => Math.floor(random() * 256))
}

function mutate(random: Random, frame: Uint8Array): Uint8Array {
  const bytes = frame.slice()
  const changes = 1 + Math.floor(random() * 8)
  for (let change = 0; change < changes; change++) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  }
  return bytes
}

/** A frame that is complete, changed, cut, joined with another, with inserted bytes, or random. */
export function brokenFrame(random: Random, frames: readonly Uint8Array[]): Uint8Array {
  const frame = pick(random, frames)
  const cut = Math.floor(random() * frame.length)
  switch (Math.floor(random() * 8)) {
    case 0:
      return frame
    case 1:
      return frame.subarray(0, cut)
    case 2:
      return frame.subarray(cut)
    case 3:
      return joinBytes(mutate(random, frame), pick(random, frames))
    case 4: {
      const inserted = joinBytes(frame.subarray(0, cut), randomBytes(random, 1 + Math.floor(random() * 20)))
      return joinBytes(inserted, frame.subarray(cut))
    }
    case 5:
      return randomBytes(random, Math.floor(random() * 200))
    default:
      return mutate(random, frame)
  }
}

export interface Fuzzed {
  frames: number
  reports: number
  overlong: number
  exceptions: number
  /** The first of them, and the bytes it came from. */
  failure: unknown
  maxWaitingBytes: number
  /** Positions that a second device sent, and those decoded as sent. */
  sentBeside: number
  arrivedBeside: number
}

export interface FuzzOptions {
  frames: number
  seed: number
  maxFrameBytes?: number
  /** The second device sends a position after this number of frames. */
  besideEvery?: number
  onReport?: (report: DeviceReport) => void
}

/** A device of the same protocol on a socket of its own. */
function openNeighbour(protocol: FramedProtocol, side: DeviceSide) {
  const client: DeviceClient = side.openDeviceClient(identifierFor(side))
  const stream: DeviceStream = protocol.openStream()
  let second = 0
  const login = client.login()
  if (login) stream.read(login, receivedAt, () => {})
  return {
    /** Sends one position. @returns whether it was decoded as sent */
    sendsCorrectly(): boolean {
      second++
      const sent = simulatedReport({ time: new Date(Date.UTC(2026, 2, 1) + (second % 86_400) * 1000) })
      const reports: DeviceReport[] = []
      stream.read(client.report(sent), receivedAt, (message) => reports.push(...message.reports))
      const fix = reports[0]?.fix
      return (
        reports.length === 1 &&
        fix?.time.getTime() === sent.time.getTime() &&
        Math.abs(fix.latitude - sent.latitude) < 1e-5 &&
        Math.abs(fix.longitude - sent.longitude) < 1e-5
      )
    },
  }
}

/** Sends broken frames to streams of a protocol, and complete ones to a second stream. Counts the decoder's exceptions. */
export function fuzzProtocol(protocol: FramedProtocol, side: DeviceSide, options: FuzzOptions): Fuzzed {
  const { frames, seed, maxFrameBytes = 2048, besideEvery = 50, onReport } = options
  const random = seededRandom(seed)
  const material = framesOf(protocol, side)
  const login = side.openDeviceClient(identifierFor(side)).login()
  const neighbour = openNeighbour(protocol, side)
  const fuzzed: Fuzzed = {
    frames: 0,
    reports: 0,
    overlong: 0,
    exceptions: 0,
    failure: null,
    maxWaitingBytes: 0,
    sentBeside: 0,
    arrivedBeside: 0,
  }
  const onMessage = (message: DeviceMessage) => {
    fuzzed.reports += message.reports.length
    if (onReport) for (const report of message.reports) onReport(report)
  }
  let isDatagram = false
  const open = () => {
    const transport = pick(random, protocol.transports)
    isDatagram = transport === 'udp'
    const stream = protocol.openStream({ maxFrameBytes, transport })
    if (login && !isDatagram && random() < 0.9) stream.read(login, receivedAt, () => {})
    return stream
  }
  let stream = open()
  for (let count = 0; count < frames; count++) {
    const bytes = brokenFrame(random, material)
    try {
      const splitAt = !isDatagram && random() < 0.2 ? Math.floor(random() * bytes.length) : 0
      const first = splitAt > 0 ? stream.read(bytes.subarray(0, splitAt), receivedAt, onMessage) : 'open'
      const outcome = first === 'open' ? stream.read(bytes.subarray(splitAt), receivedAt, onMessage) : first
      fuzzed.maxWaitingBytes = Math.max(fuzzed.maxWaitingBytes, stream.waitingBytes)
      if (outcome === 'overlong') fuzzed.overlong++
      if (outcome === 'overlong' || isDatagram || random() < 0.02) stream = open()
    } catch (error) {
      fuzzed.exceptions++
      fuzzed.failure ??= { error, bytes: Array.from(bytes) }
      stream = open()
    }
    fuzzed.frames++
    if (count % besideEvery === 0) {
      fuzzed.sentBeside++
      if (neighbour.sendsCorrectly()) fuzzed.arrivedBeside++
    }
  }
  return fuzzed
}
