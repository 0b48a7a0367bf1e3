import { isRegionFailureCode } from '@rumbo/contract/places.region-failures'
import { addRegion, beginRegionUpload, removeRegionUpload } from '@rumbo/contract/places.regions.contract'
import { useEffect, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { isEnded, useWork } from '../../work/use-work.ts'
import { workError } from '../../work/WorkDialog.tsx'
import type { RegionDraft } from './region-draft.rules.ts'
import { sendRegion } from './send-region.ts'

/** Adds a region from a file: uploads it in parts, then the server builds it, also if the page is closed. */
export function useNewRegion(onAdded: (title: string) => void) {
  const { t } = useText()
  const { transfer } = useClient()
  const { evict } = useData()
  const message = useErrorMessage()
  /** The share of the file that was sent; null if none is being sent. */
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const stop = useRef<AbortController | null>(null)
  const begin = useChange(beginRegionUpload)
  const add = useChange(addRegion)
  const remove = useChange(removeRegionUpload)
  const sent = useRef<string | null>(null)
  /** An abandoned upload is removed from the server. */
  const giveUp = (fileId: string | null) =>
    fileId && void remove.mutateAsync({ params: { id: fileId } }).catch(() => undefined)
  const watched = useWork(workId, (work) => {
    if (work.status === 'cancelled') giveUp(sent.current)
    if (work.status !== 'done') return
    evict(['regions', 'places'])
    onAdded(title)
  })
  const { work } = watched

  useEffect(() => () => stop.current?.abort(), [])

  async function start({ file, name, title: asked }: RegionDraft): Promise<void> {
    if (file === null) return
    const control = new AbortController()
    stop.current = control
    setFailure(null)
    setWorkId(null)
    setTitle(asked.trim())
    setShare(0)
    let sending: string | null = null
    try {
      const { fileId, partBytes } = await begin.mutateAsync({ body: { name: file.name, bytes: file.size } })
      sending = fileId
      await sendRegion(file, { fileId, partBytes, transfer, onShare: setShare, signal: control.signal })
      // From here on the server owns the file; it may have started although its answer is lost.
      sending = null
      sent.current = fileId
      setWorkId((await add.mutateAsync({ body: { fileId, name, title: asked.trim() } })).workId)
    } catch (error) {
      giveUp(sending)
      if (!control.signal.aborted) setFailure(message(error, t('regions.add.sendFailed')))
    } finally {
      setShare(null)
    }
  }

  const buildError =
    work?.status === 'failed' && isRegionFailureCode(work.error)
      ? t(`regions.failure.${work.error}`)
      : workError(t, work)
  return {
    start,
    share,
    watched,
    /** In progress: the form is hidden. */
    isBuilding: workId !== null && !isEnded(work),
    failure: failure ?? buildError ?? (work?.status === 'cancelled' ? t('regions.add.cancelled') : null),
    cancelSending: () => stop.current?.abort(new Error('cancelled')),
  }
}
