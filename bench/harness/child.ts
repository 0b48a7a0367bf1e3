import { type ChildProcess, fork } from 'node:child_process'

interface Call {
  number: number
  name: string
  argument: unknown
}

export interface Child {
  /** Calls a function of the program and resolves with its answer. */
  ask<Result>(name: string, argument?: unknown): Promise<Result>
  /** Lets the program end. */
  close(): void
}

/** Starts a program that answers with `answerCalls`, in a process of its own, so that its CPU does not count. */
export function startChild(program: URL): Child {
  const child: ChildProcess = fork(program, { execArgv: ['--import', 'tsx'] })
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
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program.pathname} ended with ${code}.`))
  })
  return {
    ask: <Result>(name: string, argument?: unknown) =>
      new Promise<Result>((resolve, reject) => {
        calls += 1
        waiting.set(calls, { resolve: resolve as (result: unknown) => void, reject })
        child.send({ number: calls, name, argument } satisfies Call)
      }),
    close: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** In the started program: answers the calls by these functions, and ends when its parent lets it. */
export function answerCalls(functions: Record<string, (argument: never) => unknown>): void {
  process.on('message', ({ number, name, argument }: Call) => {
    const answer = async () => {
      const called = functions[name]
      if (!called) throw new Error(`There is no function ${name}.`)
      return called(argument as never)
    }
    answer().then(
      (result) => process.send?.({ number, result }),
      (error: unknown) => process.send?.({ number, failure: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
