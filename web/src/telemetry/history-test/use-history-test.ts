import { cancelWork, filesPath, type Work } from '@rumbo/contract/work.contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { isEnded, useWork, type WatchedWork } from '../../work/use-work.ts'
import { workError } from '../../work/WorkDialog.tsx'

export interface HistoryTest<Result> {
  /** @param order starts the work on the server */
  start: (order: () => Promise<{ workId: string }>) => Promise<void>
  /** Back to the form; a running test is cancelled. */
  reset: () => void
  watched: WatchedWork | null
  result: Result | null
  error: string | null
}

/**
 * Starts a test on history, follows it and reads its result. It is cancelled when it is left.
 * @param failed what is said where the server said nothing
 */
export function useHistoryTest<Result>(failed: string): HistoryTest<Result> {
  const { t } = useText()
  const { transfer } = useClient()
  const { call } = useData()
  const message = useErrorMessage()
  const [workId, setWorkId] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function read({ result: file }: Work): Promise<void> {
    try {
      const content = await transfer(`${filesPath}/${encodeURIComponent(file?.fileId ?? '')}`, {
        method: 'GET',
      })
      // The browser runs no schemas; the server wrote the file.
      const found = JSON.parse(await content.text()) as Result
      setResult(() => found)
    } catch (failure) {
      setError(message(failure, failed))
    }
  }
  const watched = useWork(workId, (work) => {
    if (work.status === 'done') void read(work)
    else setError(workError(t, work))
  })
  const isRunning = workId !== null && !isEnded(watched.work)
  const isLeft = useRef(false)
  const leave = useEffectEvent(() => {
    if (isRunning && !watched.isCancelling) watched.cancel()
  })
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      leave()
    }
  }, [])

  return {
    async start(order) {
      setError(null)
      setResult(null)
      try {
        const started = await order()
        if (isLeft.current) await call(cancelWork, { params: { id: started.workId } })
        else setWorkId(started.workId)
      } catch (failure) {
        setError(message(failure, failed))
      }
    },
    reset() {
      if (isRunning) watched.cancel()
      setWorkId(null)
      setResult(null)
      setError(null)
    },
    watched: workId === null ? null : watched,
    result,
    error,
  }
}
