import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decodeOsmandBatch, encodeOsmandQuery } from '@rumbo/protocols'
import { deviceSides, framedProtocols } from '@rumbo/protocols/registry'
import { corpusTable, measureCorpora } from '@rumbo/protocols/testing/corpus'
import { brokenFrame, type Fuzzed, fuzzProtocol, seededRandom } from '@rumbo/protocols/testing/fuzz'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'

// A million corrupted frames per protocol, with an intact device of the same protocol on another stream.
// `--frames=N` sets the number, `--seed=N` the random seed.
const optionOf = (name: string, otherwise: number) => {
  const stated = process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
  return stated === undefined ? otherwise : Number(stated)
}
const frames = optionOf('frames', 1_000_000)
const seed = optionOf('seed', 5)
const maxFrameBytes = 2048
/** Allowance for compiled code and garbage collection, measured on decoders without state. */
const maxGrowthMiB = 4

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function heapMiB(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

function fuzzRequests(count: number): Pick<Fuzzed, 'frames' | 'reports' | 'exceptions' | 'failure'> {
  const random = seededRandom(seed)
  const place = { time: new Date(0), latitude: 20.67, longitude: -103.35, speedKmh: 36, headingDegrees: 90 }
  const query = encodeOsmandQuery({ deviceIdentifier: 'phone-1', ...place, alarm: 'sos' })
  const coords = '{"latitude":20.67,"longitude":-103.35,"speed":8,"heading":90,"accuracy":5}'
  const json = `{"device_id":"7","location":{"timestamp":1504763810,"coords":${coords},"extras":{"rpm":900}}}`
  const position =
    '{"fixTime":"2026-03-04T05:06:07Z","latitude":1,"longitude":2,"attributes":{"alarm":"sos"}}'
  const traccar = `{"device":{"uniqueId":"7"},"position":${position}}`
  const message =
    '{"ident":"7","timestamp":1504763810.5,"position.latitude":1,"position.longitude":2,"din":3}'
  const material = [query, json, traccar, `[${message},${message}]`].map((text) =>
    new TextEncoder().encode(text),
  )
  const decoder = new TextDecoder()
  const fuzzed = { frames: 0, reports: 0, exceptions: 0, failure: null as unknown }
  for (; fuzzed.frames < count; fuzzed.frames++) {
    const text = decoder.decode(brokenFrame(random, material))
    const request = random() < 0.5 ? { query: text, body: '' } : { query: '', body: text }
    try {
      const batch = decodeOsmandBatch({ ...request, receivedAt: new Date(0) })
      if (batch.isAccepted) fuzzed.reports += batch.decodings.filter(({ isAccepted }) => isAccepted).length
    } catch (error) {
      fuzzed.exceptions++
      fuzzed.failure ??= { error, request }
    }
  }
  return fuzzed
}

const metrics: Record<string, Metric> = {}
for (const protocol of framedProtocols) {
  const { name } = protocol
  const side = deviceSides.find((each) => each.protocol === name)
  if (!side) throw new Error(`${name} has no tracker's side`)
  fuzzProtocol(protocol, side, { frames: frames / 10, seed: seed + 1, maxFrameBytes })
  const before = heapMiB()
  const startedAt = performance.now()
  const fuzzed = fuzzProtocol(protocol, side, { frames, seed, maxFrameBytes })
  const seconds = (performance.now() - startedAt) / 1000
  const after = heapMiB()
  if (fuzzed.failure) console.error(name, fuzzed.failure)
  metrics[`${name}: exceptions in ${fuzzed.frames.toLocaleString('en')} frames`] = exactly(
    fuzzed.exceptions,
    'exceptions',
    0,
  )
  metrics[`${name}: lost by the device beside`] = exactly(
    fuzzed.sentBeside - fuzzed.arrivedBeside,
    `of ${fuzzed.sentBeside} positions`,
    0,
  )
  metrics[`${name}: waiting bytes at most`] = atMost(fuzzed.maxWaitingBytes, 'bytes', maxFrameBytes)
  metrics[`${name}: heap before`] = recorded(before, 'MiB')
  metrics[`${name}: heap after`] = atMost(after, 'MiB', Math.round((before + maxGrowthMiB) * 10) / 10)
  metrics[`${name}: reports read from them`] = recorded(fuzzed.reports, 'reports')
  metrics[`${name}: speed`] = recorded(fuzzed.frames / seconds, 'frames/s')
}

fuzzRequests(frames / 10)
const before = heapMiB()
const requests = fuzzRequests(frames)
const after = heapMiB()
if (requests.failure) console.error('osmand', requests.failure)
metrics[`osmand: exceptions in ${requests.frames.toLocaleString('en')} requests`] = exactly(
  requests.exceptions,
  'exceptions',
  0,
)
metrics['osmand: heap before'] = recorded(before, 'MiB')
metrics['osmand: heap after'] = atMost(after, 'MiB', Math.round((before + maxGrowthMiB) * 10) / 10)
metrics['osmand: reports read from them'] = recorded(requests.reports, 'reports')

report('fuzz', metrics)
// What is read, beside what does no harm.
console.info(corpusTable(measureCorpora()))
