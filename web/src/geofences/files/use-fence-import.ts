import {
  type InspectedFenceFile,
  importFences,
  inspectFenceFile,
} from '@rumbo/contract/geofences.files.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { uploadLimit } from '@rumbo/contract/work.contract'
import { useEffect, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { uploadFile } from '../../work/upload-file.ts'
import { isEnded, useWork, type WatchedWork } from '../../work/use-work.ts'
import { workError } from '../../work/WorkDialog.tsx'

/** How a file is read where it leaves that open. */
export interface Reading {
  latitudeFirst: boolean
  pointRadiusMetres: number | null
}

interface FenceImport {
  /** The share of the file that was sent; null while none is. */
  sending: { name: string; share: number } | null
  /** What was read; null before. */
  file: (InspectedFenceFile & { fileId: string; fileName: string }) | null
  reading: Reading
  isReading: boolean
  failure: string | null
  /** Undefined until the import was started. */
  watched: WatchedWork | undefined
  isRunning: boolean
  result: Work['result']
  take: (chosen: File) => Promise<void>
  /** Reads the same file otherwise. */
  readAgain: (reading: Reading) => Promise<void>
  /** Back to the choice of a file. */
  reset: () => void
  start: (options: { tags: readonly string[]; isActive: boolean }) => Promise<void>
}

const plainReading: Reading = { latitudeFirst: false, pointRadiusMetres: null }

/** An import of geofences from the file to its result. */
export function useFenceImport(fleetId: string): FenceImport {
  const { t, language } = useText()
  const { session } = useClient()
  const { call, evict } = useData()
  const message = useErrorMessage()
  const [sending, setSending] = useState<FenceImport['sending']>(null)
  const [file, setFile] = useState<FenceImport['file']>(null)
  const [reading, setReading] = useState(plainReading)
  const [isReading, setIsReading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const stop = useRef<AbortController | null>(null)
  const watched = useWork(workId, ({ status }) => {
    if (status === 'done') evict(['geofences'])
  })
  const { work } = watched
  useEffect(() => () => stop.current?.abort(), [])

  const inspect = (fileId: string, as: Reading, signal: AbortSignal) =>
    call(inspectFenceFile, { body: { fleetId, fileId, language, ...as } }, { signal })

  const take = async (chosen: File) => {
    setFailure(null)
    if (chosen.size === 0 || chosen.size > uploadLimit) {
      setFailure(t(chosen.size === 0 ? 'work.import.empty' : 'work.import.tooLarge'))
      return
    }
    const control = new AbortController()
    stop.current = control
    setSending({ name: chosen.name, share: 0 })
    try {
      await session.settle()
      if (control.signal.aborted) return
      const uploaded = await uploadFile(chosen, {
        type: 'csv',
        token: session.token(),
        signal: control.signal,
        onShare: (share) => setSending({ name: chosen.name, share }),
      })
      setSending({ name: chosen.name, share: 1 })
      const inspected = await inspect(uploaded.id, plainReading, control.signal)
      if (control.signal.aborted) return
      setReading(plainReading)
      setFile({ ...inspected, fileId: uploaded.id, fileName: chosen.name })
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) session.unauthorised()
      if (!control.signal.aborted) setFailure(message(error, t('work.import.uploadFailed')))
    } finally {
      setSending(null)
    }
  }
  const readAgain = async (next: Reading) => {
    if (file === null) return
    const control = new AbortController()
    stop.current = control
    setFailure(null)
    setIsReading(true)
    try {
      const inspected = await inspect(file.fileId, next, control.signal)
      if (control.signal.aborted) return
      setReading(next)
      setFile({ ...file, ...inspected })
    } catch (error) {
      if (!control.signal.aborted) setFailure(message(error, t('work.import.uploadFailed')))
    } finally {
      setIsReading(false)
    }
  }
  return {
    sending,
    file,
    reading,
    isReading,
    failure:
      failure ?? workError(t, work) ?? (work?.status === 'cancelled' ? t('work.import.stopped') : null),
    watched: workId === null ? undefined : watched,
    isRunning: isStarting || (workId !== null && !isEnded(work)),
    result: work?.status === 'done' ? work.result : null,
    take,
    readAgain,
    reset() {
      stop.current?.abort()
      setFile(null)
      setWorkId(null)
      setFailure(null)
    },
    async start({ tags, isActive }) {
      if (file === null) return
      setFailure(null)
      setStarting(true)
      try {
        const body = { fleetId, fileId: file.fileId, language, tags: [...tags], isActive, ...reading }
        setWorkId((await call(importFences, { body })).workId)
      } catch (error) {
        setFailure(message(error, t('geofences.import.failed')))
      } finally {
        setStarting(false)
      }
    },
  }
}
