import { regionUploadsPath } from '@rumbo/contract/places.regions.contract'
import { ProblemError, TransportError } from '../../app/data/problems.ts'

interface SendOptions {
  fileId: string
  /** Maximum size of a part in bytes, set by the server. */
  partBytes: number
  transfer: (path: string, init: { method: 'POST'; body: Blob; signal: AbortSignal }) => Promise<Blob>
  /** Called with the share that was sent, from 0 to 1. */
  onShare: (share: number) => void
  signal: AbortSignal
  /** Milliseconds before each retry of a part. */
  pausesMs?: readonly number[]
}

const smallestPart = 256 * 1024

/**
 * Uploads a file in parts, small enough to show progress; a failed part is retried. Rejects with the error of the
 * last attempt, or the reason of the abort signal.
 */
export async function sendRegion(file: Blob, options: SendOptions): Promise<void> {
  const { fileId, transfer, onShare, signal } = options
  const partBytes = Math.min(options.partBytes, Math.max(smallestPart, Math.ceil(file.size / 50)))
  const pausesMs = options.pausesMs ?? [1_000, 3_000, 10_000, 20_000]
  for (let offset = 0; offset < file.size; offset += partBytes) {
    const body = file.slice(offset, offset + partBytes, 'application/octet-stream')
    for (let failures = 0; ; failures += 1) {
      try {
        await transfer(`${regionUploadsPath}/${fileId}/parts?offset=${offset}`, {
          method: 'POST',
          body,
          signal,
        })
        break
      } catch (error) {
        const isLost =
          error instanceof TransportError || (error instanceof ProblemError && error.status >= 500)
        const isFull = error instanceof ProblemError && error.problem?.code === 'storage_full'
        const pause = pausesMs[failures]
        if (!isLost || isFull || pause === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
        signal.throwIfAborted()
      }
    }
    onShare(Math.min(1, (offset + partBytes) / file.size))
  }
}
