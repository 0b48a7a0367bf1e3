import { type MessagePort, parentPort } from 'node:worker_threads'
import type { EngineRequest, EngineVehicle } from '../dispatch.constraints.rules.ts'
import { DriveTimes } from '../dispatch.drive-times.ts'
import { matchInLevels, type RoundTask } from '../dispatch.levels.ts'
import type { KnownDrives, TimesQuestion } from '../dispatch.round-drives.ts'
import {
  type PackedTimes,
  packFindings,
  packQuestions,
  unpackTimes,
  unpackVehicles,
} from './dispatch.round-messages.rules.ts'
import type { FromRoundThread, ToRoundThread } from './dispatch.round-thread.ts'

/** Sides of cells in degrees of latitude: 500 m and 11 m. */
const cellDegrees = 0.0045
const placeDegrees = 0.0001
/** About 50 MB each. */
const mostTimes = 600_000
/** Findings of one message, which the receiver reads in a few milliseconds. */
const sentAtOnce = 100

/** Computes rounds for the thread that started this one. */
export function computeRounds(): void {
  const port = parentPort as MessagePort
  const known: KnownDrives = {
    cells: new DriveTimes(cellDegrees, mostTimes),
    places: new DriveTimes(placeDegrees, mostTimes),
    engines: new Map(),
  }
  const asked = new Map<number, { resolve: (times: PackedTimes) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let vehicles: EngineVehicle[] = []
  let requests: EngineRequest[] = []
  let dropping: AbortController | null = null
  let current: Promise<void> = Promise.resolve()
  const send = (message: FromRoundThread) => port.postMessage(message)

  const ask = async (questions: readonly TimesQuestion[], signal: AbortSignal) => {
    signal.throwIfAborted()
    lastId += 1
    const id = lastId
    const packed = packQuestions(questions)
    const times = await new Promise<PackedTimes>((resolve, reject) => {
      asked.set(id, { resolve, reject })
      send({ id, ...packed })
    })
    return unpackTimes(times, packed.counts)
  }
  async function compute(task: RoundTask, signal: AbortSignal): Promise<void> {
    try {
      const findings = await matchInLevels(task, known, (questions) => ask(questions, signal))
      if (signal.aborted) return
      for (let at = 0; at < findings.length; at += sentAtOnce)
        send({ findings: packFindings(findings.slice(at, at + sentAtOnce)) })
      send({ isDone: true })
    } catch (error) {
      if (!signal.aborted)
        send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  /** What was asked is answered in vain: nobody waits for it. */
  async function drop(): Promise<void> {
    vehicles = []
    requests = []
    dropping?.abort(new Error('dropped'))
    for (const { reject } of asked.values()) reject(new Error('dropped'))
    asked.clear()
    await current
    send({ isDropped: true })
  }
  port.on('message', (message: ToRoundThread) => {
    if ('part' in message) {
      if ('vehicles' in message.part) vehicles.push(...unpackVehicles(message.part.vehicles))
      else requests.push(...message.part.requests)
    } else if ('start' in message) {
      const task = { ...message.start, vehicles, requests }
      vehicles = []
      requests = []
      dropping = new AbortController()
      current = compute(task, dropping.signal)
    } else if ('isDropped' in message) void drop()
    else {
      const waiting = asked.get(message.id)
      asked.delete(message.id)
      if ('failure' in message) waiting?.reject(new Error(message.failure))
      else waiting?.resolve(message)
    }
  })
}
