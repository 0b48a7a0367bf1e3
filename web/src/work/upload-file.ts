import { filesPath, type UploadedFile, uploadTypes } from '@rumbo/contract/work.contract'
import { apiAddress } from '../addresses.ts'
import { messageField, ProblemError, readProblem, TransportError } from '../app/data/problems.ts'

interface UploadOptions {
  type: keyof typeof uploadTypes
  token: string | null
  /** Called with the share that was sent, from 0 to 1. */
  onShare: (share: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file unchanged. Rejects with `ProblemError` if it is refused, `TransportError` without an answer, or the
 * reason of the abort signal. Uses XMLHttpRequest because `fetch` does not report progress.
 */
export function uploadFile(
  file: File,
  { type, token, onShare, signal }: UploadOptions,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new TransportError('Network Error', false))
    request.open('POST', apiAddress({ path: filesPath }, { query: { name: file.name } }))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', uploadTypes[type])
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total)
    request.onerror = fail
    request.onload = () => {
      let body: unknown = null
      try {
        body = JSON.parse(request.responseText)
      } catch {
        fail()
        return
      }
      if (request.status >= 200 && request.status < 300) resolve(body as UploadedFile)
      else reject(new ProblemError(request.status, messageField(body), readProblem(body)))
    }
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
