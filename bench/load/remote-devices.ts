import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Devices, DevicesOptions } from './devices.ts'

type Work = Exclude<keyof Devices, 'connect'>

export interface Call {
  number: number
  name: Work | 'open'
  argument: unknown
}

/** The same devices in another process. */
export type RemoteDevices = {
  [Name in Work]: (...given: Parameters<Devices[Name]>) => Promise<Awaited<ReturnType<Devices[Name]>>>
}

/** Starts the generator and resolves when all its devices are logged in. */
export async function openRemoteDevices(options: DevicesOptions): Promise<RemoteDevices> {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let calls = 0
  child.on(
    'message',
    ({ number, result, failure }: { number: number; result?: unknown; failure?: string }) => {
      const call = waiting.get(number)
      waiting.delete(number)
      if (failure === undefined) call?.resolve(result)
      else call?.reject(new Error(failure))
    },
  )
  let hasEnded: string | null = null
  child.on('exit', (code) => {
    hasEnded = `The generator ended with ${code}.`
    for (const { reject } of waiting.values()) reject(new Error(hasEnded))
  })
  const ask = <Result>(name: Call['name'], argument?: unknown) =>
    new Promise<Result>((resolve, reject) => {
      if (hasEnded !== null) {
        reject(new Error(hasEnded))
        return
      }
      calls += 1
      waiting.set(calls, { resolve: resolve as (result: unknown) => void, reject })
      child.send({ number: calls, name, argument } satisfies Call)
    })

  await ask<void>('open', options)
  return {
    flood: (load) => ask('flood', load),
    pace: (positionsPerSecond) => ask('pace', positionsPerSecond),
    startMeasuring: (notesSent) => ask('startMeasuring', notesSent),
    measured: () => ask('measured'),
    sentPositions: () => ask('sentPositions'),
    confirm: (stored) => ask('confirm', stored),
    storm: () => ask('storm'),
    settle: () => ask('settle'),
    acknowledgedDevices: () => ask('acknowledgedDevices'),
    reconnections: () => ask('reconnections'),
    cpuSeconds: () => ask('cpuSeconds'),
    async close() {
      await ask('close')
      child.disconnect()
    },
  }
}
