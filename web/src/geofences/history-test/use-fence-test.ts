import type { InputOf } from '@rumbo/contract/endpoint'
import {
  type FenceTestResult,
  fenceTestResult,
  testFence,
} from '@rumbo/contract/geofences.history-test.contract'
import { cancelWork, filesPath, type Work } from '@rumbo/contract/work.contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { isEnded, useWork, type WatchedWork } from '../../work/use-work.ts'
import { workError } from '../../work/WorkDialog.tsx'

export interface FenceTest {
  start: (body: InputOf<typeof testFence>['body']) => Promise<void>
  /** Back to the form; a running test is cancelled. */
  reset: () => void
  watched: WatchedWork | null
  result: FenceTestResult | null
  error: string | null
  isStarting: boolean
}

/** Starts a test of a geofence on history, follows it and reads its result. It is cancelled when it is left. */
export function useFenceTest(): FenceTest {
  const { t } = useText()
  const { transfer } = useClient()
  const { call } = useData()
  const message = useErrorMessage()
  const starting = useChange(testFence)
  const [workId, setWorkId] = useState<string | null>(null)
  const [result, setResult] = useState<FenceTestResult | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function read({ result: file }: Work): Promise<void> {
    try {
      const content = await transfer(`${filesPath}/${encodeURIComponent(file?.fileId ?? '')}`, {
        method: 'GET',
      })
      setResult(fenceTestResult.parse(JSON.parse(await content.text())))
    } catch (failure) {
      setError(message(failure, t('geofences.test.failed')))
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
    async start(body) {
      setError(null)
      setResult(null)
      try {
        const started = await starting.mutateAsync({ body })
        if (isLeft.current) await call(cancelWork, { params: { id: started.workId } })
        else setWorkId(started.workId)
      } catch (failure) {
        setError(message(failure, t('geofences.test.failed')))
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
    isStarting: starting.isPending,
  }
}
