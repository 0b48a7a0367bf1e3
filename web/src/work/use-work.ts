import { cancelWork, readWork, type Work } from '@rumbo/contract/work.contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

const pollMs = 1_000

export const isEnded = (work: Pick<Work, 'status'> | undefined): boolean =>
  work !== undefined && work.status !== 'queued' && work.status !== 'running'

export interface WatchedWork {
  /** Undefined until it is first read. */
  work: Work | undefined
  /** The work could not be read; the next poll retries. */
  isUnread: boolean
  cancel: () => void
  isCancelling: boolean
}

/** Polls one of the user's works until it has ended; null polls none. `onEnd` is called once for each work. */
export function useWork(workId: string | null, onEnd?: (work: Work) => void): WatchedWork {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const read = useEndpoint(
    readWork,
    { params: { id: workId ?? '' } },
    {
      enabled: workId !== null,
      staleTime: 0,
      refetchInterval: (query) => (isEnded(query.state.data) ? false : pollMs),
      refetchIntervalInBackground: true,
    },
  )
  const cancelling = useChange(cancelWork, {
    onError: (error) => void show({ type: 'error', message: message(error, t('work.cancel.failed')) }),
  })
  const reportedId = useRef<string | null>(null)
  const reportEnd = useEffectEvent((ended: Work) => onEnd?.(ended))
  const work = workId === null ? undefined : read.data

  useEffect(() => {
    if (work === undefined || !isEnded(work) || reportedId.current === work.id) return
    reportedId.current = work.id
    reportEnd(work)
  }, [work])

  return {
    work,
    isUnread: read.isError,
    cancel: () => workId !== null && cancelling.mutate({ params: { id: workId } }),
    isCancelling: cancelling.isPending || (cancelling.isSuccess && !isEnded(work)),
  }
}
